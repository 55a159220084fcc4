import { expect, test } from 'vitest';
import type { Keychain } from '../../../../main/base/host.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import { testFolder } from '../../../support/files/folder.ts';
import { fakeKeychain, openVault, reopenVault } from '../../../support/worlds/vault.ts';

const secret = Buffer.from('of the user');
const locked = { code: 'vault-keychain-locked' };
const sender = { id: 'window-1' };

/** A keychain that is locked until its prompt is answered, by the password (true) or by Cancel. */
function lockedKeychain() {
  const real = fakeKeychain();
  const keyring = { isLocked: true, prompts: [] as ((typed: boolean) => void)[] };
  const refuse = (): void => {
    if (keyring.isLocked) throw new AppError('vault-keychain-locked');
  };
  const keychain: Keychain = {
    state: async () =>
      keyring.isLocked ? { available: false, problem: 'locked' } : { available: true },
    async seal(plain) {
      refuse();
      return real.seal(plain);
    },
    async unseal(sealed) {
      refuse();
      return real.unseal(sealed);
    },
    unlock: () =>
      new Promise((resolve) => {
        keyring.prompts.push((typed) => {
          if (typed) keyring.isLocked = false;
          resolve();
        });
      }),
  };
  return { keychain, keyring };
}

async function withStored() {
  const opened = await openVault(testFolder(), fakeKeychain());
  await opened.vault.put('key/1', secret, 'user');
  const { keychain, keyring } = lockedKeychain();
  const { vault } = await reopenVault(opened, keychain);
  return { vault, keyring };
}

test('a locked keychain is said to be locked; unlocked, it opens what is stored', async () => {
  const { vault, keyring } = await withStored();
  const state = { state: 'locked', protection: 'keychain', keychainProblem: 'locked' };
  expect(vault.state()).toEqual(state);
  await expect(vault.get('key/1', 'user')).rejects.toMatchObject(locked);
  expect(keyring.prompts).toEqual([]);

  let changes = 0;
  vault.onChange(() => changes++);
  const offered = vault.offerKeychain(true);
  const pressed = vault.calls.unlockKeychain(undefined, sender);
  expect(keyring.prompts).toHaveLength(1);
  // while the prompt is open, others are answered
  await expect(vault.get('key/1', 'user')).rejects.toMatchObject(locked);
  keyring.prompts[0]?.(true);
  await offered;
  expect(await pressed).toEqual({ state: 'ready', protection: 'keychain', keychainProblem: null });
  expect(changes).toBe(1);
  expect(Buffer.from(await vault.get('key/1', 'user'))).toEqual(secret);
});

test('one Cancel is enough, and what was unlocked elsewhere is noticed without a prompt', async () => {
  const { vault, keyring } = await withStored();
  const offered = vault.offerKeychain(true);
  keyring.prompts[0]?.(false);
  await offered;
  expect(vault.state().keychainProblem).toBe('locked');
  await vault.offerKeychain(false);
  expect(keyring.prompts).toHaveLength(1);
  keyring.isLocked = false;
  await vault.offerKeychain(false);
  expect(vault.state().state).toBe('ready');
  await vault.offerKeychain(true);
  expect(keyring.prompts).toHaveLength(1);
});

test('with nothing stored yet it is asked for with the first secret, not before', async () => {
  const { keychain, keyring } = lockedKeychain();
  const { vault } = await openVault(testFolder(), keychain);
  await vault.offerKeychain(true);
  expect(keyring.prompts).toEqual([]);
  expect(vault.state()).toMatchObject({ state: 'not-set-up', keychainProblem: 'locked' });
  await expect(vault.put('key/1', secret, 'user')).rejects.toMatchObject(locked);
  const unlocked = vault.calls.unlockKeychain(undefined, sender);
  keyring.prompts[0]?.(true);
  expect(await unlocked).toMatchObject({ state: 'ready', protection: 'keychain' });
  expect(await vault.put('key/1', secret, 'user')).toBe('keychain');
});
