import { hash } from 'node:crypto';
import { isSecretName } from '../../../../common/texts/secret-names.ts';
import type { ConsoleRequest, ExactRequest } from '../../../../preload/contract/work/console.ts';
import type { Link } from '../../../systems/links/index.ts';
import type { OperationParts } from '../description/parts.ts';
import { type BuiltRequest, buildRequest } from './build.ts';
import type { Held } from './held.ts';
import { createFilling, dots, type Variable } from './variables.ts';

export interface ExactDeps {
  readonly request: ConsoleRequest;
  readonly parts: OperationParts | null;
  readonly server: string;
  readonly variables: readonly Variable[];
  readonly held: (id: string) => Held | undefined;
  readonly now: Date;
  readonly link: Pick<Link, 'certificateId' | 'byToken' | 'onlyForBoundToken'> & {
    readonly address: string;
  };
  readonly allowedOrigins: readonly string[];
  readonly effect: Pick<ExactRequest, 'effect' | 'effectBy'>;
}

/** A request as it is sent, and as it is shown. */
export interface Prepared {
  readonly exact: ExactRequest;
  readonly built: BuiltRequest;
}

/** @throws AppError as `buildRequest` */
export function prepareRequest(deps: ExactDeps): Prepared {
  const { request, link, allowedOrigins } = deps;
  const build = (shown: boolean) => {
    const filling = createFilling(deps.variables, { shown, now: deps.now });
    return { filling, built: buildRequest({ ...deps, filling }) };
  };
  const { built, filling } = build(false);
  const { built: shown } = build(true);
  const { origin } = new URL(built.url);
  const own = new URL(link.address).origin;
  const elsewhere = origin !== own;
  // Its own header stands for the app's token.
  const token = !elsewhere && link.byToken && !built.headers.has('authorization');
  const certificate = !elsewhere && link.certificateId !== null;
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
    exact: {
      method: request.method,
      url: shown.url,
      origin,
      elsewhere,
      allowed: !elsewhere || allowedOrigins.includes(origin),
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
