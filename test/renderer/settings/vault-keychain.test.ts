import { expect, it } from 'vitest';
import type { VaultState } from '../../../preload/contract/app.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import { createVault } from '../../../renderer/kit/vault.ts';
import type { FollowedStore } from '../../../renderer/resources/followed.ts';

const locked = new AppError('vault-keychain-locked');

it.each([true, false])(
  'what needs a locked keychain has it unlocked once; typed (%s), it runs again, cancelled it says why',
  async (typed) => {
    const prompts: string[] = [];
    let isLocked = true;
    const vault = createVault(null as unknown as FollowedStore<VaultState>, async () => {
      prompts.push('prompt');
      if (typed) isLocked = false;
      return {
        ...{ state: isLocked ? 'locked' : 'ready', protection: 'keychain' },
        keychainProblem: isLocked ? 'locked' : null,
      };
    });
    const action = async () => {
      if (isLocked) throw locked;
      return 'done';
    };
    await expect(vault.withVault(action).catch((cause: unknown) => cause)).resolves.toBe(
      typed ? 'done' : locked,
    );
    expect(prompts).toEqual(['prompt']);
    expect(vault.question.getState().asked).toBeNull();
  },
);
