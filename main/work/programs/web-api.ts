import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { withoutTrailingSlashes } from '../../../common/texts/trim.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import { createPassingMask, type PassingMask } from '../../base/log/passing-mask.ts';
import type { BufferedAnswer, Into, Network } from '../../base/network/index.ts';
import type { Policy } from '../../base/policy/index.ts';
import type { Vault } from '../../base/storage/vault/vault.ts';
import { callWebApi } from '../../machines/monitor/index.ts';
import type { Access, Accesses } from '../../systems/access/index.ts';
import { type Links, requireAddress } from '../../systems/links/index.ts';
import type { SignIn } from '../../systems/sign-in/index.ts';
import { lockOf } from '../operations/index.ts';
import { passedHeaders, requireNoRedirect } from './exchange.ts';
import { missing, Refused } from './refusal.ts';
import type { StoredProgram } from './store.ts';

export interface WebApiDeps {
  readonly links: Pick<Links, 'to' | 'scope'>;
  readonly access: Pick<Accesses, 'openWebApi'>;
  readonly sessions: Pick<SignIn, 'unavailable' | 'snapshot'>;
  readonly vault: Pick<Vault, 'state'>;
  readonly network: Network;
  readonly policy: Pick<Policy, 'requireOpen'>;
}

export interface WebApiCall {
  readonly program: StoredProgram;
  readonly method: string;
  /** Below the Web API's address, with its leading slash and query, as sent. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly response: ServerResponse;
  readonly signal: AbortSignal;
}

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);
/** Segments that a server, or a proxy before it, may take for a step up or for a separator. */
const unclear = /(^|\/)\.{1,2}(;|%3b|\/|$)|\/\/|\\|%(2e|2f|5c|00)/i;
const longestPath = 8 * 1024;

/**
 * Makes a call of the Web API as the signed-in user, and passes the answer on: what is read as it comes, of any size.
 * A redirect is not followed, and the answer has no cookie, address or token. Returns the status that the program got.
 * @throws Refused, AppError
 */
export async function passWebApiCall(deps: WebApiDeps, call: WebApiCall): Promise<number> {
  const { program, method, path, headers, body, response, signal } = call;
  if (!methods.has(method)) throw new Refused(405, 'method', `${method} is not passed on.`);
  const [bare = ''] = path.split('?', 1);
  if (path.length > longestPath || unclear.test(bare) || path.includes('#')) {
    throw new Refused(400, 'path-refused', 'The path is too long or not clear.');
  }
  const reads = method === 'GET' || method === 'HEAD';
  if (program.readOnly && !reads) throw missing('write');
  const lock = lockOf(method, bare);
  if (lock !== null) deps.policy.requireOpen(lock);
  const { systemId } = program;
  await requireReady(deps, systemId);
  const access = await deps.access.openWebApi(systemId);
  requireNoSignIn(deps.links, systemId, access.address, bare);
  const secrets: string[] = [];
  const cleaned = createPassingMask(secrets);
  const send = (into?: Into): Promise<BufferedAnswer> =>
    callWebApi(deps.network, withTokensNoted(access, secrets), {
      ...{ path, method, headers, reads, redirects: 'return' as const, signal },
      ...(body.length > 0 && { body }),
      ...(into !== undefined && { into }),
    });
  const answer = await (reads ? send(into(response, cleaned, signal)) : send()).catch(
    (error: unknown) => {
      // A compressed answer is read whole.
      const isCompressed = error instanceof AppError && error.code === 'answer-encoding';
      if (isCompressed && !response.headersSent) return send();
      throw error;
    },
  );
  const { status } = answer;
  if (!response.headersSent) {
    requireNoRedirect(status);
    response.writeHead(status, passedHeaders(answer.headers, cleaned.text));
    response.write(cleaned.push(answer.body));
  }
  response.end(cleaned.end());
  return status;
}

/** Hands the pieces of an answer on as fast as the program takes them. */
const into =
  (response: ServerResponse, cleaned: PassingMask, signal: AbortSignal): Into =>
  async ({ status, headers }) => {
    response.writeHead(status, passedHeaders(headers, cleaned.text));
    response.flushHeaders();
    return async (piece) => {
      if (!response.write(cleaned.push(piece))) await once(response, 'drain', { signal });
    };
  };

/** A tool must fail at once where it would wait for the user, or for the identity provider. @throws Refused, AppError */
export async function requireSession(
  deps: Omit<WebApiDeps, 'network' | 'policy'>,
  systemId: string,
): Promise<void> {
  await requireReady(deps, systemId);
  const { authorization } = await deps.access.openWebApi(systemId);
  if (authorization !== null) await soon(authorization.attach());
}

/** Time for a new token, ms; the session goes on renewing it. */
const longestRenewal = 800;

/** @throws Refused, and what the promise fails with */
async function soon<T>(renewed: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const sentence = 'Compute Desk is renewing its session. Try again in a moment.';
    const giveUp = (): void => reject(new Refused(503, 'session-renewing', sentence));
    timer = setTimeout(giveUp, longestRenewal);
  });
  try {
    return await Promise.race([renewed, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A call must fail at once where it would wait for the user. @throws AppError */
async function requireReady(
  deps: Omit<WebApiDeps, 'access' | 'network' | 'policy'>,
  systemId: string,
): Promise<void> {
  const { links, sessions } = deps;
  const link = requireAddress(links.to(systemId, 'webApi'));
  const { state, protection } = deps.vault.state();
  const isLocked = state === 'locked' && protection === 'passphrase';
  const needsVault = link.certificateId !== null || link.byToken;
  if (isLocked && needsVault && links.scope(systemId) === 'user') {
    throw new AppError('vault-locked');
  }
  if (!link.byToken) return;
  const unavailable = await sessions.unavailable(systemId);
  if (unavailable !== null) throw unavailable;
  // The app's own calls wait for the sign-in that runs.
  const session = await sessions.snapshot(systemId);
  if (session.state === 'authorizing') throw new AppError('session-signed-out');
}

/** The identity provider may be at the same address: its answers are tokens. @throws Refused */
function requireNoSignIn(
  links: WebApiDeps['links'],
  systemId: string,
  address: string,
  path: string,
): void {
  const url = new URL(`${withoutTrailingSlashes(address)}${path}`);
  const provider = links.to(systemId, 'identityProvider').address;
  const isProvider = /(^|\/)(auth|realms|oauth2?|oidc)(\/|$)/i.test(decoded(path));
  const isBelow =
    provider !== null &&
    url.origin === new URL(provider).origin &&
    new URL(provider).pathname !== '/' &&
    url.pathname.startsWith(new URL(provider).pathname);
  if (!isProvider && !isBelow) return;
  throw new Refused(403, 'sign-in-path', 'Calls of the sign-in are not passed on.');
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new Refused(400, 'path-refused', 'The path is not clear.');
  }
}

/** Notes the tokens that a call was sent with. */
function withTokensNoted(access: Access, secrets: string[]): Access {
  const { authorization } = access;
  if (authorization === null) return access;
  const noted = <T extends { readonly grant: { readonly accessToken: string } } | null>(one: T) => {
    if (one !== null) secrets.push(one.grant.accessToken);
    return one;
  };
  return {
    ...access,
    authorization: {
      attach: async () => noted(await soon(authorization.attach())),
      renew: async (refused) => noted(await soon(authorization.renew(refused))),
      renewIfPossible: async (refused) => noted(await soon(authorization.renewIfPossible(refused))),
      refusedAgain: authorization.refusedAgain,
    },
  };
}
