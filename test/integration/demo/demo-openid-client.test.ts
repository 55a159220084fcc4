import * as oidc from 'openid-client';
import { Agent, fetch } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { snippetOf } from '../../../renderer/features/systems/clients/snippets.ts';
import { authoritiesFile } from '../../../renderer/features/systems/elsewhere/authorities.ts';
import { callback, createBrowser, location, startTestDemo } from './demo-support.ts';

let demo: Awaited<ReturnType<typeof startTestDemo>>;
let agent: Agent;
let config: oidc.Configuration;
let given: Record<string, string>;

beforeAll(async () => {
  demo = await startTestDemo();
  agent = new Agent({ connect: { ca: demo.authorityPem } });
  const trusting: oidc.CustomFetch = async (url, options) => {
    const { body, ...rest } = options;
    const response = await fetch(url, {
      ...rest,
      ...(body !== undefined && body !== null && { body: body.toString() }),
      signal: options.signal ?? null,
      dispatcher: agent,
    });
    return new Response(response.status === 204 ? null : await response.text(), {
      status: response.status,
      headers: [...response.headers],
    });
  };
  // what the app writes for libraries of OpenID
  const { clientId } = demo.oauthClient;
  const text = snippetOf(
    'json',
    'bash',
    { clientId, hasSecret: true, redirectUrl: callback },
    {
      ...{ authUrl: demo.authUrl, realmPath: '/auth/realms/op', webApiUrl: demo.webApiUrl },
      ...{ header: 'Authorization', scheme: 'Bearer', ownAuthorities: true },
    },
  );
  expect(text).not.toContain(demo.oauthClient.clientSecret);
  given = JSON.parse(text) as Record<string, string>;
  config = await oidc.discovery(
    new URL(given.issuer ?? ''),
    given.client_id ?? '',
    demo.oauthClient.clientSecret,
    oidc.ClientSecretPost(demo.oauthClient.clientSecret),
    { [oidc.customFetch]: trusting },
  );
});
afterAll(async () => {
  await agent.close();
  await demo[Symbol.asyncDispose]();
});

test('the settings for OpenID libraries name what the discovery document names', () => {
  const { authorization_endpoint, token_endpoint, issuer } = config.serverMetadata();
  expect(given).toMatchObject({ authorization_endpoint, token_endpoint, issuer });
  expect(given).toMatchObject({ response_type: 'code', ca_file: authoritiesFile });
});

test('a certified relying party goes through the whole flow: PKCE, state, nonce, iss, refresh, revoke', async () => {
  const verifier = oidc.randomPKCECodeVerifier();
  const state = oidc.randomState();
  const nonce = oidc.randomNonce();
  const start = oidc.buildAuthorizationUrl(config, {
    redirect_uri: given.redirect_uri ?? '',
    scope: 'openid',
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  });
  const user = await demo.inspect.issueCertificate({ commonName: 'Grace', purpose: 'client' });
  const browse = createBrowser(demo, user);
  const page = location(await browse(start.href), demo.authUrl).href;
  const resume = location(await browse(page, { login: 'Continue' }), demo.authUrl).href;
  const target = location(await browse(resume), demo.authUrl);

  const tokens = await oidc.authorizationCodeGrant(config, target, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
  expect(tokens.token_type).toBe('bearer');
  const subject = tokens.claims()?.sub ?? '';
  // As Keycloak does, without the scope profile.
  expect(tokens.claims()).toMatchObject({ preferred_username: 'Grace' });
  const info = await oidc.fetchUserInfo(config, tokens.access_token, subject);
  expect(info).toMatchObject({ name: 'Grace', preferred_username: 'Grace' });

  const renew = (token = '') =>
    oidc.refreshTokenGrant(config, token, { redirect_uri: given.redirect_uri ?? '' });
  const fresh = await renew(tokens.refresh_token);
  expect(fresh.claims()?.sub).toBe(subject);
  await oidc.tokenRevocation(config, fresh.refresh_token ?? '');
  await expect(renew(fresh.refresh_token)).rejects.toMatchObject({
    error: 'invalid_grant',
  });
});
