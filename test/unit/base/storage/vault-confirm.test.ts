import { expect, test } from 'vitest';
import { testFolder } from '../../../support/files/folder.ts';
import {
  fakeKeychain,
  noKeychain,
  openVault,
  reopenVault,
  writeVault,
} from '../../../support/worlds/vault.ts';

const passphrase = 'correct horse';
const wrong = { code: 'vault-wrong-passphrase' };
const needed = { code: 'vault-confirmation-needed' };

async function unlockedVault() {
  const folder = testFolder();
  await writeVault(folder, 2, { passphrase }, { user: { 'key/1': 'one' } });
  let now = 0;
  const opened = await openVault(folder, noKeychain, () => now);
  await opened.vault.unlock(passphrase);
  return { ...opened, later: (ms: number) => (now += ms) };
}

test('changing the passphrase asks for the one that is', async () => {
  const opened = await unlockedVault();
  await expect(opened.vault.setPassphrase('another horse')).rejects.toMatchObject(needed);
  await expect(opened.vault.setPassphrase('another horse', 'wrong horse')).rejects.toMatchObject(
    wrong,
  );
  const unchanged = await reopenVault(opened, noKeychain);
  await unchanged.vault.unlock(passphrase);
  await opened.vault.setPassphrase('another horse', passphrase);
  const changed = await reopenVault(opened, noKeychain);
  await expect(changed.vault.unlock(passphrase)).rejects.toMatchObject(wrong);
  await changed.vault.unlock('another horse');
});

test('a confirmation is good once, for a minute, and until the vault is locked', async () => {
  const { vault, later } = await unlockedVault();
  expect(() => vault.requirePassphrase(undefined)).toThrow(expect.objectContaining(needed));
  expect(() => vault.requirePassphrase('made up')).toThrow(expect.objectContaining(needed));
  await expect(vault.confirm('wrong horse')).rejects.toMatchObject(wrong);

  const once = await vault.confirm(passphrase);
  vault.requirePassphrase(once);
  expect(() => vault.requirePassphrase(once)).toThrow(expect.objectContaining(needed));

  const late = await vault.confirm(passphrase);
  later(60_001);
  expect(() => vault.requirePassphrase(late)).toThrow(expect.objectContaining(needed));

  const before = await vault.confirm(passphrase);
  vault.lock();
  expect(() => vault.requirePassphrase(before)).toThrow(
    expect.objectContaining({ code: 'vault-locked' }),
  );
  await vault.unlock(passphrase);
  expect(() => vault.requirePassphrase(before)).toThrow(expect.objectContaining(needed));
});

test('where a passphrase typed lately will do, it is asked for when that is longer ago', async () => {
  const { vault, later } = await unlockedVault();
  vault.requirePassphrase(undefined, 60_000);
  later(60_001);
  expect(() => vault.requirePassphrase(undefined, 60_000)).toThrow(expect.objectContaining(needed));
  vault.requirePassphrase(await vault.confirm(passphrase), 60_000);
  vault.requirePassphrase(undefined, 60_000);
  vault.lock();
  expect(() => vault.requirePassphrase(undefined, 60_000)).toThrow(
    expect.objectContaining({ code: 'vault-locked' }),
  );
});

test('with a keychain there is no passphrase to ask for', async () => {
  const { vault } = await openVault(testFolder(), fakeKeychain());
  await vault.put('key/1', Buffer.from('one'), 'user');
  vault.requirePassphrase(undefined);
  await vault.setPassphrase(passphrase);
  expect(() => vault.requirePassphrase(undefined)).toThrow(expect.objectContaining(needed));
});

test('wrong passphrases are slowed, whichever call they come by, and however many at once', async () => {
  const { vault, later } = await unlockedVault();
  const guesses = await Promise.allSettled([
    vault.confirm('a'),
    vault.unlock('b'),
    vault.setPassphrase('longer than that', 'c'),
    ...Array.from({ length: 20 }, (_, at) => vault.confirm(`guess ${at}`)),
  ]);
  const codes = guesses.map((guess) =>
    guess.status === 'rejected' ? guess.reason.code : 'opened',
  );
  expect(codes.slice(0, 3)).toEqual(Array(3).fill('vault-wrong-passphrase'));
  expect(new Set(codes.slice(3))).toEqual(new Set(['vault-too-many-tries']));

  // Even the right one has to wait, or the wait would tell.
  await expect(vault.confirm(passphrase)).rejects.toMatchObject({
    code: 'vault-too-many-tries',
    details: { seconds: 1 },
  });
  for (const seconds of [1, 2, 4, 8, 16, 32, 60]) {
    await expect(vault.confirm(passphrase)).rejects.toMatchObject({ details: { seconds } });
    later(seconds * 1000);
    await expect(vault.confirm('wrong')).rejects.toMatchObject(wrong);
  }
  later(60_000);
  await vault.confirm(passphrase);
  await expect(vault.confirm('wrong')).rejects.toMatchObject(wrong);
  await vault.confirm(passphrase);
});
