import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { BlobWriter, TextReader, ZipWriter } from '@zip.js/zip.js';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { findElectron, systemsIn } from '../../../scripts/package/electron.ts';
import { electronVersion, fetchedElectron } from '../../../scripts/start/fetch-electron.ts';
import { root } from '../../../scripts/toolchain.mjs';
import { testFolder } from '../../support/files/folder.ts';

// What tells the installer of another platform or place is not this test's.
const told = Object.keys(process.env).filter((name) => /^(?:npm_config_)?electron_/i.test(name));
const proxies = ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'];

afterEach(() => vi.unstubAllEnvs());

const version = electronVersion();
const zipName = `electron-v${version}-${process.platform}-${process.arch}.zip`;
const program = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
}[process.platform as string];
const binary = program ?? 'electron';

/** What a download would bring: a binary that only says what it is, and its version. */
async function zipOf(parts: Readonly<Record<string, string>>): Promise<Buffer> {
  const zip = new ZipWriter(new BlobWriter());
  for (const [name, content] of Object.entries(parts)) await zip.add(name, new TextReader(content));
  return Buffer.from(await (await zip.close()).arrayBuffer());
}

/** npm's package of Electron as it lies after an installation, which downloads nothing. */
function electronPackage(checksum: string): string {
  const modules = join(testFolder(), 'node_modules');
  const folder = join(modules, 'electron');
  mkdirSync(folder, { recursive: true });
  for (const file of ['install.js', 'package.json']) {
    cpSync(join(root, 'node_modules/electron', file), join(folder, file));
  }
  writeFileSync(join(folder, 'checksums.json'), JSON.stringify({ [zipName]: checksum }));
  for (const scope of ['@electron', '@electron-internal']) {
    symlinkSync(join(root, 'node_modules', scope), join(modules, scope), 'junction');
  }
  return folder;
}

/** A mirror on loopback. @param zip null: it has none */
async function mirror(zip: Buffer | null) {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    if (zip !== null && url.endsWith(zipName)) response.end(zip);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  for (const name of [...told, ...proxies]) vi.stubEnv(name, undefined);
  const { port } = server.address() as AddressInfo;
  vi.stubEnv('ELECTRON_MIRROR', `http://127.0.0.1:${port}/`);
  vi.stubEnv('electron_config_cache', join(testFolder(), 'cache'));
  return asked;
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const none = { testRuntime: false };

test('the Electron of the lock file is fetched from ELECTRON_MIRROR, and that is what is packed', async () => {
  const zip = await zipOf({ [binary]: 'the binary', version });
  const folder = electronPackage(sha256(zip));
  const asked = await mirror(zip);
  const found = await findElectron(none, folder);
  expect(asked).toEqual([`/v${version}/${zipName}`]);
  expect(found).toMatchObject({ version, source: 'node_modules/electron', broughtNode: null });
  expect(found.flags).toContain(`-c.electronDist=${join(folder, 'dist')}`);
  expect(readFileSync(found.binary, 'utf8')).toBe('the binary');
  // fetched once
  expect(await findElectron(none, folder)).toEqual(found);
  expect(asked).toHaveLength(1);
});

test('a binary of another version is not taken for it: it is fetched anew', async () => {
  const zip = await zipOf({ [binary]: 'the binary', version });
  const folder = electronPackage(sha256(zip));
  mkdirSync(join(folder, 'dist', binary, '..'), { recursive: true });
  writeFileSync(join(folder, 'dist', binary), 'an older binary');
  writeFileSync(join(folder, 'dist/version'), '33.2.1');
  expect(fetchedElectron(folder)).toBeUndefined();
  await mirror(zip);
  expect(readFileSync((await findElectron(none, folder)).binary, 'utf8')).toBe('the binary');
});

test.each([
  { what: 'the mirror has none', changed: false, there: false },
  {
    what: 'what it has is another than the checksums of npm’s package say',
    changed: true,
    there: true,
  },
])(
  'nothing is packed where $what, but with the flag for the test runtime',
  async ({ changed, there }) => {
    const zip = await zipOf({ [binary]: 'the binary', version });
    const folder = electronPackage(sha256(changed ? Buffer.concat([zip, Buffer.from('x')]) : zip));
    const said = vi.spyOn(console, 'error').mockReturnValue();
    onTestFinished(() => said.mockRestore());
    const asked = await mirror(there ? zip : null);
    await expect(findElectron(none, folder)).rejects.toThrow(
      `Electron ${version} is not here and cannot be downloaded. Set ELECTRON_MIRROR to a place that has it, or pack the runtime of the tests, to try and not to ship, with --test-runtime.`,
    );
    expect(asked.length).toBeGreaterThan(0);
    expect(fetchedElectron(folder)).toBeUndefined();
    expect(said.mock.calls.flat().join('\n')).toContain('Electron could not be downloaded: ');
  },
);

test.each([
  { is: 'of another version', version: '33.2.1', taken: false },
  { is: 'of the version of the lock file', version, taken: true },
])(
  'a folder that ELECTRON_OVERRIDE_DIST_PATH names and that is $is is taken: $taken',
  async (one) => {
    const named = testFolder();
    writeFileSync(join(named, 'version'), `v${one.version}\n`);
    mkdirSync(join(named, binary, '..'), { recursive: true });
    writeFileSync(join(named, binary), '#!/bin/sh\necho true\n', { mode: 0o755 });
    const asked = await mirror(null);
    vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', named);
    const found = findElectron(none, electronPackage(''));
    if (one.taken) await expect(found).resolves.toMatchObject({ version });
    else await expect(found).rejects.toThrow(`is Electron 33.2.1, not ${version}.`);
    expect(asked).toEqual([]);
  },
);

test.each([
  [['--dir'], []],
  [['--linux', '--dir'], ['linux']],
  [
    ['-w', '--mac', 'dmg'],
    ['mac', 'win'],
  ],
  [
    ['--windows', '--macos'],
    ['mac', 'win'],
  ],
  [['--win=nsis', '-c.win.icon=x'], ['win']],
])('electron-builder’s flags %j ask for %j', (flags, systems) => {
  expect(systemsIn(flags)).toEqual(systems);
});
