import { expect, test } from 'vitest';
import { clientsWorld, sender } from './world.ts';

const redirectUrls = ['https://app.example/other'];

test('an answer to an update that tells neither secret nor date leaves both as they are', async () => {
  const { clients, create, reveal } = await clientsWorld();
  const { id, createdAt } = await create('batch');
  const changed = await clients.calls.update({ id, redirectUrls }, sender);
  expect(changed).toMatchObject({ redirectUrls, createdAt, hasSecret: true });
  expect(await reveal(id)).toEqual({ secret: 'secret-of-batch' });
});

test('a secret that an update brings counts from then on, for signing in too', async () => {
  const { clients, create, reveal, server, used } = await clientsWorld();
  const { id } = await create('signs-in');
  server.metadata = { client_secret: 'another' };
  await clients.calls.update({ id, redirectUrls }, sender);
  expect(await reveal(id)).toEqual({ secret: 'another' });
  expect(used).toEqual([{ clientId: 'signs-in', secret: 'another' }]);
});

test('a new secret is asked for by leaving the old one out, and taken over', async () => {
  const { clients, create, reveal, server, used, events } = await clientsWorld();
  const { id, canRotate } = await create('signs-in');
  expect(canRotate).toBe(true);
  server.metadata = { client_secret: 'another' };
  await clients.calls.rotateSecret({ id }, sender);
  const put = server.requests.find(({ method }) => method === 'PUT');
  expect(put?.body).not.toHaveProperty('client_secret');
  expect(await reveal(id)).toEqual({ secret: 'another' });
  expect(used).toEqual([{ clientId: 'signs-in', secret: 'another' }]);
  expect(JSON.stringify(events.all)).not.toContain('another');
});

test('a server that goes on with the old secret is told of, and nothing is lost', async () => {
  const { clients, create, reveal, server } = await clientsWorld();
  const { id } = await create('batch');
  for (const metadata of [{}, { client_secret: 'secret-of-batch' }]) {
    server.metadata = metadata;
    await expect(clients.calls.rotateSecret({ id }, sender)).rejects.toMatchObject({
      code: 'secret-not-renewed',
    });
  }
  expect(await reveal(id)).toEqual({ secret: 'secret-of-batch' });
});

test('a client that is kept here has no new secret to ask for', async () => {
  const { clients } = await clientsWorld({ registration: null });
  const { id, canRotate } = await clients.calls.keep(
    {
      systemId: 'system-1',
      clientId: 'from-portal',
      redirectUrls,
      secret: 'pasted',
      createdAt: null,
    },
    sender,
  );
  expect(canRotate).toBe(false);
  await expect(clients.calls.rotateSecret({ id }, sender)).rejects.toMatchObject({
    code: 'registration-unavailable',
  });
});
