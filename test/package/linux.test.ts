import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PolicyState } from '../../preload/contract/settings/policy.ts';
import { policyLocks } from '../../preload/contract/settings/policy-locks.ts';
import { findProgram } from '../../scripts/lanes/needs.ts';
import { pictureFolder, removeFolder, temporaryFolder } from '../electron/support/desk.ts';
import {
  type CleanRoot,
  filesOf,
  openCleanRoot,
  place,
  rootObstacle,
  userHome,
  userId,
} from '../support/clean-root.ts';
import { formats, writeFormat } from '../support/files/formats.ts';
import { patience } from '../support/patience.ts';
import { openSection } from '../support/settings-section.ts';
import { demoCertificate } from '../support/worlds/demo-certificate.ts';
import { firstScreen, machines } from '../tour/steps.ts';
import { readTexts } from '../tour/texts.ts';
import { startTour, type Tour } from '../tour/tour.ts';
import { desktop } from './support/desktop.ts';
import { librariesRpm } from './support/libraries-rpm.ts';
import { earlierDeb, earlierRpm, makePackages, version } from './support/packages.ts';
import { openDisplayIn, type RootApp, startIn } from './support/root-app.ts';

const before = '0.0.9';
const only = '--only=deb,rpm,portable';
const t = readTexts('en');
const data = `${userHome}/.config/compute-desk`;
const policyPath = '/etc/compute-desk/policy.json';
const decided = { format: 'compute-desk-policy', version: 1, locks: { fixedUpdates: true } };

const obstacle = rootObstacle();
if (obstacle !== undefined) console.log(`skipped: packages of Linux, installed (${obstacle})`);

let folder: string;
let packages: string;

