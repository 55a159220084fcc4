import { expect, test } from 'vitest';
import { createVault } from '../../../../main/base/storage/vault/index.ts';
import { contract } from '../../../../preload/contract/index.ts';
import { testFolder } from '../../../support/files/folder.ts';
import { startTestStorage } from '../../../support/worlds/storage.ts';
import { keyFileOf, noKeychain, openVault, reopenVault } from '../../../support/worlds/vault.ts';

const takes = (passphrase: string): boolean =>
  contract.vault.setPassphrase.input.safeParse({ passphrase }).success;

test.each([
  ['seven characters', 'seven77', false],
  ['eight', 'eight888', true],
  ['of one kind', 'aaaaaaaa', true],
  ['spaces', '        ', true],
  ['signs', '\'";--\\%00', true],
  ['Japanese', '正しい馬の電池ですよ', true],
  ['emoji', '🐎🔋📎👍'.repeat(2), true],
  ['64', 'x'.repeat(64), true],
  ['1,024', 'x'.repeat(1024), true],
  ['more', 'x'.repeat(1025), false],
])('a passphrase is of eight characters at least and of any: %s', (_, passphrase, taken) => {
  expect(takes(passphrase)).toBe(taken);
});

test.each([
  ['case', 'Correct Horse', ['correct horse', 'CORRECT HORSE']],
  ['spaces around it', ' correct horse ', ['correct horse', ' correct horse']],
  ['its last character', 'x'.repeat(1024), ['x'.repeat(1023), `${'x'.repeat(1023)}y`]],
])('a passphrase counts as it was typed: %s', async (_, passphrase, others) => {
  const opened = await openVault(testFolder(), noKeychain);
  await opened.vault.setPassphrase(passphrase);
  let hours = 0;
  // a clock that runs: wrong ones are slowed
  const { vault } = await reopenVault(opened, noKeychain, () => (hours += 3_600_000));
  for (const other of others) {
    await expect(vault.unlock(other)).rejects.toMatchObject({ code: 'vault-wrong-passphrase' });
  }
  await vault.unlock(passphrase);
});

test('however its letters were composed, a passphrase is the same one (NFKC)', async () => {
  const opened = await openVault(testFolder(), noKeychain);
  await opened.vault.setPassphrase('が café 正しい馬');
  const { vault } = await reopenVault(opened, noKeychain);
  await vault.unlock('が café 正しい馬'.normalize('NFD'));
});

test('the app’s own passphrases become keys by scrypt of N = 2^17, r = 8, p = 1 with a salt of their own', async () => {
  const derivations = [];
  for (const folder of [testFolder(), testFolder()]) {
    const database = await startTestStorage(folder);
    const vault = await createVault({
      ...{ folder, keychain: noKeychain, database, emit: () => undefined },
    });
    await vault.setPassphrase('correct horse');
    await database.close();
    const { user } = keyFileOf(folder);
    const { derivation } = user as unknown as { derivation: { salt: string } };
    derivations.push(derivation);
    expect(derivation).toMatchObject({ cost: 2 ** 17, blockSize: 8, parallelization: 1 });
    expect(Buffer.from(derivation.salt, 'base64')).toHaveLength(16);
  }
  expect(derivations[0]?.salt).not.toBe(derivations[1]?.salt);
});
