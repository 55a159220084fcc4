import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findProgram } from '../../scripts/lanes/needs.ts';
import { metadata } from '../../scripts/package/metadata.ts';
import { pictureFolder, removeFolder, root, temporaryFolder } from '../electron/support/desk.ts';
import { demoCertificate } from '../support/demo-certificate.ts';
import { patience } from '../support/patience.ts';
import { firstScreen, machines } from '../tour/steps.ts';
import { readTexts } from '../tour/texts.ts';
import { startTour } from '../tour/tour.ts';
import {
  type CleanRoot,
  filesOf,
  openCleanRoot,
  place,
  rootObstacle,
  userHome,
  userId,
} from './support/clean-root.ts';
import { librariesRpm } from './support/libraries-rpm.ts';
import { openDisplayIn, type RootApp, startIn } from './support/root-app.ts';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
};
const before = '0.0.9';
const t = readTexts('en');
const data = `${userHome}/.config/compute-desk`;

const obstacle = rootObstacle();
if (obstacle !== undefined) console.log(`skipped: packages of Linux, installed (${obstacle})`);

const archiveName = `compute-desk-${version}-linux-x64`;

let folder: string;
let packages: string;

describe.skipIf(obstacle !== undefined)(
  'the packages of Linux, in a clean Debian without network',
  () => {
    beforeAll(async () => {
      folder = await temporaryFolder();
      // Those of a release can be tried as they are.
      packages = process.env.COMPUTE_DESK_PACKAGES || make('now', '--only=deb,rpm,portable');
    }, patience(300_000));
    afterAll(() => removeFolder(folder));

    test.for([
      ['lintian', '--fail-on', 'error,warning', 'DEB'],
      ['desktop-file-validate', 'TREE/usr/share/applications/compute-desk.desktop'],
      ['appstreamcli', 'validate', '--no-net', '--pedantic', 'METAINFO'],
    ])(
      '%s finds nothing that assets/linux/lintian-overrides does not answer',
      ([tool = '', ...args]) => {
        if (findProgram(tool) === undefined) {
          console.log(`skipped: ${tool} is not installed`);
          return;
        }
        const deb = join(packages, `compute-desk_${version}_amd64.deb`);
        const tree = join(folder, 'tree');
        if (!existsSync(tree)) spawnSync('dpkg-deb', ['--extract', deb, tree]);
        const metainfo = join(tree, `usr/share/metainfo/${metadata.componentId}.metainfo.xml`);
        const given = args.map((arg) =>
          arg.replace('DEB', deb).replace('TREE', tree).replace('METAINFO', metainfo),
        );
        const done = spawnSync(tool, given, { encoding: 'utf8' });
        expect(done.status, done.stdout + done.stderr).toBe(0);
      },
    );

    test('are the same byte for byte, whoever makes them and when', () => {
      const mask = process.umask(0o077);
      const again = make('again', '--only=deb,rpm,portable');
      process.umask(mask);
      const differing = readdirSync(packages).filter(
        (name) => !readFileSync(join(again, name)).equals(readFileSync(join(packages, name))),
      );
      expect(differing).toEqual([]);
    });

    describe('the deb', () => {
      let system: CleanRoot;
      let untouched: string[];
      let app: RootApp | undefined;
      const deb = `/home/compute-desk_${version}_amd64.deb`;

      beforeAll(async () => {
        system = await openCleanRoot();
        await openDisplayIn(system);
        const old = calledBefore(join(packages, `compute-desk_${version}_amd64.deb`));
        for (const file of [old, join(packages, `compute-desk_${version}_amd64.deb`)]) {
          cpSync(file, join(system.path, 'home', basename(file)));
        }
        untouched = filesOf(system);
      }, patience(300_000));
      afterAll(() => system.close());

      test('is installed by apt-get, with nothing but itself', () => {
        const first = `/home/compute-desk_${before}_amd64.deb`;
        const done = system.run('root', 'apt-get', 'install', '--yes', first);
        expect(done.status, done.output).toBe(0);
        expect(done.output).toMatch(/1 newly installed/);
        const helper = statSync(join(system.path, 'usr/lib/compute-desk/chrome-sandbox'));
        expect((helper.mode & 0o7777).toString(8)).toBe('4755');
        expect(helper.uid).toBe(0);
        const others = system.run('root', 'dpkg', '--verify', 'compute-desk');
        expect(others.output).toBe('');
      });

      test('starts as an ordinary user in Chromium’s sandbox, up to the machines of the demo', async () => {
        app = await startIn(system, 'compute-desk');
        const { page } = app;
        const info = await app.call<{ host: string; version: string }>('app.info');
        expect(info).toMatchObject({ host: 'electron', version });
        const tour = startTour({
          page,
          language: 'en',
          dataFolder: join(system.path, data),
          screenshots: await pictureFolder('installed'),
          certificate: () => demoCertificate(join(system.path, data)),
          savePem: () => Promise.reject(new Error('no dialog is opened here')),
        });
        await firstScreen(tour);
        await machines(tour);
        expectSandboxed(app);
      });

      test('a certificate file is opened with it by double click', async () => {
        const { path } = demoCertificate(join(system.path, data));
        cpSync(path, place(system, `${userHome}/mine.p12`));
        const type = system.run(
          'desk',
          'gio',
          'info',
          '--attributes=standard::content-type',
          `${userHome}/mine.p12`,
        );
        expect(type.output).toMatch(/application\/(x-)?pkcs12/);
        const opened = system.run('desk', 'xdg-open', `${userHome}/mine.p12`);
        expect(opened.status, opened.output).toBe(0);
        const dialog = app?.page.getByRole('dialog');
        await dialog?.getByLabel(t('certificates.passphrase.label'), { exact: true }).waitFor();
        await app?.page.keyboard.press('Escape');
      });

      test('a link of its protocol comes to it', async () => {
        const link = 'compute-desk://oauth/callback?code=nobody&state=waits';
        const opened = system.run('desk', 'xdg-open', link);
        expect(opened.status, opened.output).toBe(0);
        const log = join(system.path, data, 'logs/main.log');
        await expect
          .poll(() => readFileSync(log, 'utf8'), { timeout: patience(10_000) })
          .toContain('callback-not-awaited');
      });

      test('the next version takes its place, and finds its data', async () => {
        await app?.close();
        const done = system.run('root', 'apt-get', 'install', '--yes', deb);
        expect(done.status, done.output).toBe(0);
        expect(done.output).toMatch(/1 upgraded/);
        app = await startIn(system, 'compute-desk');
        const { systems } = await app.call<{ systems: { id: string }[] }>('systems.snapshot');
        expect(systems.map(({ id }) => id)).toEqual(['demo']);
        await app.close();
      });

      test('what it lacks it says in a sentence, in the user’s language', () => {
        const gone = join(system.path, 'usr/lib/compute-desk/icudtl.dat');
        const kept = readFileSync(gone);
        system.run('root', 'rm', '/usr/lib/compute-desk/icudtl.dat');
        const told = system.run('desk', 'compute-desk');
        expect(told).toEqual({
          status: 1,
          output:
            'Compute Desk: A part of it is missing: /usr/lib/compute-desk/icudtl.dat. Install it again from its package.\n',
        });
        const ja = system.run('desk', 'env', 'LANG=ja_JP.UTF-8', 'compute-desk');
        expect(ja.output).toContain('パッケージから入れ直してください');
        writeFileSync(gone, kept);
      });

      test('is removed without a rest, but for the user’s own data', () => {
        const done = system.run('root', 'apt-get', 'purge', '--yes', 'compute-desk');
        expect(done.status, done.output).toBe(0);
        const now = filesOf(system);
        expect(now.filter((file) => !untouched.includes(file))).toEqual([]);
        expect(untouched.filter((file) => !now.includes(file))).toEqual([]);
        expect(existsSync(join(system.path, data, 'compute-desk.sqlite'))).toBe(true);
      });
    });

    describe('the rpm and the archive', () => {
      let system: CleanRoot;
      let untouched: string[];
      const rpm = (...args: readonly string[]) => {
        const done = spawnSync('rpm', ['--root', system.path, ...args], { encoding: 'utf8' });
        // Debian's rpm says each time that Debian has packages of its own.
        const output = `${done.stdout}${done.stderr}`.replace(/^rpm: .*\n/gm, '');
        return { status: done.status, output };
      };

      beforeAll(async () => {
        system = await openCleanRoot();
        await openDisplayIn(system);
      }, patience(300_000));
      afterAll(() => system.close());

      test('the rpm asks for its libraries by name, and is installed where they are', () => {
        const file = join(packages, `compute-desk-${version}-1.x86_64.rpm`);
        const refused = rpm('--install', file);
        expect(refused.status).not.toBe(0);
        expect(refused.output).toContain('libgtk-3.so.0()(64bit) is needed by compute-desk');
        // They are there as Debian's packages, which rpm does not know.
        const provided = rpm('--install', librariesRpm(join(folder, 'libraries')));
        expect(provided.status, provided.output).toBe(0);
        untouched = filesOf(system);
        const done = rpm('--install', file);
        expect(done).toEqual({ status: 0, output: '' });
        expect(rpm('--verify', 'compute-desk')).toEqual({ status: 0, output: '' });
      });

      test('where users make no namespaces, its helper makes the sandbox', async () => {
        expect(system.run('confined', 'unshare', '--user', 'true').status).not.toBe(0);
        const app = await startIn(system, 'compute-desk', 'confined');
        expect(await app.call('app.info')).toMatchObject({ version });
        expectSandboxed(app);
        await app.close();
      });

      test('the rpm is removed without a rest', () => {
        expect(rpm('--erase', 'compute-desk')).toEqual({ status: 0, output: '' });
        expect(filesOf(system).filter((file) => !untouched.includes(file))).toEqual([]);
      });

      test('the archive runs from anywhere, and a folder data beside it takes what it keeps', async () => {
        const at = `${userHome}/${archiveName}`;
        cpSync(join(packages, `${archiveName}.tar.zst`), join(system.path, 'home/archive.tar.zst'));
        const unpack = ['tar', '--zstd', '-xf', '/home/archive.tar.zst', '-C', userHome];
        expect(system.run('desk', ...unpack)).toEqual({ status: 0, output: '' });
        system.run('desk', 'rm', '-r', `${userHome}/.config`);
        system.run('desk', 'mkdir', `${at}/data`);
        const app = await startIn(system, `${at}/compute-desk`);
        expect(await app.call('app.info')).toMatchObject({ version });
        await app.close();
        expect(existsSync(join(system.path, at, 'data/compute-desk.sqlite'))).toBe(true);
        expect(existsSync(join(system.path, data))).toBe(false);
      });

      test('the archive says which library of the system it lacks, and that it has no sandbox', () => {
        const start = `${userHome}/${archiveName}/compute-desk`;
        const confined = system.run('confined', start);
        expect(confined.status).toBe(1);
        expect(confined.output).toMatch(
          /^Compute Desk: Its sandbox needs user namespaces, .*\.\n$/,
        );
        const library = '/usr/lib/x86_64-linux-gnu/libgbm.so.1';
        system.run('root', 'mv', library, `${library}.away`);
        const told = system.run('desk', start);
        expect(told.status).toBe(1);
        expect(told.output).toMatch(
          /^Compute Desk: Libraries .* are missing: libgbm\.so\.1\. .*\.\n$/,
        );
      });
    });
  },
);

