import { spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createUpdates } from '../../main/updates/index.ts';
import { findProgram } from '../../scripts/lanes/needs.ts';
import { removeFolder, root, temporaryFolder } from '../electron/support/desk.ts';
import { savedBackups } from '../support/backups.ts';
import { behindTheDoor } from '../support/door.ts';
import { testNetwork } from '../support/network.ts';
import { patience } from '../support/patience.ts';
import { hasOpenssl, makePki, type Pki } from '../support/pki.ts';
import { recordEvents, recordLog } from '../support/world.ts';

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

  beforeAll(async () => {
    folder = await temporaryFolder();
    site = join(folder, 'site');
    pki = await makePki(join(folder, 'pki'));
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const key = join(folder, 'key.pem');
    writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const told = join(folder, 'changes.json');
    writeFileSync(told, JSON.stringify(changes));
    const made = spawnSync(
      process.execPath,
      [join(root, 'scripts/package/run.ts'), `--output=${site}`],
      {
        ...{ cwd: root, encoding: 'utf8' },
        env: { ...process.env, COMPUTE_DESK_SIGNING_KEY: key, COMPUTE_DESK_CHANGES: told },
      },
    );
    if (made.status !== 0) throw new Error(made.stdout + made.stderr);
    version = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
    const der = publicKey.export({ type: 'spki', format: 'der' });
    feedKey = createHash('sha256').update(der).digest('hex');
  }, patience(300_000));
  afterAll(() => removeFolder(folder));

  /** The app of the version before, under a host. */
  async function appOf(kind: 'electron' | 'web') {
    const { certificatePem: cert, privateKeyPem: key } = pki.servers.good;
    const server = createServer({ cert, key }, ({ url = '' }, response) => {
      const file = join(site, basename(url));
      if (existsSync(file)) response.end(readFileSync(file));
      else response.writeHead(404).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const network = testNetwork({ env: {}, usualAuthorities: [] });
    onTestFinished(async () => {
      await network.close();
      server.closeAllConnections();
      server.close();
    });
    const authorities = [pki.authorities.servers.pem];
    const kept = new Map<string, unknown>();
    const { saved, saveMade } = savedBackups();
    const updates = createUpdates({
      ...{ version: '0.0.9', kind, platform: 'linux 6.1 x64' },
      network: {
        request: (wanted) => network.request({ ...wanted, authorities }),
        stream: (wanted) => network.stream({ ...wanted, authorities }),
      },
      policy: { updateFeed: null, isLocked: () => false, requireOpen: () => undefined },
      settings: { get: (name) => kept.get(name), set: (name, value) => void kept.set(name, value) },
      ...{ saveMade, emit: recordEvents().emit },
    });
    const { calls } = behindTheDoor('updates', updates, recordLog());
    const { port } = server.address() as AddressInfo;
    await calls.set({ feed: `https://127.0.0.1:${port}/site/#sha256=${feedKey}` }, window);
    return { calls, saved };
  }

  test.each([
    ['electron', (name: string) => /\.(deb|rpm|tar\.zst)$/.test(name)],
    ['web', (name: string) => name.startsWith('compute-desk-web-')],
  ] as const)(
    'is believed by the app (%s), with what changed and each package for it',
    async (kind, isOurs) => {
      const { calls, saved } = await appOf(kind);
      const release = await calls.check(undefined, window);
      expect(release).toMatchObject({ version, newer: true, changes });
      const names = release.files.map(({ name }) => name);
      expect(names.length).toBe(kind === 'web' ? 1 : 3);
      expect(names.filter((name) => !isOurs(name))).toEqual([]);
      for (const name of names) await calls.save({ name }, window);
      expect(saved.map(({ name }) => name)).toEqual(names);
      for (const { name, bytes } of saved) {
        expect(bytes.equals(readFileSync(join(site, name))), name).toBe(true);
      }
    },
  );
});
