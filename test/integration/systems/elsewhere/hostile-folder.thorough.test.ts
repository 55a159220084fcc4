import { cpSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../../../support/files/folder.ts';
import { startWebProcess } from '../../../support/processes/web-process.ts';
import { connectWebClient } from '../../../support/servers/web-client.ts';

test.each([
  ['settings.json', '{"settings": {"theme": "dark"'],
  ['vault.json', '{"version":2,"user":null,"demo":null,"more":"'],
])('a damaged %s stops the start with a sentence, and stays', async (name, text) => {
  const folder = testFolder();
  writeFileSync(join(folder, name), text);
  const { code, error } = await startWebProcess(folder).ended;
  expect(code).toBe(1);
  expect(error).toContain(
    `Compute Desk could not start: The file ${name} in the data folder cannot be read.`,
  );
  expect(error).not.toContain('    at ');
  expect(readFileSync(join(folder, name), 'utf8')).toBe(text);
});

test('keys of the prototype in the settings are data, and change nothing', async () => {
  const folder = testFolder();
  const text =
    '{"__proto__": {"theme": "dark", "polluted": 1}, "constructor": {"prototype": {"polluted": 1}}, ' +
    '"settings": {"theme": "dark", "__proto__": {"language": "ja"}, "lockAfter": {"toString": 1}}}';
  writeFileSync(join(folder, 'settings.json'), text);
  const host = startWebProcess(folder);
  const client = await connectWebClient(await host.ready);
  expect(await client.call('settings.snapshot', undefined)).toEqual({
    theme: 'dark',
    language: 'system',
    sidebarCollapsed: false,
  });
  client.close();
});

test('a second start on the folder leaves it to the first, which goes on', async () => {
  const folder = testFolder();
  const first = startWebProcess(folder);
  const client = await connectWebClient(await first.ready);
  await client.call('vault.setPassphrase', { passphrase: 'correct horse' });
  const before = readFileSync(join(folder, 'vault.json'), 'utf8');
  const { code, error } = await startWebProcess(folder, { args: ['--no-open'] }).ended;
  expect(code).toBe(0);
  expect(error).toContain('is already running with this data folder');
  expect(readFileSync(join(folder, 'vault.json'), 'utf8')).toBe(before);
  await client.call('vault.lock', undefined);
  await client.call('vault.unlock', { passphrase: 'correct horse' });
  client.close();
});

test('in a folder that took the place of ours nothing is written, and nothing is lost', async () => {
  const place = testFolder();
  const folder = join(place, 'data');
  const passphrase = 'correct horse';
  const host = startWebProcess(folder);
  const client = await connectWebClient(await host.ready);
  await client.call('vault.setPassphrase', { passphrase });
  renameSync(folder, join(place, 'moved'));
  mkdirSync(folder, { mode: 0o700 });
  cpSync(join(place, 'moved', 'vault.json'), join(folder, 'vault.json'));
  const planted = readFileSync(join(folder, 'vault.json'), 'utf8');

  const moved = { code: 'data-folder-moved' };
  const another = { passphrase: 'another horse', current: passphrase };
  await expect(client.call('vault.setPassphrase', another)).rejects.toMatchObject(moved);
  await expect(client.call('settings.update', { theme: 'dark' })).rejects.toMatchObject(moved);
  expect(readFileSync(join(folder, 'vault.json'), 'utf8')).toBe(planted);
  renameSync(folder, join(place, 'planted'));
  renameSync(join(place, 'moved'), folder);
  await client.call('settings.update', { theme: 'dark' });
  client.close();
  await host.stop();

  const again = startWebProcess(folder);
  const next = await connectWebClient(await again.ready);
  expect(await next.call('vault.unlock', { passphrase })).toMatchObject({ state: 'ready' });
  next.close();
});
