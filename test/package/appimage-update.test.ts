import { spawn, spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Release } from '../../preload/contract/settings/updates.ts';
import { findProgram } from '../../scripts/lanes/needs.ts';
import { findRuntime } from '../../scripts/package/linux/index.ts';
import { removeFolder, temporaryFolder } from '../electron/support/desk.ts';
import { patience } from '../support/patience.ts';
import { hasOpenssl, makePki, type Pki } from '../support/worlds/pki.ts';
import {
  type CleanRoot,
  openCleanRoot,
  place,
  rootObstacle,
  userHome,
  userId,
} from './support/clean-root.ts';
import { makeOlder } from './support/older-app.ts';
import { runPackage, version } from './support/packages.ts';
import { openDisplayIn, startIn } from './support/root-app.ts';

const before = '0.0.9';
const name = `compute-desk-${version}-x86_64.AppImage`;
/** As its user called it: the name stays. */
const there = `${userHome}/apps/Compute Desk.AppImage`;

async function obstacleHere(): Promise<string | undefined> {
  const none = rootObstacle();
  if (none !== undefined) return none;
  for (const tool of ['mksquashfs', 'unsquashfs']) {
    if (findProgram(tool) === undefined) return `${tool} is not installed`;
  }
  if (!(await hasOpenssl())) return 'openssl is not installed';
  const runtime = findRuntime();
  return 'obstacle' in runtime ? runtime.obstacle : undefined;
}

const obstacle = await obstacleHere();
if (obstacle !== undefined) console.log(`skipped: an AppImage that replaces itself (${obstacle})`);

/** The AppImage of an earlier version, none being released yet. */
async function earlierImage(made: string, folder: string): Promise<Buffer> {
  const runtime = findRuntime();
  if ('obstacle' in runtime) throw new Error(runtime.obstacle);
  const head = readFileSync(runtime.path);
  const content = join(folder, 'before');
  const run = (program: string, ...args: readonly string[]): void => {
    const done = spawnSync(program, args, { encoding: 'utf8' });
    if (done.status !== 0) throw new Error(`${program}: ${done.stderr}`);
  };
  run('unsquashfs', '-quiet', '-no-progress', '-offset', `${head.length}`, '-dest', content, made);
  await makeOlder(join(content, 'resources/app.asar'), version, before);
  const packed = join(folder, 'before.squashfs');
  const quick = ['-comp', 'gzip', '-Xcompression-level', '1', '-root-owned', '-noappend'];
  run('mksquashfs', content, packed, ...quick, '-no-xattrs', '-no-progress');
  return Buffer.concat([head, readFileSync(packed)]);
}

describe.skipIf(obstacle !== undefined)('an AppImage of an older version', () => {
  let folder: string;
  let site: string;
  let pki: Pki;
  let feedKey: string;
  let system: CleanRoot;

  beforeAll(async () => {
    folder = await temporaryFolder();
    site = join(folder, 'site');
    pki = await makePki(join(folder, 'pki'));
    writeFileSync(join(folder, 'server.pem'), pki.servers.good.certificatePem);
    writeFileSync(join(folder, 'server.key'), pki.servers.good.privateKeyPem);
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const key = join(folder, 'key.pem');
    writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const der = publicKey.export({ type: 'spki', format: 'der' });
    feedKey = createHash('sha256').update(der).digest('hex');
    const made = runPackage([`--output=${site}`, '--only=appimage'], {
      COMPUTE_DESK_SIGNING_KEY: key,
    });
    if (made.status !== 0) throw new Error(made.output);
    system = await openCleanRoot();
    await openDisplayIn(system);
    const outside = place(system, there);
    writeFileSync(outside, await earlierImage(join(site, name), folder));
    chmodSync(outside, 0o755);
    for (const path of [outside, join(outside, '..')]) chownSync(path, userId, userId);
  }, patience(300_000));
  afterAll(async () => {
    await system.close();
    await removeFolder(folder);
  });

  /** The site, on the system's own network. @returns its port */
  async function serve(): Promise<string> {
    const program = fileURLToPath(new URL('support/serve-site.ts', import.meta.url));
    const server = spawn('nsenter', [
      ...[`--net=/proc/${system.pid}/ns/net`, '--', process.execPath, program, site],
    ]);
    onTestFinished(() => void server.kill());
    const [port] = (await once(server.stdout, 'data')) as [Buffer];
    return port.toString().trim();
  }

  test(
    'takes the one that a site serves in its own place, and starts it with the same data',
    async () => {
      const policy = place(system, '/etc/compute-desk/policy.json');
      mkdirSync(join(policy, '..'), { recursive: true });
      const authorities = [pki.authorities.servers.pem];
      const told = { format: 'compute-desk-policy', version: 1, authorities };
      writeFileSync(policy, JSON.stringify(told));
      chmodSync(policy, 0o644);
      const feed = `https://127.0.0.1:${await serve()}/site/#sha256=${feedKey}`;

      const app = await startIn(system, [there, '--appimage-extract-and-run']);
      expect(await app.call('app.info')).toMatchObject({ version: before });
      await app.call('settings.update', { theme: 'dark' });
      await app.call('updates.set', { feed });
      const release = await app.call<Release>('updates.check');
      expect(release).toMatchObject({ version, newer: true, own: name });
      expect(await app.call('updates.replace', { version })).toMatchObject({ placed: version });
      const outside = join(system.path, there);
      expect(readFileSync(outside).equals(readFileSync(join(site, name)))).toBe(true);
      expect(statSync(outside)).toMatchObject({ uid: userId, mode: 0o100_755 });
      expect(readdirSync(join(outside, '..'))).toEqual(['Compute Desk.AppImage']);

      const again = await app.startsAgain(() => app.call('updates.restart'));
      expect(await again.call('app.info')).toMatchObject({ version });
      expect(await again.call('settings.snapshot')).toMatchObject({ theme: 'dark' });
      expect(await again.call('updates.snapshot')).toMatchObject({ feed, found: null });
      // what the older one had unpacked is gone, and what the newer one runs out of is there
      const unpacked = system.run('desk', 'sh', '-c', 'ls -d /tmp/appimage_extracted_*');
      expect(unpacked.output.trim().split('\n')).toHaveLength(1);
      await again.close();
    },
    patience(120_000),
  );
});
