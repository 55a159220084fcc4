import { expect, inject, test } from 'vitest';
import { clientsOf, isKnown, sender, systemId } from './clients-world.ts';
import { signIn } from './flow.ts';
import { connectKeycloak, type KeycloakUser } from './keycloak.ts';

const keycloak = connectKeycloak(inject('keycloak'));
const { clients, users } = keycloak;

/** The access token of a user who has signed in with their certificate. */
async function adminAs(user: KeycloakUser) {
  const tokens = await signIn(keycloak, clients.rotating, { certificate: user });
  return tokens.access_token;
}

test('who may manage clients sees the realm’s, without those that Keycloak is made of', async () => {
  const { calls } = await clientsOf(keycloak, { accessToken: await adminAs(users.manager) });
  const state = await calls.refresh({ systemId }, sender);
  expect(state.ways).toEqual(['keycloak-admin', 'kept']);
  const ids = state.clients.map(({ clientId }) => clientId);
  expect(ids).toEqual(expect.arrayContaining(['compute-desk', 'compute-desk-bound']));
  expect(ids).not.toContain('realm-management');
  expect(ids).not.toContain('account-console');
  const rotating = state.clients.find(({ clientId }) => clientId === 'compute-desk');
  expect(rotating).toMatchObject({ source: 'keycloak-admin', canRotate: true, hasSecret: true });
  expect(await calls.revealSecret({ id: rotating?.id ?? '' }, sender)).toEqual({
    secret: clients.rotating.secret,
  });
});

test('who may not manage clients keeps their own here', async () => {
  const { calls, log } = await clientsOf(keycloak, { accessToken: await adminAs(users.ordinary) });
  const state = await calls.refresh({ systemId }, sender);
  expect(state).toMatchObject({ ways: ['kept'], clients: [], problem: null });
  expect(log.text()).not.toContain('clients-realm-unknown');
});

test('who may look at clients only sees them as such, and is offered no way to make one', async () => {
  const { calls } = await clientsOf(keycloak, { accessToken: await adminAs(users.viewer) });
  const state = await calls.refresh({ systemId }, sender);
  expect(state).toMatchObject({ realm: 'views', ways: ['kept'], problem: null });
  expect(state.clients.map(({ clientId }) => clientId)).toContain('compute-desk');
  for (const { canChange, canRotate } of state.clients) {
    expect({ canChange, canRotate }).toEqual({ canChange: false, canRotate: false });
  }
  // What is kept here stays the user's own, whatever the realm lists under the same Client ID.
  const { clientId, secret } = clients.bound;
  await calls.keep(
    { systemId, clientId, redirectUrls: ['https://app.example/cb'], secret, createdAt: null },
    sender,
  );
  const { clients: both } = await calls.snapshot({ systemId }, sender);
  expect(both.filter((one) => one.clientId === clientId)).toMatchObject([
    { source: 'kept', canChange: true },
  ]);
});

test('a client of the realm is made, changed, given a new secret that sign-in takes over, and removed', async () => {
  const { calls, events, used } = await clientsOf(keycloak, {
    accessToken: await adminAs(users.manager),
    signedInWith: 'from_the_app',
  });
  await calls.refresh({ systemId }, sender);
  const before = Math.floor(Date.now() / 1000) * 1000;
  const client = await calls.create(
    { systemId, clientId: 'from_the_app', redirectUrls: ['/cb'], rootUrl: 'https://app.example' },
    sender,
  );
  expect(client).toMatchObject({ source: 'keycloak-admin', redirectUrls: ['/cb'] });
  expect(Date.parse(client.createdAt ?? '')).toBeGreaterThanOrEqual(before);
  const { id } = client;
  const { secret } = await calls.revealSecret({ id }, sender);
  expect(await isKnown(keycloak, 'from_the_app', secret)).toBe(true);

  const redirectUrls = ['https://app.example/a*', 'compute-desk://oauth/callback'];
  const changed = await calls.update({ id, redirectUrls, rootUrl: null }, sender);
  expect([...changed.redirectUrls].sort()).toEqual([...redirectUrls].sort());
  expect(changed.rootUrl).toBeNull();
  expect((await calls.revealSecret({ id }, sender)).secret).toBe(secret);

  await calls.rotateSecret({ id }, sender);
  const next = (await calls.revealSecret({ id }, sender)).secret;
  expect(next).not.toBe(secret);
  expect(used).toEqual([{ clientId: 'from_the_app', secret: next }]);
  expect(await isKnown(keycloak, 'from_the_app', secret)).toBe(false);
  expect(await isKnown(keycloak, 'from_the_app', next)).toBe(true);

  expect(await calls.removeMany({ ids: [id] }, sender)).toEqual({
    removed: [id],
    restorable: [],
    failed: [],
  });
  expect(await isKnown(keycloak, 'from_the_app', next)).toBe(false);
  const last = events.of('clients.changed').at(-1);
  expect(last?.clients.map(({ clientId }) => clientId)).not.toContain('from_the_app');
});

test('a new secret leaves the Created Date as it is', async () => {
  const { calls } = await clientsOf(keycloak, { accessToken: await adminAs(users.manager) });
  await keycloak.admin.call('POST', '/realms/op/clients', {
    clientId: 'from_before',
    secret: 'old',
    attributes: { 'client.secret.creation.time': '1577934245' },
  });
  const listed = async () => {
    const state = await calls.refresh({ systemId }, sender);
    const found = state.clients.find(({ clientId }) => clientId === 'from_before');
    if (found === undefined) throw new Error('not listed');
    return found;
  };
  const createdAt = '2020-01-02T03:04:05.000Z';
  const { id, ...before } = await listed();
  expect(before).toMatchObject({ createdAt });
  for (let round = 0; round < 2; round++) await calls.rotateSecret({ id }, sender);
  expect(await calls.revealSecret({ id }, sender)).not.toEqual({ secret: 'old' });
  expect(await listed()).toMatchObject({ createdAt });
  await calls.removeMany({ ids: [id] }, sender);
});

test('a Client ID that the realm has is taken', async () => {
  const { calls } = await clientsOf(keycloak, { accessToken: await adminAs(users.manager) });
  await calls.refresh({ systemId }, sender);
  await expect(
    calls.create(
      { systemId, clientId: 'compute-desk', redirectUrls: ['https://a.example/'] },
      sender,
    ),
  ).rejects.toMatchObject({ code: 'client-id-taken' });
});
