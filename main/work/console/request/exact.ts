import { hash } from 'node:crypto';
import { encodePart } from '../../../../common/texts/percent-encode.ts';
import { isSecretName } from '../../../../common/texts/secret-names.ts';
import type {
  ConsoleRequest,
  ExactRequest,
} from '../../../../preload/contract/work/console-requests.ts';
import type { Link } from '../../../systems/links/index.ts';
import type { OperationParts } from '../description/parts.ts';
import { type BuiltRequest, buildRequest } from './build.ts';
import type { Held } from './held.ts';
import { secretsInPath, urlWithoutSecrets, withDotsInPath } from './secrets.ts';
import { createFilling, dots, type Variable } from './variables.ts';

export interface ExactDeps {
  readonly request: ConsoleRequest;
  readonly parts: OperationParts | null;
  readonly server: string;
  readonly variables: readonly Variable[];
  readonly held: (id: string) => Held | undefined;
  readonly now: Date;
  readonly link: Pick<Link, 'byToken'> & { readonly address: string };
  /** A certificate goes along on the system's own origin. */
  readonly presents: boolean;
  readonly effect: Pick<ExactRequest, 'effect' | 'effectBy'>;
}

/** A request as it is sent, and as it is shown; whether the user allowed its origin is not known here. */
export interface Prepared {
  readonly exact: Omit<ExactRequest, 'allowed'>;
  readonly built: BuiltRequest;
  /** Returns an address of the system's answers, which a redirect may have changed, as it is shown. */
  shownAddress(url: string): string;
}

/** @throws AppError as `buildRequest` */
export function prepareRequest(deps: ExactDeps): Prepared {
  const { request, link } = deps;
  const build = (shown: boolean) => {
    const filling = createFilling(deps.variables, { shown, now: deps.now });
    const written = shown ? withDotsInPath(request) : request;
    return { filling, built: buildRequest({ ...deps, request: written, filling }) };
  };
  // First as it is shown: what is wrong with it is told without the secrets in it.
  const { built: shown } = build(true);
  const { built, filling } = build(false);
  const { origin } = new URL(built.url);
  const own = new URL(link.address).origin;
  const elsewhere = origin !== own;
  // Its own header stands for the app's token.
  const token = !elsewhere && link.byToken && !built.headers.has('authorization');
  const certificate = !elsewhere && deps.presents;
  const body = shown.body?.pieces.map((piece) =>
    typeof piece === 'string' ? piece : `<file ${piece.name}, ${piece.size} bytes>`,
  );
  const secretValues = new Set(
    [...built.headers.values()].filter((value) => isSecret(value, filling.used)),
  );
  const headers = [...shown.headers].map(([name, value]) => {
    const secret = isSecretName(name) || secretValues.has(built.headers.get(name) ?? '');
    return { name, value: secret ? dots : value, secret };
  });
  if (token) headers.push({ name: 'authorization', value: `Bearer ${dots}`, secret: true });
  return {
    built,
    shownAddress: (url) =>
      isSame(url, built.url) ? shown.url : hide(url, filling.used, secretsInPath(request)),
    exact: {
      method: request.method,
      url: shown.url,
      origin,
      elsewhere,
      headers,
      body: body === undefined ? null : body.join(''),
      bodySize: sizeOf(built),
      certificate,
      token,
      ...deps.effect,
      variables: [...filling.used.values()].map(({ name, value, secret }) => ({
        name,
        value: secret ? null : value,
      })),
      unknownVariables: [...filling.unknown],
      missing: [...built.missing],
      hash: hashOf(built, { certificate, token }),
    },
  };
}

const isSame = (one: string, other: string): boolean =>
  one === other || one === new URL(other).href;

/** Returns an address with dots for what secret variables put in, and for what was typed as secret. */
function hide(url: string, used: ReadonlyMap<string, Variable>, typed: readonly string[]): string {
  const secrets = [...used.values()].flatMap(({ secret, value }) => (secret ? [value] : []));
  const values = [...secrets, ...typed]
    .filter((value) => value !== '')
    .flatMap((value) => [encodePart(value), encodeURI(value), value]);
  return values.reduce((text, value) => text.replaceAll(value, dots), urlWithoutSecrets(url));
}

function isSecret(value: string, used: ReadonlyMap<string, Variable>): boolean {
  return [...used.values()].some(
    ({ secret, value: one }) => secret && one !== '' && value.includes(one),
  );
}

function sizeOf({ body }: BuiltRequest): number {
  return (body?.pieces ?? []).reduce(
    (sum, piece) => sum + (typeof piece === 'string' ? Buffer.byteLength(piece) : piece.size),
    0,
  );
}

function hashOf({ method, url, headers, body }: BuiltRequest, more: object): string {
  const pieces = body?.pieces.map((piece) => (typeof piece === 'string' ? [piece] : piece.hash));
  return hash('sha256', JSON.stringify([method, url, [...headers], pieces ?? null, more]));
}
