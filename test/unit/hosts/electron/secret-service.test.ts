import { describe, expect, onTestFinished, test } from 'vitest';
import { createSecretService } from '../../../../main/hosts/electron/desktop/secret-service.ts';
import { connectBus, ownName } from '../../../electron/support/bus/connection.ts';
import { hasBus } from '../../../electron/support/bus/login1.ts';
import { startSessionBus } from '../../../electron/support/bus/session-bus.ts';
import { variant } from '../../../electron/support/bus/wire.ts';
import { recordLog } from '../../../support/worlds/world.ts';

const user = process.getuid?.() ?? 0;
const keyring = '/org/freedesktop/secrets/collection/login';
const promptPath = '/org/freedesktop/secrets/prompt/u1';

/** A desktop's keyring; its prompt waits to be answered. */
async function startService(
  options: { readonly keyring?: string; readonly silent?: boolean } = {},
) {
  const bus = await startSessionBus(['EXTERNAL', 'ANONYMOUS']);
  onTestFinished(() => bus.close());
  const connection = await connectBus(bus.path);
  onTestFinished(() => connection.close());
  let isLocked = true;
  const asked: string[] = [];
  connection.serve(({ member, body, path }) => {
    if (options.silent === true) throw new Error('says nothing');
    if (member === 'ReadAlias') return { signature: 'o', body: [options.keyring ?? keyring] };
    if (member === 'Get') return { signature: 'v', body: [variant('b', isLocked)] };
    if (member === 'Unlock') {
      asked.push(`Unlock ${(body[0] as string[]).join()}`);
      return { signature: 'aoo', body: [[], promptPath] };
    }
    if (member !== 'Prompt') return undefined;
    asked.push(`Prompt ${path}`);
    return { signature: '', body: [] };
  });
  await ownName(connection, 'org.freedesktop.secrets');
  const answer = (path: string, dismissed: boolean): void =>
    connection.emit(path, 'org.freedesktop.Secret.Prompt', 'Completed', {
      ...{ signature: 'bv', body: [dismissed, variant('ao', dismissed ? [] : [keyring])] },
    });
  const env = { DBUS_SESSION_BUS_ADDRESS: bus.address };
  const service = createSecretService({ env, user, log: recordLog(), patience: 300 });
  if (service === null) throw new Error('no bus');
  return {
    service,
    asked,
    bus,
    cancel: () => answer(promptPath, true),
    answerOther: () => answer('/org/freedesktop/secrets/prompt/u2', false),
    type() {
      isLocked = false;
      answer(promptPath, false);
    },
  };
}

describe.skipIf(!hasBus)('the desktop’s keyring', () => {
  test('is locked until the user types its password into the one prompt', async () => {
    const { service, asked, type, answerOther } = await startService();
    expect(await service.state()).toBe('locked');
    expect(asked).toEqual([]);
    const unlocked = service.unlock();
    await expect.poll(() => asked).toEqual([`Unlock ${keyring}`, `Prompt ${promptPath}`]);
    answerOther();
    type();
    await unlocked;
    expect(await service.state()).toBe('open');
    await service.unlock();
    expect(asked).toHaveLength(2);
  });

  test('stays locked after one Cancel, which asks for nothing more', async () => {
    const { service, asked, cancel } = await startService();
    const unlocked = service.unlock();
    await expect.poll(() => asked).toHaveLength(2);
    cancel();
    await unlocked;
    expect(await service.state()).toBe('locked');
    expect(asked).toHaveLength(2);
  });

  test('that has no default collection is missing, and is asked for nothing', async () => {
    const { service, asked } = await startService({ keyring: '/' });
    expect(await service.state()).toBe('missing');
    await service.unlock();
    expect(asked).toEqual([]);
  });

  test('whose prompt goes with the bus waits no longer', async () => {
    const { service, asked, bus } = await startService();
    const unlocked = service.unlock();
    await expect.poll(() => asked).toHaveLength(2);
    await bus.close();
    await unlocked;
    expect(await service.state()).toBe('open');
  });
});

test('without a bus nothing is asked', () => {
  expect(createSecretService({ env: {}, user, log: recordLog() })).toBeNull();
});
