import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { VaultState } from '../../preload/contract/app.ts';
import { callOf, startDesk } from './support/desk.ts';
import { sharedApp } from './support/shared.ts';

const shared = sharedApp();

test.each(['lock-screen', 'suspend'] as const)(
  'the vault locks when the computer says %s, unless the user does not want that',
  async (happening) => {
    const desk = await startDesk({ app: shared.app, dataFolder: join(shared.folder, happening) });
    const call = callOf(desk);
    const happens = () =>
      desk.electron.evaluate(({ powerMonitor }, name) => {
        powerMonitor.emit(name);
      }, happening);
    const state = async () => (await call<VaultState>('vault.snapshot')).state;

    const passphrase = 'correct horse';
    await call('vault.setPassphrase', { passphrase });
    await happens();
    expect(await state()).toBe('locked');
    await call('vault.unlock', { passphrase });
    await call('settings.update', { lockWithComputer: false });
    await happens();
    expect(await state()).toBe('ready');
    await desk.electron.close();
  },
);
