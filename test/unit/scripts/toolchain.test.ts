import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { root } from '../../../scripts/toolchain.mjs';
import { testFolder } from '../../support/folder.ts';

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

test('it is stale without the Node of the lock file', async () => {
  const { path, isInstalled } = await folder({ 'node_modules/zod': zod });
  rmSync(join(path, 'node_modules/node'), { recursive: true });
  expect(isInstalled()).toBe(false);
});
