import { expect, test } from 'vitest';
import { clientsWorld, sender, systemId } from './world.ts';

test('a removed client is gone from the server and from the list', async () => {
  const { create, remove, server, snapshot, events } = await clientsWorld();
  const kept = await create('kept');
  const gone = await create('gone');
  await remove(gone.id);
  expect(server.clientIds).toEqual(['kept']);
  expect((await snapshot()).clients).toEqual([kept]);
  expect(events.of('clients.changed').at(-1)?.clients).toEqual([kept]);
});

test('a client that the server no longer has can be removed all the same', async () => {
  for (const status of [401, 404, 410]) {
    const { create, remove, server, snapshot } = await clientsWorld();
    const client = await create('app');
    server.answerNext({ status, body: { error: 'invalid_token' } });
    await remove(client.id);
    expect((await snapshot()).clients).toEqual([]);
  }
});

test('a client that the server does not give up stays in the list, with its secret', async () => {
  for (const [status, code] of [
    [403, 'registration-unavailable'],
    [405, 'registration-unavailable'],
    [503, 'http-status'],
  ] as const) {
    const { create, remove, server, snapshot, reveal } = await clientsWorld();
    const client = await create('app');
    server.answerNext({ status, body: { error: 'no', error_description: 'not yours' } });
    await expect(remove(client.id)).rejects.toMatchObject({
      code,
      details: { server: 'no: not yours' },
    });
    expect((await snapshot()).clients).toEqual([client]);
    expect(await reveal(client.id)).toEqual({ secret: 'secret-of-app' });
  }
});

test('the management token goes to no other origin', async () => {
  const other = await clientsWorld();
  const { create, remove, server } = await clientsWorld();
  server.metadata = { registration_client_uri: `${other.server.endpoint}/app` };
  const client = await create('app');
  await remove(client.id);
  expect(other.server.requests).toEqual([]);
});

test('the list survives a restart, and its clients can still be removed', async () => {
  const { create, reopen, server } = await clientsWorld();
  const client = await create('app');
  const { calls } = reopen();
  expect((await calls.snapshot({ systemId }, sender)).clients).toEqual([client]);
  expect(await calls.revealSecret({ id: client.id }, sender)).toEqual({ secret: 'secret-of-app' });
  await calls.removeMany({ ids: [client.id] }, sender);
  expect(server.clientIds).toEqual([]);
});

test('forgetting a system drops its clients here and leaves them on the server', async () => {
  const { create, clients, server, snapshot, vault } = await clientsWorld();
  await create('app');
  await clients.forget(systemId);
  expect((await snapshot()).clients).toEqual([]);
  expect(vault.secrets.size).toBe(0);
  expect(server.clientIds).toEqual(['app']);
});

test('an unknown client or system is said to be so', async () => {
  const { remove, reveal, clients } = await clientsWorld();
  await expect(remove('nobody')).rejects.toMatchObject({ code: 'not-found' });
  await expect(reveal('nobody')).rejects.toMatchObject({ code: 'not-found' });
  const call = clients.calls.snapshot({ systemId: 'nowhere' }, sender);
  await expect(call).rejects.toMatchObject({ code: 'no-system' });
});