/** Its pages run as the user, under seccomp and on a network of their own. */
function expectSandboxed(app: RootApp): void {
  const renderers = app.renderers();
  expect(renderers.length).toBeGreaterThan(0);
  for (const one of renderers) {
    expect(one).toMatchObject({ uid: String(userId), seccomp: '2', ownNamespace: true });
  }
}

/** Makes packages into a folder of that name. */
function make(at: string, ...args: readonly string[]): string {
  const output = join(folder, at);
  const script = join(root, 'scripts/package/run.ts');
  const made = spawnSync(process.execPath, [script, `--output=${output}`, ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(made.stdout + made.stderr);
  const sizes = made.stdout.match(/^\S+\.(?:deb|rpm|zst): .*$/gm) ?? [];
  console.log(sizes.join('\n'));
  return output;
}

/** The same deb as a version from before, there being none yet. */
function calledBefore(deb: string): string {
  const content = join(folder, 'before');
  const file = join(folder, `compute-desk_${before}_amd64.deb`);
  expect(spawnSync('dpkg-deb', ['--raw-extract', deb, content]).status).toBe(0);
  const control = join(content, 'DEBIAN/control');
  const text = readFileSync(control, 'utf8');
  writeFileSync(control, text.replace(`Version: ${version}`, `Version: ${before}`));
  const made = spawnSync('dpkg-deb', [
    '--root-owner-group',
    '-Zzstd',
    '-z1',
    '--build',
    content,
    file,
  ]);
  expect(made.status, String(made.stderr)).toBe(0);
  return file;
}
