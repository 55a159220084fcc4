import * as oauth from 'oauth4webapi';
import * as z from 'zod';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { Network } from '../../../base/network/index.ts';
import { asTokenResponse, fetchOver } from '../provider/fetch.ts';
import { GrantRefusal, type TokenFields } from '../provider/token-answer.ts';
import type { Discovered } from './discover.ts';
import { ask, jsonOf, refuse, requireAddress, timeout } from './requests.ts';
import {
  type Client,
  clientAuthentications,
  type ProtectedService,
  type ServiceTokens,
} from './types.ts';

const registered = z.object({
  client_id: z.string().min(1).max(2_000),
  client_secret: z.string().min(1).max(10_000).optional(),
  token_endpoint_auth_method: z.enum(clientAuthentications).optional(),
});

/**
 * Registers this app for one sign-in (RFC 7591), with the redirect address that this one has: not every server takes
 * another port.
 * @throws AppError `tool-server-client`, `tool-server-sign-in-failed`, and those of the network
 */
export async function register(
  network: Pick<Network, 'request'>,
  service: ProtectedService,
  { server, scope }: Discovered,
  redirectUrl: string,
  signal: AbortSignal,
): Promise<Client> {
  const { name } = service;
  const { host } = new URL(server.issuer);
  if (server.registration_endpoint === undefined) {
    throw new AppError('tool-server-client', { details: { name, host } });
  }
  const offered = server.token_endpoint_auth_methods_supported ?? ['none'];
  const wanted = clientAuthentications.find((one) => offered.includes(one));
  if (wanted === undefined) throw refuse(service, host, 'it supports no way to authenticate');
  const endpoint = requireAddress(service, server.registration_endpoint, 'the registration');
  const answer = await ask(network, service, endpoint, signal, {
    client_name: 'Compute Desk',
    redirect_uris: [redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    application_type: 'native',
    token_endpoint_auth_method: wanted,
    ...(scope !== null && { scope }),
  });
  if (answer.status < 200 || answer.status > 299) {
    throw refuse(service, host, `it refused to register this app (${answer.status})`);
  }
  const read = registered.safeParse(jsonOf(service, endpoint, answer));
  if (!read.success) throw refuse(service, host, 'it registered this app, but did not say how');
  const { client_id: id, client_secret: secret, token_endpoint_auth_method: said } = read.data;
  const authentication = secret === undefined ? 'none' : (said ?? wanted);
  return { id, secret: secret ?? null, authentication };
}

/** How a client that the user registered authenticates: as the server offers it; RFC 8414, section 2, if it says nothing. */
export function authenticationOf(
  { server }: Discovered,
  { secret }: { readonly secret: string | null },
): Client['authentication'] {
  if (secret === null) return 'none';
  const offered = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const isPosted =
    offered.includes('client_secret_post') && !offered.includes('client_secret_basic');
  return isPosted ? 'client_secret_post' : 'client_secret_basic';
}

type Holder = Pick<ServiceTokens, 'issuer' | 'tokenEndpoint' | 'revocationEndpoint' | 'client'>;

/**
 * HTTP's basic authentication with ID and secret encoded as a form's are (RFC 6749, section 2.3.1), and no further: not
 * every server decodes them.
 */
function basic(secret: string): oauth.ClientAuth {
  const encode = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);
  return (_, { client_id: id }, __, headers) => {
    const pair = Buffer.from(`${encode(id)}:${encode(secret)}`).toString('base64');
    headers.set('authorization', `Basic ${pair}`);
  };
}

/** The parts of a request to one of the server's endpoints. */
function partiesOf(
  network: Network,
  service: ProtectedService,
  { issuer, tokenEndpoint, revocationEndpoint, client }: Holder,
  now: () => number,
) {
  const { connection } = service;
  const fetch = fetchOver({ network, identity: null, connection }, () => false, now);
  const server: oauth.AuthorizationServer = {
    issuer,
    token_endpoint: tokenEndpoint,
    ...(revocationEndpoint !== null && { revocation_endpoint: revocationEndpoint }),
  };
  const options = {
    [oauth.customFetch]: fetch,
    // which addresses may be asked is decided by `requireAddress`
    [oauth.allowInsecureRequests]: true,
    signal: () => AbortSignal.timeout(timeout),
  };
  const { id, secret, authentication } = client;
  const auth =
    secret === null || authentication === 'none'
      ? oauth.None()
      : authentication === 'client_secret_basic'
        ? basic(secret)
        : oauth.ClientSecretPost(secret);
  return { server, client: { client_id: id }, auth, options };
}

