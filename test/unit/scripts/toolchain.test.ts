import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { root } from '../../../scripts/toolchain.mjs';
import { testFolder } from '../../support/files/folder.ts';

const zod = { version: '4.0.0', integrity: 'sha512-zod' };
const native = { version: '1.0.0', integrity: 'sha512-native', optional: true };
const wanted = {
  '': { name: 'app' },
  'node_modules/zod': zod,
  'node_modules/native-for-another-platform': native,
};

/** A folder where npm has installed `installed`, as npm notes it in node_modules. */
async function folder(installed: object | null) {
  const path = testFolder();
  const write = (file: string, content: object | string): void => {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(
      join(path, file),
      typeof content === 'string' ? content : JSON.stringify(content),
    );
  };
  write('package-lock.json', { packages: wanted });
  write(`node_modules/node/bin/${process.platform === 'win32' ? 'node.exe' : 'node'}`, '');
  if (installed !== null) write('node_modules/.package-lock.json', { packages: installed });
  cpSync(join(root, 'scripts/toolchain.mjs'), join(path, 'scripts/toolchain.mjs'));
  const file = pathToFileURL(join(path, 'scripts/toolchain.mjs')).href;
  const { isInstalled } = (await import(/* @vite-ignore */ file)) as { isInstalled(): boolean };
  return { path, isInstalled };
}

test('what the lock file lists is installed, but for optional packages of other platforms', async () => {
  const { isInstalled } = await folder({ 'node_modules/zod': zod });
  expect(isInstalled()).toBe(true);
});

test.each([
  ['nothing is noted', null],
  ['a package is missing', {}],
  ['a package has another version', { 'node_modules/zod': { ...zod, version: '3.9.9' } }],
  ['a package has another content', { 'node_modules/zod': { ...zod, integrity: 'sha512-other' } }],
  ['a package is not listed any more', { 'node_modules/zod': zod, 'node_modules/old': zod }],
])('it is stale when %s', async (_what, installed) => {
  const { isInstalled } = await folder(installed);
  expect(isInstalled()).toBe(false);
});

/** What `install()` prints and how it ends, where npm is a program that does this. */
async function installWith(npm: string) {
  const { path } = await folder(null);
  const cli = join(path, 'npm-cli.js');
  writeFileSync(cli, npm);
  writeFileSync(
    join(path, 'install.mjs'),
    "import { install } from './scripts/toolchain.mjs';\ninstall();\n",
  );
  const { status, stderr, stdout } = spawnSync(process.execPath, [join(path, 'install.mjs')], {
    encoding: 'utf8',
    env: { ...process.env, npm_execpath: cli, npm_node_execpath: process.execPath },
  });
  return {
    status,
    stdout,
    stderr,
    given: existsSync(join(path, 'given')) ? readFileSync(join(path, 'given'), 'utf8') : '',
  };
}

test('installing is one line, whatever npm has to say', async () => {
  const { status, stdout, stderr, given } = await installWith(`
    console.error('npm warn EBADENGINE Unsupported engine');
    console.log('added 500 packages in 20s');
    require('node:fs').writeFileSync('given', process.argv.slice(2).join(' '));`);
  expect(given).toBe('ci --loglevel=error');
  expect({ status, stdout, stderr }).toEqual({
    status: 0,
    stdout: '',
    stderr: 'Installing what package-lock.json lists (npm ci)\n',
  });
});

test('when npm fails its words are shown, and it ends as npm did', async () => {
  const { status, stderr } = await installWith(`
    console.error('npm error code ENOTFOUND');
    process.exit(7);`);
  expect(status).toBe(7);
  expect(stderr).toContain('npm error code ENOTFOUND');
});

test('it is stale without the Node of the lock file', async () => {
  const { path, isInstalled } = await folder({ 'node_modules/zod': zod });
  rmSync(join(path, 'node_modules/node'), { recursive: true });
  expect(isInstalled()).toBe(false);
});
