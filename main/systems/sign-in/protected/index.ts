import * as oauth from 'oauth4webapi';
import { AppError } from '../../../../preload/contract/errors.ts';
import { inBackground } from '../../../base/async/background.ts';
import { withResolvers } from '../../../base/async/with-resolvers.ts';
import { carriesState } from '../callback.ts';
import type { Authorization } from '../provider/index.ts';
import { attemptDeadline } from '../session/machine.ts';
import { defaultSettings } from '../settings.ts';
import { waysOf } from '../ways/open.ts';
import type { OpenedWay } from '../ways/way.ts';
import { type Discovered, discover } from './discover.ts';
import { authenticationOf, exchange, register } from './grants.ts';
import { refuse } from './requests.ts';
import type {
  Client,
  ProtectedService,
  ServiceSignInDeps,
  ServiceTokens,
  Waiting,
} from './types.ts';

export { refresh, revoke } from './grants.ts';

/**
 * Signs the user in at the authorization server of a service: authorization code with PKCE in the user's own browser,
 * which returns by loopback (RFC 8252). The app's window shows pages of one origin only, and these servers usually lead
 * on to others.
 * @throws AppError `cancelled` by the signal, `tool-server-sign-in-failed`, `tool-server-client`, `sign-in-*`, and those of
 * the network
 */
export async function signInAt(
  deps: ServiceSignInDeps,
  service: ProtectedService,
  signal: AbortSignal,
  waiting: (now: Waiting) => void,
): Promise<ServiceTokens> {
  const { network, host, log } = deps;
  const ended = withResolvers<never>();
  const unlessEnded = <T>(work: Promise<T>): Promise<T> => Promise.race([work, ended.promise]);
  const cancel = (): void => ended.reject(new AppError('cancelled'));
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  const late = (): void => ended.reject(new AppError('sign-in-deadline', { retryable: true }));
  const timer = setTimeout(late, attemptDeadline);
  timer.unref();

  const used: { client?: Client } = {};
  let opening: Promise<OpenedWay> | null = null;
  let opened: OpenedWay | null = null;
  try {
    const found = await unlessEnded(discover(network, service, signal));
    const ways = waysOf({
      ...{ network, host, log, language: deps.language(), connection: service.connection },
      ...{ systemName: service.name, way: 'browser', settings: defaultSettings, identity: null },
      mayRetry: () => false,
      // what was registered a moment ago is known there
      triesFirst: service.client !== null,
      chooseCertificate: async () => null,
      fail: (problem) => ended.reject(problem),
      addressChanged: (address) => waiting({ address, opened: opened?.way.opened ?? false }),
    });
    opening = ways.open({
      async authorize(redirectUrl) {
        const client =
          service.client === null
            ? await register(network, service, found, redirectUrl, signal)
            : { ...service.client, authentication: authenticationOf(found, service.client) };
        used.client = client;
        return requestOf(found, client, redirectUrl);
      },
    });
    opened = await unlessEnded(opening);
    const { way, authorization } = opened;
    waiting({ address: way.address?.() ?? null, opened: way.opened });
    const code = codeOf(service, found, await unlessEnded(way.callback), authorization.state);
    const { redirectUrl, verifier } = authorization;
    const { client } = used;
    if (client === undefined) throw new AppError('internal');
    const came = { client, code, redirectUrl, verifier };
    const tokens = await unlessEnded(exchange(network, service, found, came, Date.now));
    way.concluded?.('signed-in');
    return tokens;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
    inBackground(log)('service-sign-in-close', closeOf(opened, opening));
  }
}

/** Frees a way, also one that is still opening; a failed one has nothing to close. */
async function closeOf(
  opened: OpenedWay | null,
  opening: Promise<OpenedWay> | null,
): Promise<void> {
  const open = opened ?? (await opening?.catch(() => null)) ?? null;
  // the first outcome counts
  open?.way.concluded?.('not-signed-in');
  await open?.way.close();
}

/** Returns the authorization request. Nothing forces a question that the server would not ask by itself. */
async function requestOf(
  { server, resource, scope }: Discovered,
  client: Client,
  redirectUrl: string,
): Promise<Authorization> {
  const state = oauth.generateRandomState();
  const verifier = oauth.generateRandomCodeVerifier();
  const url = new URL(server.authorization_endpoint);
  const parameters = {
    response_type: 'code',
    client_id: client.id,
    redirect_uri: redirectUrl,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    resource,
    ...(scope !== null && { scope }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return { url: url.href, redirectUrl, scope: scope ?? '', state, nonce: '', verifier };
}

/**
 * Checks an answer of the authorization server: it has this sign-in's state, and names this issuer (RFC 9207), before
 * anything else of it counts.
 * @throws AppError `tool-server-sign-in-failed`
 */
function codeOf(
  service: ProtectedService,
  { server }: Discovered,
  callback: URL,
  state: string,
): string {
  const { host } = new URL(server.issuer);
  const one = (name: string): string | null => {
    const [first, ...more] = callback.searchParams.getAll(name);
    if (more.length > 0) throw refuse(service, host, `its answer has ${name} twice`);
    return first ?? null;
  };
  one('state');
  if (!carriesState(callback, state)) {
    throw refuse(service, host, 'the answer is of another sign-in');
  }
  const issuer = one('iss');
  if (issuer !== null && issuer !== server.issuer) {
    throw refuse(service, host, `the answer is of another server (${issuer.slice(0, 100)})`);
  }
  if (issuer === null && server.authorization_response_iss_parameter_supported) {
    throw refuse(service, host, 'the answer does not say of which server it is');
  }
  const error = one('error');
  if (error !== null) {
    const words = one('error_description');
    throw refuse(service, host, words === null ? error : `${error}: ${words}`);
  }
  const code = one('code');
  if (code === null || code === '') throw refuse(service, host, 'its answer has no code');
  return code;
}
