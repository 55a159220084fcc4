import { expect, test } from 'vitest';
import { AppError } from '../../../../preload/contract/errors.ts';
import { clientsWorld, sender, systemId } from './world.ts';

const made = {
  systemId,
  clientId: 'from-portal',
  redirectUrls: ['https://a.example/cb', '/relative*'],
  rootUrl: 'https://a.example',
  secret: 'secret of the portal',
  createdAt: '2026-02-03T04:05:06.000Z',
};

test('what was only kept here can be brought back whole, secret included', async () => {
  const { clients, snapshot, reveal, vault } = await clientsWorld({ registration: null });
  const kept = await clients.calls.keep(made, sender);
  const { restorable } = await clients.calls.removeMany({ ids: [kept.id] }, sender);
  expect(restorable).toEqual([kept.id]);
  expect((await snapshot()).clients).toEqual([]);
  expect([...vault.secrets.keys()]).toEqual([]);

  await clients.calls.restore({ ids: [kept.id] }, sender);
  expect((await snapshot()).clients).toEqual([kept]);
  expect(await reveal(kept.id)).toEqual({ secret: made.secret });
});

test('a client that its system has deleted cannot be brought back', async () => {
  const { clients, create } = await clientsWorld();
  const { id } = await create('registered');
  expect(await clients.calls.removeMany({ ids: [id] }, sender)).toMatchObject({ restorable: [] });
  await expect(clients.calls.restore({ ids: [id] }, sender)).rejects.toMatchObject({
    code: 'not-found',
  });
});

test('a Client ID that was kept anew in the meantime is taken', async () => {
  const { clients } = await clientsWorld({ registration: null });
  const { id } = await clients.calls.keep(made, sender);
  await clients.calls.removeMany({ ids: [id] }, sender);
  await clients.calls.keep(made, sender);
  await expect(clients.calls.restore({ ids: [id] }, sender)).rejects.toMatchObject({
    code: 'client-id-taken',
  });
});

test('while its secret cannot be read a client is deleted for good', async () => {
  const { clients } = await clientsWorld({
    registration: null,
    vault: {
      get: async () => {
        throw new AppError('vault-locked');
      },
    },
  });
  const { id } = await clients.calls.keep(made, sender);
  expect(await clients.calls.removeMany({ ids: [id] }, sender)).toEqual({
    removed: [id],
    restorable: [],
    failed: [],
  });
});
