import { spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { basename, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createUpdates } from '../../main/settings/updates/index.ts';
import { findProgram } from '../../scripts/lanes/needs.ts';
import { removeFolder, root, temporaryFolder } from '../electron/support/desk.ts';
import { patience } from '../support/patience.ts';
import { savedBackups } from '../support/worlds/backups.ts';
import { behindTheDoor } from '../support/worlds/door.ts';
import { testNetwork } from '../support/worlds/network.ts';
import { hasOpenssl, makePki, type Pki } from '../support/worlds/pki.ts';
import { recordEvents, recordLog } from '../support/worlds/world.ts';
import { runPackage } from './support/packages.ts';

const tools = ['dpkg-deb', 'rpmbuild'].filter((name) => findProgram(name) === undefined);
const missing = (await hasOpenssl()) ? tools : [...tools, 'openssl'];
const canRun = process.platform === 'linux' && missing.length === 0;
if (!canRun)
  console.log(`skipped: a folder of packages as a feed (${missing.join(', ') || 'Linux'})`);

const changes = { en: 'Faster.', ja: '速くなりました。' };
const window = { id: 'window' };

describe.skipIf(!canRun)('what npm run package makes, served by a site', () => {
  let folder: string;
  let site: string;
  let pki: Pki;
  let version: string;
  let feedKey: string;
  let signing: Record<string, string>;

  beforeAll(async () => {
    folder = await temporaryFolder();
    site = join(folder, 'site');
    pki = await makePki(join(folder, 'pki'));
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const key = join(folder, 'key.pem');
    writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const told = join(folder, 'changes.json');
    writeFileSync(told, JSON.stringify(changes));
    signing = { COMPUTE_DESK_SIGNING_KEY: key, COMPUTE_DESK_CHANGES: told };
    const made = runPackage([`--output=${site}`], signing);
    if (made.status !== 0) throw new Error(made.output);
    version = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
    const der = publicKey.export({ type: 'spki', format: 'der' });
    feedKey = createHash('sha256').update(der).digest('hex');
  }, patience(300_000));
  afterAll(() => removeFolder(folder));

  /** The app of the version before, under a host. */
  async function appOf(kind: 'electron' | 'web', platform = 'linux 6.1 x64', at = site) {
    const { certificatePem: cert, privateKeyPem: key } = pki.servers.good;
    const server = createServer({ cert, key }, ({ url = '' }, response) => {
      const file = join(at, basename(url));
      if (existsSync(file)) response.end(readFileSync(file));
      else response.writeHead(404).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const network = testNetwork({ env: {}, usualAuthorities: [] });
    onTestFinished(async () => {
      await updates.close();
      await network.close();
      server.closeAllConnections();
      server.close();
    });
    const authorities = [pki.authorities.servers.pem];
    const kept = new Map<string, unknown>();
    const { saved, saveStreamed } = savedBackups();
    const updates = createUpdates({
      ...{ version: '0.0.9', kind, platform },
      network: {
        request: (wanted) => network.request({ ...wanted, authorities }),
        stream: (wanted) => network.stream({ ...wanted, authorities }),
      },
      policy: { updateFeed: null, isLocked: () => false, requireOpen: () => undefined },
      settings: { get: (name) => kept.get(name), set: (name, value) => void kept.set(name, value) },
      ...{ saveStreamed, emit: recordEvents().emit, log: recordLog() },
    });
    const { calls } = behindTheDoor('updates', updates, recordLog());
    const { port } = server.address() as AddressInfo;
    await calls.set({ feed: `https://127.0.0.1:${port}/site/#sha256=${feedKey}` }, window);
    return { calls, saved };
  }

  test.each([
    ['electron', (name: string) => /\.(deb|rpm|tar\.zst|AppImage)$/.test(name)],
    ['web', (name: string) => /^compute-desk-web-.*\.tar\.gz$/.test(name)],
  ] as const)(
    'is believed by the app (%s), with what changed and each package for it',
    async (kind, isOurs) => {
      const { calls, saved } = await appOf(kind);
      const release = await calls.check(undefined, window);
      expect(release).toMatchObject({ version, newer: true, changes });
      const names = release.files.map(({ name }) => name);
      expect(names.sort()).toEqual(readdirSync(site).filter(isOurs).sort());
      // Three, and an AppImage where its runtime can be had.
      expect(names.length).toBeGreaterThanOrEqual(kind === 'web' ? 1 : 3);
      expect(names.filter((name) => !isOurs(name))).toEqual([]);
      for (const name of names) await calls.save({ name }, window);
      expect(saved.map(({ name }) => name)).toEqual(names);
      for (const { name, bytes } of saved) {
        expect(bytes.equals(readFileSync(join(site, name))), name).toBe(true);
      }
    },
  );

  test('its checksums and their signature hold by the commands of CHECK.txt', () => {
    const howTo = readFileSync(join(site, 'CHECK.txt'), 'utf8');
    const commands = [...howTo.matchAll(/^ {5}(.*)$/gm)].map(([, line = '']) =>
      line.replace('KEY.pem', 'SHA256SUMS.pem'),
    );
    expect(commands.map((line) => line.split(' ')[0])).toEqual(['sha256sum', 'openssl']);
    for (const command of commands) {
      const done = spawnSync('sh', ['-c', command], { cwd: site, encoding: 'utf8' });
      expect(done.status, done.stdout + done.stderr).toBe(0);
    }
    const listed = readFileSync(join(site, 'SHA256SUMS'), 'utf8').match(/\S+$/gm);
    const beside = ['SHA256SUMS', 'SHA256SUMS.pem', 'SHA256SUMS.sig'];
    expect([...(listed ?? []), ...beside].sort()).toEqual(filesIn(site));
  });

  test('it brings what sets a policy, for every system', () => {
    expect(filesIn(join(site, 'policy'))).toEqual([
      'macos/compute-desk.mobileconfig',
      ...['packages.md', 'policy.md', 'policy.schema.json', 'rollout.md'],
      ...['system-file.md', 'system-file.schema.json'],
      'windows/compute-desk.admx',
      ...['windows/en-US/compute-desk.adml', 'windows/ja-JP/compute-desk.adml'],
    ]);
  });

  test('packages of other machines are taken in by --finish, which believes none of another version', async () => {
    const mixed = join(folder, 'mixed');
    mkdirSync(mixed);
    const foreign = ['win-x64-setup.exe', 'win-x64.msi', 'win-arm64.zip', 'mac-x64.dmg'];
    const own = foreign.map((ending) => `compute-desk-${version}-${ending}`);
    const web = `compute-desk-web-${version}.tar.gz`;
    for (const name of [...own, web]) writeFileSync(join(mixed, name), `stands in for ${name}`);
    writeFileSync(join(mixed, 'builder-debug.yml'), 'not ours');
    const finished = runPackage([`--finish=${mixed}`], signing);
    expect(finished.status, finished.output).toBe(0);
    // A second time nothing is lost of it, and nothing is left of the first.
    writeFileSync(join(mixed, 'SHA256SUMS'), 'of before');
    expect(runPackage([`--finish=${mixed}`], signing).status).toBe(0);
    expect(readdirSync(mixed)).toEqual(expect.arrayContaining([...own, web, 'builder-debug.yml']));
    for (const [platform, names] of [
      ['win32 10 x64', [own[0], own[1]]],
      ['win32 10 arm64', [own[2]]],
      ['darwin 24 x64', [own[3]]],
    ] as const) {
      const { calls, saved } = await appOf('electron', platform, mixed);
      const release = await calls.check(undefined, window);
      expect(release.files.map(({ name }) => name).sort()).toEqual([...names].sort());
      for (const { name } of release.files) await calls.save({ name }, window);
      expect(saved.map(({ bytes }) => bytes.toString())).toEqual(
        release.files.map(({ name }) => `stands in for ${name}`),
      );
    }
    writeFileSync(join(mixed, 'compute-desk-0.0.8-win-x64.msi'), '');
    const refused = runPackage([`--finish=${mixed}`], signing);
    expect(refused.status).not.toBe(0);
    expect(refused.output).toContain(`not of version ${version}: compute-desk-0.0.8-win-x64.msi`);
  });
});

/** The files in a folder and those below it, in order. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}
