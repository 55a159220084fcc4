import { X509Certificate } from 'node:crypto';
import { expect, inject, onTestFinished, test } from 'vitest';
import { claimsOf, refresh, signIn, tokensOf } from './flow.ts';
import { https } from './https.ts';
import { connectKeycloak } from './keycloak.ts';

const keycloak = inject('keycloak');
const { clients, users } = keycloak;

test('a refresh brings the nine fields and a new refresh token; the used one is refused', async () => {
  const client = clients.rotating;
  const first = await signIn(keycloak, client);
  const second = tokensOf(await refresh(keycloak, first.refresh_token ?? '', { client }));
  expect(Object.keys(second).sort()).toEqual(Object.keys(first).sort());
  expect(second.refresh_token).not.toBe(first.refresh_token);

  const reused = await refresh(keycloak, first.refresh_token ?? '', { client });
  expect(reused.status).toBe(400);
  expect(JSON.parse(reused.text)).toMatchObject({ error: 'invalid_grant' });
});

test('without rotation a refresh token goes on working', async () => {
  const server = connectKeycloak(keycloak);
  await server.setRotation(false);
  onTestFinished(() => server.setRotation(true));
  const client = clients.rotating;
  const first = await signIn(keycloak, client);
  for (const attempt of [1, 2]) {
    const next = tokensOf(await refresh(keycloak, first.refresh_token ?? '', { client }));
    expect(next.access_token, `refresh ${attempt}`).not.toBe(first.access_token);
  }
});

test('offline access says 0 for the lifetime of its refresh token, and refreshes', async () => {
  const client = clients.rotating;
  const scope = 'openid offline_access';
  const offline = await signIn(keycloak, client, { scope });
  expect(offline.refresh_expires_in).toBe(0);
  expect(offline.scope.split(' ')).toContain('offline_access');
  expect(claimsOf(offline.refresh_token ?? '')).toMatchObject({ typ: 'Offline' });
  const next = tokensOf(await refresh(keycloak, offline.refresh_token ?? '', { client }));
  expect(next.refresh_expires_in).toBe(0);
});

test('bound tokens carry the certificate, and are refused without it or with another', async () => {
  const client = clients.bound;
  const certificate = users.manager;
  const tokens = await signIn(keycloak, client, { certificate });
  const thumbprint = new X509Certificate(certificate.certificatePem).fingerprint256
    .replaceAll(':', '')
    .toLowerCase();
  const bound = claimsOf(tokens.access_token).cnf as { 'x5t#S256': string };
  expect(Buffer.from(bound['x5t#S256'], 'base64url').toString('hex')).toBe(thumbprint);

  const userInfo = (presented: typeof certificate | null) =>
    https({
      url: `${keycloak.issuer}/protocol/openid-connect/userinfo`,
      headers: { authorization: `Bearer ${tokens.access_token}` },
      authority: keycloak.authorities.server.pem,
      certificate: presented,
    });
  expect((await userInfo(certificate)).status).toBe(200);
  expect((await userInfo(users.ordinary)).status).toBe(401);

  const refreshToken = tokens.refresh_token ?? '';
  const stolen = await refresh(keycloak, refreshToken, { client, certificate: users.ordinary });
  expect(stolen.status).toBe(401);
  const own = await refresh(keycloak, refreshToken, { client, certificate });
  expect(tokensOf(own).refresh_token).toBeDefined();
});
