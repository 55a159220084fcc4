import { expect, inject, test } from 'vitest';
import {
  beginAttempt,
  browserOf,
  claimsOf,
  confirm,
  confirmForm,
  exchangeCode,
  formOf,
  signIn,
} from './flow.ts';
import { https } from './https.ts';

const keycloak = inject('keycloak');
const { clients, users, strangers } = keycloak;

test('discovery is at /auth/realms/op and names the endpoints of the spec', async () => {
  const answer = await https({
    url: `${keycloak.authUrl}/auth/realms/op/.well-known/openid-configuration`,
    authority: keycloak.authorities.server.pem,
  });
  const openid = `${keycloak.authUrl}/auth/realms/op/protocol/openid-connect`;
  expect(JSON.parse(answer.text)).toMatchObject({
    issuer: keycloak.issuer,
    authorization_endpoint: `${openid}/auth`,
    token_endpoint: `${openid}/token`,
    registration_endpoint: `${keycloak.issuer}/clients-registrations/openid-connect`,
    code_challenge_methods_supported: expect.arrayContaining(['S256']),
    tls_client_certificate_bound_access_tokens: true,
    authorization_response_iss_parameter_supported: true,
  });
});

test('the confirm page names the certificate and the login user, with Continue and Ignore', async () => {
  const browser = browserOf(keycloak, users.manager);
  const page = await browser.open(beginAttempt(keycloak, clients.rotating).url);
  expect(formOf(page, confirmForm).buttons).toEqual([
    { name: 'login', value: 'Continue' },
    { name: 'cancel', value: 'Ignore' },
  ]);
  expect(page.kind === 'page' && page.answer.text).toMatch(/CN=hanako[\s\S]*hanako/);
});

test('Continue brings code, state and issuer to the redirect URL', async () => {
  const attempt = beginAttempt(keycloak, clients.rotating);
  const back = await confirm(keycloak, attempt, users.manager);
  expect(`${back.protocol}//${back.host}${back.pathname}`).toBe('compute-desk://oauth/callback');
  expect(back.searchParams.get('state')).toBe(attempt.state);
  expect(back.searchParams.get('iss')).toBe(keycloak.issuer);
  expect(back.searchParams.get('code')).not.toBe('');
});

test('any port of 127.0.0.1 is a redirect URL where one of them is registered', async () => {
  const redirectUri = 'http://127.0.0.1:54321/oauth/callback';
  const attempt = beginAttempt(keycloak, clients.rotating, { redirectUri });
  const back = await confirm(keycloak, attempt, users.manager);
  expect(back.origin).toBe('http://127.0.0.1:54321');
});

test('a redirect URL that is not registered stays on a page of the provider', async () => {
  const redirectUri = 'https://elsewhere.example/callback';
  const attempt = beginAttempt(keycloak, clients.rotating, { redirectUri });
  const page = await browserOf(keycloak, users.manager).open(attempt.url);
  expect(page.kind === 'page' && page.answer.status).toBe(400);
  expect(page.kind === 'page' && page.answer.text).toMatch(/redirect_uri/);
});

test('Ignore goes on with the password form, or ends where there is none', async () => {
  const browser = browserOf(keycloak, users.manager);
  const page = await browser.open(beginAttempt(keycloak, clients.rotating).url);
  const next = await browser.submit(formOf(page, confirmForm), 'cancel');
  const back = await browser.submit(formOf(next, 'kc-form-login'), 'login', {
    username: users.ordinary.username,
    password: users.ordinary.accountPassword,
  });
  expect(back.kind === 'redirect' && back.url.searchParams.get('code')).toBeTruthy();

  const strict = browserOf(keycloak, users.manager);
  const confirmPage = await strict.open(beginAttempt(keycloak, clients.strict).url);
  const end = await strict.submit(formOf(confirmPage, confirmForm), 'cancel');
  expect(end.kind === 'page' && end.forms).toEqual([]);
});

test('an account is found by the Common Name as username or as e-mail', async () => {
  for (const user of [users.ordinary, users.byEmail]) {
    const tokens = await signIn(keycloak, clients.rotating, { certificate: user });
    expect(claimsOf(tokens.id_token ?? '')).toMatchObject({ preferred_username: user.username });
  }
});

test('without a certificate the password form comes, with an unknown one no way to continue', async () => {
  const { url } = beginAttempt(keycloak, clients.rotating);
  expect(formOf(await browserOf(keycloak, null).open(url), 'kc-form-login')).toBeDefined();
  const page = await browserOf(keycloak, strangers.unknown).open(url);
  expect(page.kind === 'page' && page.answer.text).toContain('X509 certificate authentication');
  for (const certificate of [strangers.foreign, strangers.expired]) {
    await expect(browserOf(keycloak, certificate).open(url)).rejects.toThrow();
  }
});

test('the token response has the nine fields of the spec', async () => {
  const tokens = await signIn(keycloak, clients.rotating);
  expect(tokens).toEqual({
    access_token: expect.stringMatching(/^ey/),
    // One less where a second ended while Keycloak answered.
    expires_in: expect.closeTo(300, -1),
    id_token: expect.stringMatching(/^ey/),
    refresh_expires_in: expect.closeTo(1800, -1),
    refresh_token: expect.stringMatching(/^ey/),
    token_type: 'Bearer',
    'not-before-policy': 0,
    session_state: expect.any(String),
    scope: expect.stringContaining('openid'),
  });
  expect(claimsOf(tokens.id_token ?? '')).toMatchObject({
    iss: keycloak.issuer,
    aud: clients.rotating.clientId,
    preferred_username: 'hanako',
  });
});

test('a code works once, for its own verifier', async () => {
  const attempt = beginAttempt(keycloak, clients.rotating);
  const back = await confirm(keycloak, attempt, users.manager);
  const code = back.searchParams.get('code') ?? '';
  const request = { client: clients.rotating };
  const wrong = await exchangeCode(keycloak, code, `${attempt.verifier}x`, request);
  expect(wrong.status).toBe(400);
  const again = await exchangeCode(keycloak, code, attempt.verifier, request);
  expect(JSON.parse(again.text)).toMatchObject({ error: 'invalid_grant' });
});
