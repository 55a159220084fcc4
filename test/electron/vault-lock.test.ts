import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { VaultState } from '../../preload/contract/app.ts';
import { hasBus, startLogin1 } from './support/bus/login1.ts';
import { callOf, startDesk } from './support/desk.ts';
import { openDesk, sharedApp } from './support/shared.ts';

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

// Electron itself tells of no lock on Linux
test.skipIf(!hasBus).each(['lock', 'locked'] as const)(
  'the vault locks when Linux’s login manager says %s, unless the user does not want that',
  async (happening) => {
    const login1 = await startLogin1();
    onTestFinished(() => login1.close());
    const desk = await openDesk({
      ...{ app: shared.app, dataFolder: shared.freshData() },
      env: login1.env,
    });
    const call = callOf(desk);
    const state = async () => (await call<VaultState>('vault.snapshot')).state;
    const happens = {
      lock: () => login1.lock(),
      locked: () => login1.setLocked(true),
    }[happening];
    await expect.poll(login1.looks).toBeGreaterThan(0);
    const passphrase = 'correct horse';
    await call('vault.setPassphrase', { passphrase });
    expect(await state()).toBe('ready');
    happens();
    await expect.poll(state).toBe('locked');
    login1.setLocked(false);
    await call('vault.unlock', { passphrase });
    await call('settings.update', { lockWithComputer: false });
    const looks = login1.looks();
    happens();
    // what came before it has been taken by then
    login1.setLocked(false);
    await expect.poll(login1.looks).toBeGreaterThan(looks);
    expect(await state()).toBe('ready');
  },
);
