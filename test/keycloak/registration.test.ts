import { expect, inject, test } from 'vitest';
import { clientsOf, isKnown, sender, systemId } from './clients-world.ts';
import { https } from './https.ts';
import { connectKeycloak } from './keycloak.ts';

const keycloak = connectKeycloak(inject('keycloak'));
const endpoint = `${keycloak.issuer}/clients-registrations/openid-connect`;

const registrationBy = (initialAccessToken: string | null) => ({
  url: endpoint,
  initialAccessToken,
});

test('a client is registered with the chosen Client ID, changed, and removed', async () => {
  const token = await keycloak.createInitialAccessToken();
  const { calls } = await clientsOf(keycloak, { registration: registrationBy(token) });
  const before = Math.floor(Date.now() / 1000) * 1000;
  const client = await calls.create(
    {
      systemId,
      clientId: 'my_batch-1',
      redirectUrls: ['https://app.example/callback', '/relative/*'],
      rootUrl: 'https://app.example',
    },
    sender,
  );
  expect(client).toMatchObject({
    source: 'dynamic-registration',
    clientId: 'my_batch-1',
    redirectUrls: expect.arrayContaining(['https://app.example/callback', '/relative/*']),
    rootUrl: 'https://app.example',
    hasSecret: true,
  });
  expect(Date.parse(client.createdAt ?? '')).toBeGreaterThanOrEqual(before);
  const { secret } = await calls.revealSecret({ id: client.id }, sender);
  expect(await isKnown(keycloak, 'my_batch-1', secret)).toBe(true);
  expect(await isKnown(keycloak, 'my_batch-1', `${secret}x`)).toBe(false);

  // Twice: Keycloak hands out another registration access token with every answer.
  for (const redirectUrl of ['https://app.example/second', 'https://app.example/third']) {
    const redirectUrls = [redirectUrl];
    const changed = await calls.update({ id: client.id, redirectUrls }, sender);
    expect(changed.redirectUrls).toEqual(redirectUrls);
    const found = await keycloak.admin.call('GET', '/realms/op/clients?clientId=my_batch-1');
    expect(found).toMatchObject([{ redirectUris: redirectUrls, rootUrl: 'https://app.example' }]);
  }
  expect(await isKnown(keycloak, 'my_batch-1', secret)).toBe(true);

  await calls.removeMany({ ids: [client.id] }, sender);
  expect(await isKnown(keycloak, 'my_batch-1', secret)).toBe(false);
  expect((await calls.snapshot({ systemId }, sender)).clients).toEqual([]);
});

test('a taken Client ID, a spent initial access token and none at all are told apart', async () => {
  const token = await keycloak.createInitialAccessToken(3);
  const { calls } = await clientsOf(keycloak, { registration: registrationBy(token) });
  const redirectUrls = ['https://app.example/callback'];
  const taken = keycloak.clients.rotating.clientId;
  await expect(
    calls.create({ systemId, clientId: taken, redirectUrls }, sender),
  ).rejects.toMatchObject({ code: 'client-id-taken' });

  const none = await clientsOf(keycloak, { registration: registrationBy('not a token') });
  await expect(
    none.calls.create({ systemId, clientId: 'nobody', redirectUrls }, sender),
  ).rejects.toMatchObject({ code: 'registration-token-refused' });
});

test('the standard’s own format cannot choose a Client ID with Keycloak', async () => {
  const answer = await https({
    url: endpoint,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${await keycloak.createInitialAccessToken()}`,
    },
    body: JSON.stringify({ client_id: 'chosen', redirect_uris: ['https://app.example/'] }),
    authority: keycloak.authorities.server.pem,
  });
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.text)).toMatchObject({
    error_description: expect.stringMatching(/client identifier included/i),
  });
});
