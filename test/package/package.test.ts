import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { extractFile, listPackage } from '@electron/asar';
import { chromium, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { readFuses } from '../../scripts/package/fuses.ts';
import { configuration } from '../../scripts/package/metadata.ts';
import { launcherOf } from '../electron/support/app-user.ts';
import {
  handOver,
  inLanguage,
  pictureFolder,
  removeFolder,
  root,
  temporaryFolder,
  testEnvironment,
  testSwitches,
} from '../electron/support/desk.ts';
import { picture } from '../support/files/pictures.ts';
import { patience } from '../support/patience.ts';
import { demoCertificate } from '../support/worlds/demo-certificate.ts';
import { firstScreen, machines } from '../tour/steps.ts';
import { startTour, type Tour } from '../tour/tour.ts';
import { neededBy } from './support/elf.ts';

/** Libraries of the packages that those in electron-builder.yml are of: they are there with them. */
const besides = [
  ...['ld-linux-x86-64.so.2', 'libdl.so.2', 'libm.so.6', 'libpthread.so.0', 'librt.so.1'],
  // Of the Node.js that a package for tests brings along.
  'libstdc++.so.6',
  ...['libglib-2.0.so.0', 'libgobject-2.0.so.0', 'libnssutil3.so', 'libsmime3.so'],
];

/** The app's own part of a package; the rest is Electron. */
const asarBudget = 32 * 1024 * 1024;

let folder: string;
let unpacked: string;
let binary: string;
/** What starts it as the app's user. */
let start: string;
let asar: string;

describe.skipIf(process.platform !== 'linux')('the packaged app', () => {
  beforeAll(async () => {
    folder = await temporaryFolder();
    const packing = spawnSync(
      process.execPath,
      [
        join(root, 'scripts/package/run.ts'),
        ...['--test-runtime', '--linux', '--dir'],
        `-c.directories.output=${folder}`,
      ],
      { cwd: root, encoding: 'utf8' },
    );
    if (packing.status !== 0) throw new Error(packing.stdout + packing.stderr);
    unpacked = join(folder, 'linux-unpacked');
    binary = join(unpacked, 'compute-desk-app');
    asar = join(unpacked, 'resources/app.asar');
    handOver();
    start = launcherOf(inject('appUser'), join(unpacked, 'compute-desk'));
  });
  afterAll(() => removeFolder(folder));

  test('has every fuse where it should be', async () => {
    const fuses = await readFuses(binary);
    const safe = {
      RunAsNode: false,
      EnableCookieEncryption: true,
      EnableNodeOptionsEnvironmentVariable: false,
      EnableNodeCliInspectArguments: false,
      EnableEmbeddedAsarIntegrityValidation: true,
      OnlyLoadAppFromAsar: true,
      LoadBrowserProcessSpecificV8Snapshot: false,
      GrantFileProtocolExtraPrivileges: false,
    };
    // Electron 33 does not know the youngest one.
    expect(fuses).toEqual('WasmTrapHandlers' in fuses ? { ...safe, WasmTrapHandlers: true } : safe);
  });

  test('holds the build and nothing else', async () => {
    const files = listPackage(asar, { isPack: false }).filter((name) => /\.[a-z0-9]+$/.test(name));
    expect(files).toContain('/dist/main/electron.js');
    expect(files).toContain('/dist/main/electron.cjs');
    // the web host's
    expect(files.filter((name) => /^\/dist\/main\/(web|chunks\/.*)\.js$/.test(name))).toEqual([]);
    expect(files).toContain('/dist/main/workers/storage.js');
    expect(files).toContain('/dist/preload/index.cjs');
    expect(files).toContain('/dist/renderer/index.html');
    expect(files).toContain('/dist/renderer/notices.js');
    const notices = 'THIRD-PARTY-NOTICES.txt';
    expect(await readFile(join(unpacked, notices), 'utf8')).toBe(
      await readFile(join(root, 'dist', notices), 'utf8'),
    );
    const strange = files.filter(
      (name) => !/^\/(package\.json|dist\/(main|preload|renderer)\/.+)$/.test(name),
    );
    expect(strange).toEqual([]);
    expect(files.filter((name) => /\.tsx?$|\.map$|node_modules|test/.test(name))).toEqual([]);
    // A runtime without node:sqlite has a Node beside it.
    const resources = await readdir(join(unpacked, 'resources'));
    expect(resources.filter((name) => name !== 'node')).toEqual(['app.asar']);
    expect((await stat(asar)).size).toBeLessThan(asarBudget);

    const described = JSON.parse(extractFile(asar, 'package.json').toString());
    expect(described).not.toHaveProperty('scripts');
    expect(described).not.toHaveProperty('devDependencies');
  });

  test('names no library of the system that the packages do not depend on', async () => {
    const files = await readdir(unpacked, { recursive: true, withFileTypes: true });
    const paths = files.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
    const own = paths.map((path) => basename(path));
    const named = new Set(paths.flatMap(neededBy).filter((name) => !own.includes(name)));
    const libraries = configuration.rpm.depends.flatMap(
      (one) => /^(\S+)\(\)\(64bit\)$/.exec(one)?.[1] ?? [],
    );
    const known = [...libraries, ...besides];
    expect([...named].filter((name) => !known.includes(name))).toEqual([]);
    expect(libraries.filter((name) => !named.has(name))).toEqual([]);
  });

  test('ships two languages of Chromium and no third', async () => {
    const locales = await readdir(join(unpacked, 'locales'));
    expect(locales.filter((name) => !/^(en|ja)/.test(name))).toEqual([]);
  });

  test('is no Node and takes no debugger', async () => {
    const marker = join(folder, 'ran-as-node');
    const asNode = spawn(
      start,
      ['-e', `require('fs').writeFileSync(${JSON.stringify(marker)}, '')`],
      {
        env: { ...testEnvironment(), ELECTRON_RUN_AS_NODE: '1', XDG_CONFIG_HOME: folder },
        stdio: 'ignore',
      },
    );
    const data = ['--data-dir', join(folder, 'data-inspected')];
    const [app, address] = await startPackage(['--inspect=0', '--inspect-brk=0', ...data]);
    expect(address.before).not.toContain('Debugger listening');
    await end(app);
    asNode.kill();
    await expect(stat(marker)).rejects.toThrow('ENOENT');
  });

  test('says in a sentence that there is no display, and what to do', () => {
    const {
      DISPLAY: _x,
      WAYLAND_DISPLAY: _wayland,
      XDG_SESSION_TYPE: _type,
      ...env
    } = testEnvironment();
    const told = spawnSync(start, {
      env: { ...env, LANG: 'C.UTF-8', LC_ALL: '' },
      encoding: 'utf8',
    });
    expect(told.status).toBe(1);
    expect(told.stderr).toMatch(/^Compute Desk: There is no display here .* in a browser\.\n$/);
  });

  test('opens its window, with main and storage at work', async () => {
    await inWindow('window', [], async ({ page, dataFolder }) => {
      await page.waitForFunction('window.computeDesk !== undefined');
      expect(page.url()).toMatch(/^app:\/\/compute-desk\//);
      const info = await page.evaluate("computeDesk.invoke('app.info')");
      const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
      expect(info).toMatchObject({ ok: true, value: { host: 'electron', version } });
      // Answered from the database, by a worker whose program lies in the asar.
      const systems = await page.evaluate("computeDesk.invoke('systems.snapshot')");
      expect(systems).toEqual({ ok: true, value: { systems: [], selectedId: null } });
      await picture(page, join(await pictureFolder('packaged'), 'first-window.png'));
      // V8 takes what it made of main's code when that was packed, for the entry and what it requires.
      const log = await readFile(join(dataFolder, 'logs/main.log'), 'utf8');
      const read = log.split('\n').find((line) => line.includes('"code-read"')) ?? '{}';
      const { files, compiled, refused } = JSON.parse(read);
      expect(files).toBeGreaterThan(0);
      expect({ compiled, refused }).toEqual({ compiled: files, refused: 0 });
    });
  });

  test('shows the first screen, the demo, its machines and certificates', async () => {
    console.log(`the packaged app on Electron ${inject('runtime').version}`);
    await inWindow('tour', ['--lang=en-GB'], async ({ page, dataFolder }) => {
      page.setDefaultTimeout(patience(20_000));
      const tour = startTour({
        page,
        language: 'en',
        dataFolder,
        screenshots: await pictureFolder('packaged'),
        certificate: () => demoCertificate(dataFolder),
        // Main cannot be reached from outside, so nobody answers its dialogs.
        savePem: () => Promise.reject(new Error('no dialog is opened here')),
      });
      await firstScreen(tour);
      await machines(tour);
      await lookAtCertificates(tour);
    });
  });
});

/** Starts the package on a data folder of its own and ends it after the work in its window. */
async function inWindow(
  name: string,
  args: readonly string[],
  work: (window: { page: Page; dataFolder: string }) => Promise<void>,
): Promise<void> {
  const dataFolder = join(folder, `data-${name}`);
  const [app, { url }] = await startPackage([...args, '--data-dir', dataFolder]);
  // Who connects before there is a window waits for ever.
  await expect
    .poll(() => pagesAt(url), { timeout: patience(30_000) })
    .toEqual([expect.stringContaining('app://compute-desk/')]);
  const browser = await chromium.connectOverCDP(url);
  try {
    const context = browser.contexts()[0];
    const page = context?.pages()[0] ?? (await context?.waitForEvent('page'));
    if (page === undefined) throw new Error('no window');
    await work({ page, dataFolder });
  } finally {
    await browser.close();
    await end(app);
  }
}

/** The certificate that the demo brought, and a file that is chosen, opened with its passphrase and left. */
async function lookAtCertificates({ page, t, look, goTo, certificate }: Tour): Promise<void> {
  const { path, passphrase } = certificate();
  await goTo('certificates');
  await page.getByRole('heading', { level: 2, name: 'Demo User' }).waitFor();
  await look('certificates');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: t('certificates.import.action') }).click();
  await (await chooser).setFiles(path);
  await page.getByLabel(t('certificates.passphrase.label'), { exact: true }).fill(passphrase);
  await page.getByRole('button', { name: t('certificates.passphrase.open'), exact: true }).click();
  await page.getByRole('dialog').getByText(t('certificates.facts.fingerprint')).first().waitFor();
  await look('certificate-preview');
  await page.getByRole('button', { name: t('certificates.preview.discard') }).click();
}

/** Starts the package; the inspector being off, Chromium's own port is the way in. */
async function startPackage(
  args: readonly string[],
): Promise<[ChildProcess, { url: string; before: string }]> {
  const app = spawn(start, [...args, ...testSwitches, '--remote-debugging-port=0'], {
    // It starts by itself: no Node is named to it.
    env: { ...testEnvironment(), ...inLanguage('en').env, COMPUTE_DESK_NODE: '' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let before = '';
  for await (const line of createInterface({ input: app.stderr })) {
    const url = /^DevTools listening on (ws:\S+)$/.exec(line)?.[1];
    if (url !== undefined) {
      app.stderr.resume();
      return [app, { url, before }];
    }
    before += `${line}\n`;
  }
  throw new Error(`the packaged app did not start: ${before}`);
}

async function pagesAt(debuggerUrl: string): Promise<string[]> {
  const response = await fetch(`http://${new URL(debuggerUrl).host}/json/list`);
  const targets = (await response.json()) as { type: string; url: string }[];
  return targets.filter(({ type }) => type === 'page').map(({ url }) => url);
}

async function end(app: ChildProcess): Promise<void> {
  const ended = once(app, 'exit');
  app.kill('SIGTERM');
  await ended;
}