describe.skipIf(obstacle !== undefined)(
  'the packages of Linux, in a clean Debian without network',
  () => {
    beforeAll(async () => {
      folder = await temporaryFolder();
      // Those of a release can be tried as they are.
      packages = process.env.COMPUTE_DESK_PACKAGES || join(folder, 'now');
      if (packages === join(folder, 'now')) makePackages(packages, only);
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
        const metainfo = join(
          tree,
          'usr/share/metainfo/app.compute_desk.compute_desk.metainfo.xml',
        );
        const given = args.map((arg) =>
          arg.replace('DEB', deb).replace('TREE', tree).replace('METAINFO', metainfo),
        );
        const done = spawnSync(tool, given, { encoding: 'utf8' });
        expect(done.status, done.stdout + done.stderr).toBe(0);
      },
    );

    test('are the same byte for byte, whoever makes them and when', () => {
      const mask = process.umask(0o077);
      const again = join(folder, 'again');
      makePackages(again, only);
      process.umask(mask);
      const files = readdirSync(packages, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(packages, join(entry.parentPath, entry.name)));
      const differing = files.filter(
        (name) => !readFileSync(join(again, name)).equals(readFileSync(join(packages, name))),
      );
      expect(differing).toEqual([]);
    });

    describe('the deb', () => {
      let system: CleanRoot;
      let untouched: string[];
      let app: RootApp | undefined;
      let tour: Tour | undefined;
      const deb = `/home/compute-desk_${version}_amd64.deb`;

      beforeAll(async () => {
        system = await openCleanRoot(desktop);
        await openDisplayIn(system);
        const now = join(packages, `compute-desk_${version}_amd64.deb`);
        for (const file of [await earlierDeb(now, folder, before), now]) {
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
        expect(info).toMatchObject({ host: 'electron', version: before });
        tour = startTour({
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

      test('the next version takes its place while it runs, which it goes on to do as it was', async () => {
        const done = system.run('root', 'apt-get', 'install', '--yes', deb);
        expect(done.status, done.output).toBe(0);
        expect(done.output).toMatch(/1 upgraded/);
        // Parts of the page that had not been read before, what main and its workers answer, and a page that begins anew.
        await tour?.goTo('settings');
        if (app !== undefined) await openSection(app.page, 'about');
        await app?.page.getByText(before, { exact: true }).waitFor();
        await app?.page.reload();
        await app?.page.getByRole('heading', { level: 1 }).first().waitFor();
        await tour?.goTo('chat');
        expect(await app?.call('app.info')).toMatchObject({ version: before });
        const { systems } = (await app?.call<{ systems: { id: string }[] }>(
          'systems.snapshot',
        )) ?? {
          systems: [],
        };
        expect(systems.map(({ id }) => id)).toEqual(['demo']);
        await app?.close();
      });

      test('its next start is the next version, which finds its data, also that of an older format', async () => {
        writeFormat(join(folder, 'older.sqlite'), 30);
        const older = place(system, `${userHome}/older/compute-desk.sqlite`);
        cpSync(join(folder, 'older.sqlite'), older);
        system.run('root', 'chown', '-R', 'desk', `${userHome}/older`);
        system.run('root', 'chmod', '700', `${userHome}/older`);
        const sitePolicy = place(system, policyPath);
        writeFileSync(sitePolicy, JSON.stringify(decided));
        system.run('root', 'chmod', '755', '/etc/compute-desk');
        system.run('root', 'chmod', '644', policyPath);
        app = await startIn(system, 'compute-desk');
        expect(await app.call('app.info')).toMatchObject({ version });
        const { systems } = await app.call<{ systems: { id: string }[] }>('systems.snapshot');
        expect(systems.map(({ id }) => id)).toEqual(['demo']);
        const policy = await app.call<PolicyState>('policy.snapshot');
        expect(policy.sources).toEqual([{ kind: 'folder', place: policyPath, problem: null }]);
        expect(policy.locks.map(({ lock }) => lock)).toEqual(['fixedUpdates']);
        await expect(app.call('updates.set', { feed: null })).rejects.toThrow('locked-by-policy');
        await app.close();

        const migrating = ['compute-desk', '--data-dir', `${userHome}/older`];
        app = await startIn(system, migrating);
        await app.call('systems.snapshot');
        await app.close();
        const copies = readdirSync(join(system.path, userHome, 'older/backups'));
        expect(copies).toEqual([expect.stringMatching(/^format-30-/)]);
        const copy = join(system.path, userHome, 'older/backups', copies[0] ?? '');
        expect(formatOf(join(copy, 'compute-desk.sqlite'))).toBe(30);
        expect(formatOf(older)).toBe(formats.length);
      });

      test('a policy that is not root’s is refused, and locks all that one can', async () => {
        system.run('root', 'chown', 'desk', policyPath);
        app = await startIn(system, 'compute-desk');
        const { sources, locks } = await app.call<PolicyState>('policy.snapshot');
        expect(sources).toMatchObject([{ place: policyPath, problem: { code: 'owner' } }]);
        expect(locks.map(({ lock }) => lock).sort()).toEqual([...policyLocks].sort());
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
        // The site's own, which no package brought.
        expect(now.filter((file) => !untouched.includes(file))).toEqual([policyPath.slice(1)]);
        expect(untouched.filter((file) => !now.includes(file))).toEqual([]);
        expect(existsSync(join(system.path, data, 'compute-desk.sqlite'))).toBe(true);
      });
    });

    describe('the rpm', () => {
      let system: CleanRoot;
      let untouched: string[];
      const rpm = (...args: readonly string[]) => {
        const done = spawnSync('rpm', ['--root', system.path, ...args], { encoding: 'utf8' });
        // Debian's rpm says each time that Debian has packages of its own.
        const output = `${done.stdout}${done.stderr}`.replace(/^rpm: .*\n/gm, '');
        return { status: done.status, output };
      };

      beforeAll(async () => {
        system = await openCleanRoot(desktop);
        await openDisplayIn(system);
      }, patience(300_000));
      afterAll(() => system.close());

      test('asks for its libraries by name, is installed where they are, and takes an older one’s place', () => {
        const file = join(packages, `compute-desk-${version}-1.x86_64.rpm`);
        const refused = rpm('--install', file);
        expect(refused.status).not.toBe(0);
        expect(refused.output).toContain('libgtk-3.so.0()(64bit) is needed by compute-desk');
        // They are there as Debian's packages, which rpm does not know.
        const provided = rpm('--install', librariesRpm(join(folder, 'libraries')));
        expect(provided.status, provided.output).toBe(0);
        untouched = filesOf(system);
        const deb = join(packages, `compute-desk_${version}_amd64.deb`);
        const old = rpm('--install', earlierRpm(deb, folder, before));
        expect(old).toEqual({ status: 0, output: '' });
        expect(rpm('--query', 'compute-desk').output).toBe(`compute-desk-${before}-1.x86_64\n`);
        expect(rpm('--upgrade', file)).toEqual({ status: 0, output: '' });
        expect(rpm('--query', 'compute-desk').output).toBe(`compute-desk-${version}-1.x86_64\n`);
        expect(rpm('--verify', 'compute-desk')).toEqual({ status: 0, output: '' });
      });

      test('where users make no namespaces, its helper makes the sandbox', async () => {
        expect(system.run('confined', 'unshare', '--user', 'true').status).not.toBe(0);
        const app = await startIn(system, 'compute-desk', 'confined');
        expect(await app.call('app.info')).toMatchObject({ version });
        expectSandboxed(app);
        await app.close();
      });

      test('is removed without a rest', () => {
        expect(rpm('--erase', 'compute-desk')).toEqual({ status: 0, output: '' });
        expect(filesOf(system).filter((file) => !untouched.includes(file))).toEqual([]);
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

/** The format that a database is of, as SQLite notes it in its head (`user_version`). */
const formatOf = (file: string): number => readFileSync(file).readUInt32BE(60);
