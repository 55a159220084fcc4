import { expect, test } from 'vitest';
import { AppError } from '../../../../preload/contract/errors.ts';
import { clientsWorld, sender } from './world.ts';

test('secrets are nowhere but in the vault', async () => {
  const { create, server, snapshot, events, log, vault, remove } = await clientsWorld();
  const client = await create('app');
  const secrets = [...vault.secrets.values()].map((secret) => Buffer.from(secret).toString());
  expect(secrets).toHaveLength(2);
  expect(secrets).toContain('secret-of-app');
  const seen = JSON.stringify([client, await snapshot(), events.all, log.text()]);
  for (const secret of [...secrets, server.initialAccessToken]) expect(seen).not.toContain(secret);
  await remove(client.id);
  expect(vault.secrets.size).toBe(0);
});

test('nothing is registered while the vault could not keep the secret', async () => {
  const states = { locked: 'vault-locked', 'not-set-up': 'vault-not-set-up' } as const;
  for (const state of ['locked', 'not-set-up'] as const) {
    const { create, server } = await clientsWorld({
      vault: {
        ready: (scope) => scope === 'demo',
        state: () => ({ state, protection: 'none', keychainProblem: 'no-keyring' }),
      },
    });
    await expect(create('app')).rejects.toMatchObject({ code: states[state] });
    expect(server.requests).toEqual([]);
  }
});

test('the demo’s secrets need no keychain', async () => {
  const { create } = await clientsWorld({
    system: { kind: 'demo' },
    vault: { ready: (scope) => scope === 'demo' },
  });
  expect(await create('app')).toMatchObject({ hasSecret: true });
});

test('a client whose secret cannot be kept is taken back from the server', async () => {
  const { create, server, snapshot, vault } = await clientsWorld({
    vault: { put: () => Promise.reject(new AppError('vault-damaged')) },
  });
  await expect(create('app')).rejects.toMatchObject({ code: 'vault-damaged' });
  expect(server.clientIds).toEqual([]);
  expect((await snapshot()).clients).toEqual([]);
  expect(vault.secrets.size).toBe(0);
});

test('a secret is shown and copied with the vault’s leave, which the demo’s need not', async () => {
  const asked: unknown[] = [];
  const vault = {
    requirePassphrase(...given: unknown[]) {
      asked.push(given);
      if (given[0] !== 'the word') throw new AppError('vault-confirmation-needed');
    },
  };
  const { create, clients } = await clientsWorld({ vault, clipboard: true });
  const { id } = await create('app');
  for (const call of [clients.calls.revealSecret, clients.calls.copySecret]) {
    await expect(call({ id }, sender)).rejects.toMatchObject({ code: 'vault-confirmation-needed' });
    await call({ id, confirmation: 'the word' }, sender);
  }
  // Everyday work: what was typed in the last minutes is good enough.
  expect(asked).toEqual(
    [undefined, 'the word', undefined, 'the word'].map((word) => [word, 300_000]),
  );

  const demo = await clientsWorld({ system: { kind: 'demo' }, vault });
  const made = await demo.create('app');
  expect(await demo.reveal(made.id)).toEqual({ secret: 'secret-of-app' });
});
