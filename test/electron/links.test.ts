import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callOf } from './support/desk.ts';
import { openDesk, testFolder } from './support/shared.ts';

test('addresses of the web and of mail are handed to the operating system, and no others', async () => {
  const folder = testFolder();
  const desk = await openDesk({ dataFolder: join(folder, 'data') });
  await desk.electron.evaluate(({ shell }) => {
    const handed: string[] = [];
    Object.assign(globalThis, { handed });
    shell.openExternal = async (address) => void handed.push(address);
  });
  const call = callOf(desk);
  for (const url of [
    'https://example.org/a?b',
    'http://example.org/',
    'mailto:a@example.org?subject=x&attach=/etc/passwd',
  ]) {
    expect(await call('app.openExternal', { url })).toEqual({ opened: true, address: null });
  }
  for (const url of [
    'https://bank.example@evil.example/',
    'file:///etc/passwd',
    'smb://server/share',
    'ms-msdt:/id',
    'compute-desk://oauth/callback',
    'javascript:alert(1)',
  ]) {
    await expect(call('app.openExternal', { url })).rejects.toThrow('address-invalid');
  }
  const handed = await desk.electron.evaluate(
    () => (globalThis as unknown as { handed: string[] }).handed,
  );
  expect(handed).toEqual([
    'https://example.org/a?b',
    'http://example.org/',
    'mailto:a@example.org?subject=x',
  ]);
});