/** @throws AppError `tool-server-sign-in-failed`, and those of the network */
async function tokensBy(
  network: Network,
  service: ProtectedService,
  holder: Holder,
  grant: { readonly type: string; readonly parameters: Record<string, string> },
  now: () => number,
): Promise<TokenFields> {
  requireAddress(service, holder.tokenEndpoint, 'the token endpoint');
  const { server, client, auth, options } = partiesOf(network, service, holder, now);
  const { type, parameters } = grant;
  try {
    const response = await oauth.genericTokenEndpointRequest(
      ...([server, client, auth, type, parameters, options] as const),
    );
    return asTokenResponse(response).answer.fields;
  } catch (cause) {
    const { host } = new URL(holder.tokenEndpoint);
    if (cause instanceof AppError && cause.code === 'sign-in-answer-unusable') {
      throw refuse(service, host, `its token cannot be used (${String(cause.details.reason)})`);
    }
    if (!(cause instanceof GrantRefusal)) throw cause;
    const { error, description } = cause;
    throw refuse(
      service,
      host,
      `it gives no token (${error}${description ? `: ${description}` : ''})`,
    );
  }
}

const expiryOf = (now: number, { expires_in: seconds }: TokenFields): number | null =>
  seconds === null ? null : now + seconds * 1000;

/** Exchanges the code of a callback that was checked. */
export async function exchange(
  network: Network,
  service: ProtectedService,
  { server, resource, scope }: Discovered,
  came: {
    readonly client: Client;
    readonly code: string;
    readonly redirectUrl: string;
    readonly verifier: string;
  },
  now: () => number,
): Promise<ServiceTokens> {
  const holder = {
    issuer: server.issuer,
    tokenEndpoint: server.token_endpoint,
    revocationEndpoint: server.revocation_endpoint ?? null,
    client: came.client,
  };
  const parameters = {
    code: came.code,
    redirect_uri: came.redirectUrl,
    code_verifier: came.verifier,
    resource,
  };
  const grant = { type: 'authorization_code', parameters };
  const fields = await tokensBy(network, service, holder, grant, now);
  return {
    ...holder,
    resource,
    scope: fields.scope ?? scope,
    accessToken: fields.access_token,
    refreshToken: fields.refresh_token,
    expiresAt: expiryOf(now(), fields),
  };
}

/** @throws AppError `tool-server-sign-in-failed`: the server gives no more tokens; and those of the network */
export async function refresh(
  network: Network,
  service: ProtectedService,
  tokens: ServiceTokens & { readonly refreshToken: string },
  now: () => number,
): Promise<ServiceTokens> {
  const { refreshToken, resource } = tokens;
  const grant = { type: 'refresh_token', parameters: { refresh_token: refreshToken, resource } };
  const fields = await tokensBy(network, service, tokens, grant, now);
  return {
    ...tokens,
    scope: fields.scope ?? tokens.scope,
    accessToken: fields.access_token,
    refreshToken: fields.refresh_token ?? refreshToken,
    expiresAt: expiryOf(now(), fields),
  };
}

/** Tells the server that the tokens are no longer needed (RFC 7009), if it takes that. */
export async function revoke(
  network: Network,
  service: ProtectedService,
  tokens: ServiceTokens,
  now: () => number,
): Promise<void> {
  const { revocationEndpoint, refreshToken, accessToken } = tokens;
  if (revocationEndpoint === null) return;
  requireAddress(service, revocationEndpoint, 'the revocation endpoint');
  const { server, client, auth, options } = partiesOf(network, service, tokens, now);
  const token = refreshToken ?? accessToken;
  const answer = await oauth.revocationRequest(server, client, auth, token, options);
  if (!answer.ok) await oauth.processRevocationResponse(answer);
}
