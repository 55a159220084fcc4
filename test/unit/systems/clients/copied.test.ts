import { expect, test } from 'vitest';
import { clientsWorld, sender, systemId } from './world.ts';

const made = {
  systemId,
  clientId: 'from-portal',
  redirectUrls: ['https://a.example/cb', '/relative*'],
  rootUrl: 'https://a.example',
  secret: 'secret of the portal',
  createdAt: '2026-02-03T04:05:06.000Z',
};

test('what the web interface made is kept as it was pasted, and nothing is asked of a server', async () => {
  const { clients, server, snapshot, reveal } = await clientsWorld({ registration: null });
  const { id } = await clients.calls.keep(made, sender);
  const { secret, ...facts } = made;
  const { clients: list, ways } = await snapshot();
  expect(list).toMatchObject([{ ...facts, id, source: 'kept', hasSecret: true, canRotate: false }]);
  expect(ways).toEqual(['kept']);
  expect(await reveal(id)).toEqual({ secret });
  expect(server.requests).toEqual([]);
});

test('its date stays unknown where none was pasted', async () => {
  const { clients } = await clientsWorld({ registration: null });
  const client = await clients.calls.keep({ ...made, createdAt: null, secret: null }, sender);
  expect(client).toMatchObject({ createdAt: null, hasSecret: false });
});

test('a Client ID is kept once', async () => {
  const { clients } = await clientsWorld({ registration: null });
  await clients.calls.keep(made, sender);
  const again = clients.calls.keep(made, sender);
  await expect(again).rejects.toMatchObject({ code: 'client-id-taken' });
});

test('also of two at once', async () => {
  const { clients, snapshot } = await clientsWorld({ registration: null });
  const both = await Promise.allSettled([
    clients.calls.keep(made, sender),
    clients.calls.keep(made, sender),
  ]);
  expect(both).toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected', reason: { code: 'client-id-taken' } },
  ]);
  expect((await snapshot()).clients).toHaveLength(1);
});

test('its redirect URLs and secret can be replaced; what is not given stays', async () => {
  const { clients, reveal } = await clientsWorld({ registration: null });
  const { id } = await clients.calls.keep(made, sender);
  const redirectUrls = ['compute-desk://oauth/callback'];
  const changed = await clients.calls.update({ id, redirectUrls, rootUrl: null }, sender);
  expect(changed).toMatchObject({ redirectUrls, rootUrl: null, createdAt: made.createdAt });
  expect((await reveal(id)).secret).toBe(made.secret);
  await clients.calls.update({ id, secret: 'another' }, sender);
  expect((await reveal(id)).secret).toBe('another');
});

test('signing in uses its secret, and the new one when that is replaced', async () => {
  const { clients, used } = await clientsWorld({ registration: null });
  const { id } = await clients.calls.keep({ ...made, clientId: 'signs-in' }, sender);
  await clients.calls.signInWith({ id }, sender);
  await clients.calls.update({ id, secret: 'another' }, sender);
  expect(used).toEqual([
    { clientId: 'signs-in', secret: made.secret },
    { clientId: 'signs-in', secret: 'another' },
  ]);
});

test('several are deleted at once; one that the server keeps is told and stays', async () => {
  const { clients, create, server, snapshot } = await clientsWorld();
  const kept = await clients.calls.keep(made, sender);
  const registered = await create('registered');
  server.answerNext({ status: 500, body: { error: 'down' } });
  const ids = [registered.id, kept.id, 'gone already'];
  expect(await clients.calls.removeMany({ ids }, sender)).toMatchObject({
    removed: [kept.id],
    failed: [
      { id: registered.id, problem: { code: 'http-status' } },
      { id: 'gone already', problem: { code: 'not-found' } },
    ],
  });
  expect((await snapshot()).clients.map(({ clientId }) => clientId)).toEqual(['registered']);
});

test('an export holds what was asked for and no secret', async () => {
  const { clients, create, saved } = await clientsWorld();
  const { id } = await clients.calls.keep(made, sender);
  await create('left-out');
  await clients.calls.export({ systemId, ids: [id] }, sender);
  expect(JSON.parse(saved[0] ?? '')).toMatchObject({
    clients: [{ clientId: 'from-portal', redirectUrls: made.redirectUrls }],
  });
  expect(saved.join()).not.toContain(made.secret);
  expect(saved.join()).not.toContain('left-out');
});

test('a registration address and token that the user entered are used, the token is never shown', async () => {
  const { clients, server, create, snapshot } = await clientsWorld({ registration: null });
  const change = {
    registrationUrl: server.endpoint,
    initialAccessToken: server.initialAccessToken,
  };
  const state = await clients.calls.updateSettings({ systemId, ...change }, sender);
  expect(state).toMatchObject({
    ways: ['dynamic-registration', 'kept'],
    settings: { registrationUrl: server.endpoint, hasInitialAccessToken: true },
  });
  expect(JSON.stringify(state)).not.toContain(server.initialAccessToken);
  await create('registered');
  expect(server.clientIds).toEqual(['registered']);

  await clients.calls.updateSettings({ systemId, initialAccessToken: null }, sender);
  expect((await snapshot()).settings).toMatchObject({
    registrationUrl: server.endpoint,
    hasInitialAccessToken: false,
  });
  await expect(create('another')).rejects.toMatchObject({ code: 'registration-token-refused' });
});
