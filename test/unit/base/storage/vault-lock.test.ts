import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { testFolder } from '../../../support/files/folder.ts';
import { noKeychain, openVault, reopenVault, writeVault } from '../../../support/worlds/vault.ts';

const passphrase = 'correct horse';
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

async function unlockedVault() {
  const folder = testFolder();
  await writeVault(folder, 2, { passphrase }, { user: { 'key/1': 'one' } });
  const opened = await openVault(folder, noKeychain);
  await opened.vault.unlock(passphrase);
  return opened;
}

test.each([0, 20, 60, 120, 250])(
  'locking while the passphrase is changed loses no secret: after %i ms',
  async (ms) => {
    const opened = await unlockedVault();
    const changing = opened.vault.setPassphrase('another horse', passphrase).then(
      () => 'another horse',
      (error: { code: string }) => {
        expect(error.code).toBe('vault-locked');
        return passphrase;
      },
    );
    await setTimeout(ms);
    opened.vault.lock();
    const good = await changing;
    expect(opened.vault.state().state).toBe('locked');
    const next = await reopenVault(opened, noKeychain);
    await next.vault.unlock(good);
    expect(text(await next.vault.get('key/1', 'user'))).toBe('one');
  },
);

test('locking while a secret is put seals it whole or not at all', async () => {
  const { vault } = await unlockedVault();
  const outcomes = new Set<string>();
  for (let steps = 0; steps < 16; steps += 1) {
    const putting = vault.put('key/2', Buffer.from(`secret ${steps}`), 'user').then(
      () => 'kept',
      (error: { code: string }) => error.code,
    );
    for (let step = 0; step < steps; step += 1) await Promise.resolve();
    vault.lock();
    const outcome = await putting;
    outcomes.add(outcome);
    await vault.unlock(passphrase);
    if (outcome === 'kept') {
      expect(text(await vault.get('key/2', 'user'))).toBe(`secret ${steps}`);
    }
  }
  expect([...outcomes].sort()).toEqual(['kept', 'vault-locked']);
});
