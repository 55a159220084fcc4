import * as oidc from 'openid-client';
import { Agent, fetch } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBrowser, location, startTestDemo } from './demo-support.ts';

let demo: Awaited<ReturnType<typeof startTestDemo>>;
let agent: Agent;
let config: oidc.Configuration;

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
  config = await oidc.discovery(
    new URL(`${demo.authUrl}/auth/realms/op`),
    demo.oauthClient.clientId,
    demo.oauthClient.clientSecret,
    oidc.ClientSecretPost(demo.oauthClient.clientSecret),
    { [oidc.customFetch]: trusting },
  );
});
afterAll(async () => {
  await agent.close();
  await demo[Symbol.asyncDispose]();
});

test('a certified relying party goes through the whole flow: PKCE, state, nonce, iss, refresh, revoke', async () => {
  const verifier = oidc.randomPKCECodeVerifier();
  const state = oidc.randomState();
  const nonce = oidc.randomNonce();
  const start = oidc.buildAuthorizationUrl(config, {
    redirect_uri: 'compute-desk://oauth/callback',
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
    oidc.refreshTokenGrant(config, token, { redirect_uri: 'compute-desk://oauth/callback' });
  const fresh = await renew(tokens.refresh_token);
  expect(fresh.claims()?.sub).toBe(subject);
  await oidc.tokenRevocation(config, fresh.refresh_token ?? '');
  await expect(renew(fresh.refresh_token)).rejects.toMatchObject({
    error: 'invalid_grant',
  });
});
