import { createHash, randomBytes } from 'node:crypto';
import { type Arrival, type Browser, createBrowser, type Form } from './browser.ts';
import { type HttpsAnswer, https, type Presented } from './https.ts';
import type { KeycloakFacts } from './keycloak.ts';
import type { RealmClient } from './realm.ts';

/** The id of the page's form on which the login user is confirmed. */
export const confirmForm = 'kc-x509-login-info';

/** An authorization request of the spec's parameters, with state, nonce and PKCE. */
export interface Attempt {
  readonly url: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly redirectUri: string;
}

export function beginAttempt(
  keycloak: KeycloakFacts,
  client: RealmClient,
  options: { scope?: string; redirectUri?: string } = {},
): Attempt {
  const { scope = 'openid', redirectUri = 'compute-desk://oauth/callback' } = options;
  const [state, nonce, verifier] = [random(), random(), random()];
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const url = new URL(`${keycloak.authUrl}/auth/realms/op/protocol/openid-connect/auth`);
  url.search = new URLSearchParams({
    response_type: 'code',
    scope,
    client_id: client.clientId,
    redirect_uri: redirectUri,
    state,
    nonce,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  }).toString();
  return { url: url.href, state, nonce, verifier, redirectUri };
}

export function browserOf(keycloak: KeycloakFacts, certificate: Presented | null): Browser {
  return createBrowser({
    origin: keycloak.authUrl,
    authority: keycloak.authorities.server.pem,
    certificate,
  });
}

/** @throws Where the provider showed no page with this form. */
export function formOf(arrival: Arrival, id: string): Form {
  if (arrival.kind !== 'page') throw new Error(`A redirect to ${arrival.url.protocol}`);
  const form = arrival.forms.find((candidate) => candidate.id === id);
  if (form === undefined) throw new Error(`No form ${id}: ${arrival.answer.text.slice(0, 2000)}`);
  return form;
}

/** Goes through the pages with Continue. @returns The address the app is called back at. */
export async function confirm(
  keycloak: KeycloakFacts,
  attempt: Attempt,
  certificate: Presented,
): Promise<URL> {
  const browser = browserOf(keycloak, certificate);
  const page = await browser.open(attempt.url);
  const arrival = await browser.submit(formOf(page, confirmForm), 'login');
  if (arrival.kind === 'page') throw new Error(`Not called back: ${arrival.answer.text}`);
  return arrival.url;
}

export interface TokenRequest {
  readonly client: RealmClient;
  readonly redirectUri?: string;
  readonly certificate?: Presented | null;
}

export function exchangeCode(
  keycloak: KeycloakFacts,
  code: string,
  verifier: string,
  request: TokenRequest,
): Promise<HttpsAnswer> {
  return token(keycloak, request, {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
  });
}

export function refresh(
  keycloak: KeycloakFacts,
  refreshToken: string,
  request: TokenRequest,
): Promise<HttpsAnswer> {
  return token(keycloak, request, { grant_type: 'refresh_token', refresh_token: refreshToken });
}

/** The spec's form parameters, redirect_uri in the refresh too. */
function token(
  { authUrl, authorities }: KeycloakFacts,
  { client, redirectUri = 'compute-desk://oauth/callback', certificate = null }: TokenRequest,
  grant: Readonly<Record<string, string>>,
): Promise<HttpsAnswer> {
  return https({
    url: `${authUrl}/auth/realms/op/protocol/openid-connect/token`,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      ...grant,
      client_id: client.clientId,
      client_secret: client.secret,
      redirect_uri: redirectUri,
    }).toString(),
    authority: authorities.server.pem,
    certificate,
  });
}

/** The fields of a token response as the spec lists them. */
export interface Tokens {
  readonly access_token: string;
  readonly expires_in: number;
  readonly id_token?: string;
  readonly refresh_expires_in: number;
  readonly refresh_token?: string;
  readonly token_type: string;
  readonly 'not-before-policy': number;
  readonly session_state: string;
  readonly scope: string;
}

/** @throws Where the answer is not 200. */
export function tokensOf(answer: HttpsAnswer): Tokens {
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return JSON.parse(answer.text) as Tokens;
}

/** The whole authorization code flow, confirmed by Continue. */
export async function signIn(
  keycloak: KeycloakFacts,
  client: RealmClient,
  options: { certificate?: Presented; scope?: string } = {},
): Promise<Tokens> {
  const { certificate = keycloak.users.manager, scope } = options;
  const attempt = beginAttempt(keycloak, client, scope === undefined ? {} : { scope });
  const back = await confirm(keycloak, attempt, certificate);
  const code = back.searchParams.get('code') ?? '';
  return tokensOf(await exchangeCode(keycloak, code, attempt.verifier, { client, certificate }));
}

/** A token's claims, unverified. */
export function claimsOf(token: string): Record<string, unknown> {
  const payload = token.split('.')[1] ?? '';
  return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Record<string, unknown>;
}

function random(): string {
  return randomBytes(32).toString('base64url');
}
