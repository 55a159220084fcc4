import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
} from 'node:crypto';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { RequestOptions } from '../../../main/network/index.ts';
import { createUpdates } from '../../../main/updates/index.ts';
import { savedBackups } from '../../support/worlds/backups.ts';
import { behindTheDoor } from '../../support/worlds/door.ts';
import { testNetwork } from '../../support/worlds/network.ts';
import { hasOpenssl, makePki, type Pki } from '../../support/worlds/pki.ts';
import { recordEvents, recordLog, temporaryFolder } from '../../support/worlds/world.ts';

const openssl = await hasOpenssl();
if (!openssl) console.log('skipped: updates (no openssl command)');
const window = { id: 'window' };
const deb = 'compute-desk_0.2.0_amd64.deb';
const changes = { en: 'Faster.', ja: '速くなりました。' };
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const signing = generateKeyPairSync('ed25519');
const publicPem = signing.publicKey.export({ type: 'spki', format: 'pem' });
const keyHash = sha256(signing.publicKey.export({ type: 'spki', format: 'der' }));

type Site = Map<string, Buffer>;

/** A folder of packages as `npm run package` signs it. */
function siteOf(release = '0.2.0', key = signing.privateKey): Site {
  const packages: Site = new Map([
    [deb, Buffer.alloc(300_000, 7)],
    ['compute-desk-0.2.0-1.x86_64.rpm', Buffer.from('rpm')],
    ['compute-desk-web-0.2.0.tar.gz', Buffer.from('web')],
    ['compute-desk-0.2.0-win-x64.exe', Buffer.from('exe')],
  ]);
  const files = [...packages].map(([name, bytes]) => ({ name, size: bytes.byteLength }));
  const described = { format: 'compute-desk-update', version: 1, release, changes, files };
  packages.set('update.json', Buffer.from(JSON.stringify(described)));
  const sums = [...packages].map(([name, bytes]) => `${sha256(bytes)}  ${name}\n`).join('');
  return packages
    .set('SHA256SUMS', Buffer.from(sums))
    .set('SHA256SUMS.sig', sign(null, Buffer.from(sums), key))
    .set(
      'SHA256SUMS.pem',
      Buffer.from(
        createPublicKey(createPrivateKey(key.export({ type: 'pkcs8', format: 'pem' }))).export({
          type: 'spki',
          format: 'pem',
        }),
      ),
    );
}

describe.skipIf(!openssl)('updates', () => {
  let pki: Pki;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  beforeAll(async () => {
    folder = await temporaryFolder();
    pki = await makePki(folder.path);
  });
  afterAll(() => folder.remove());

  /** The app of a version, and a site's server; `lie` answers in its place where it says so. */
  async function desk(
    options: {
      site?: Site;
      lie?: (path: string, response: Parameters<RequestListener>[1]) => boolean;
      policy?: { feed?: string; locked?: boolean };
      version?: string;
    } = {},
  ) {
    const { site = siteOf(), lie = () => false, policy = {} } = options;
    const asked: string[] = [];
    const { pem, key } = {
      pem: pki.servers.good.certificatePem,
      key: pki.servers.good.privateKeyPem,
    };
    const server = createServer({ cert: pem, key }, (request, response) => {
      const path = (request.url ?? '').replace('/packages/', '');
      asked.push(path);
      if (lie(path, response)) return;
      const found = site.get(path);
      response.writeHead(found === undefined ? 404 : 200).end(found);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const address = `https://127.0.0.1:${(server.address() as AddressInfo).port}/packages/`;
    const network = testNetwork({ env: {}, usualAuthorities: [] });
    onTestFinished(() => network.close());
    const trusted = <O extends RequestOptions>(wanted: O): O => ({
      ...wanted,
      authorities: [pki.authorities.servers.pem],
    });
    const kept = new Map<string, unknown>();
    const { saved, saveMade } = savedBackups();
    const feedOf = (hash: string) => `${address}#sha256=${hash}`;
    const made = createUpdates({
      ...{ version: options.version ?? '0.1.0', kind: 'electron', platform: 'linux 6.1 x64' },
      network: {
        request: (wanted) => network.request(trusted(wanted)),
        stream: (wanted) => network.stream(trusted(wanted)),
      },
      policy: {
        updateFeed: policy.feed === undefined ? null : { address: policy.feed, place: '/etc/p' },
        isLocked: () => policy.locked ?? false,
        requireOpen: () => undefined,
      },
      settings: { get: (name) => kept.get(name), set: (name, value) => void kept.set(name, value) },
      ...{ saveMade, emit: recordEvents().emit, patience: 1_500 },
    });
    const { calls } = behindTheDoor('updates', made, recordLog());
    return {
      ...{ asked, saved, feedOf },
      set: (feed: string | null) => calls.set({ feed }, window),
      use: () => calls.set({ feed: feedOf(keyHash) }, window),
      state: () => calls.snapshot(undefined, window),
      check: () => calls.check(undefined, window),
      save: (name: string) => calls.save({ name }, window),
    };
  }

  test('none are looked for by default; asked, the version and what changed are shown before any package is fetched', async () => {
    const app = await desk();
    expect(await app.state()).toEqual({ feed: null, place: null, locked: false });
    await expect(app.check()).rejects.toMatchObject({ code: 'update-feed-invalid' });
    expect(app.asked).toEqual([]);
    await app.use();
    expect(app.asked).toEqual([]);
    const release = await app.check();
    expect(release).toMatchObject({ version: '0.2.0', newer: true, changes });
    expect(release.files.map(({ name }) => name)).toEqual([deb, 'compute-desk-0.2.0-1.x86_64.rpm']);
    expect(app.asked).toEqual(['SHA256SUMS', 'SHA256SUMS.sig', 'SHA256SUMS.pem', 'update.json']);
    await app.save(deb);
    expect(app.saved).toEqual([{ name: deb, bytes: Buffer.alloc(300_000, 7) }]);
  });

  test.each(['0.2.0', '0.10.0', '1.0.0'])(
    'version %s is offered nothing older or equal',
    async (version) => {
      const app = await desk({ version });
      await app.use();
      expect(await app.check()).toMatchObject({ newer: false, files: [] });
      await expect(app.save(deb)).rejects.toMatchObject({ code: 'not-found' });
    },
  );

  const stranger = generateKeyPairSync('ed25519').privateKey;
  const changed = (name: string, bytes: Buffer) => siteOf().set(name, bytes);
  test.each<[string, () => Site]>([
    ['a signature of another key', () => siteOf('0.2.0', stranger)],
    [
      'the right key beside another’s signature',
      () => siteOf('0.2.0', stranger).set('SHA256SUMS.pem', Buffer.from(publicPem)),
    ],
    ['a signature that is none', () => changed('SHA256SUMS.sig', Buffer.alloc(64))],
    ['a key that is none', () => changed('SHA256SUMS.pem', Buffer.from('no key'))],
    ['a changed list', () => changed('SHA256SUMS', Buffer.from(`${'0'.repeat(64)}  ${deb}\n`))],
    [
      'a changed description',
      () => changed('update.json', Buffer.from('{"format":"compute-desk-update"}')),
    ],
  ])('%s is not believed', async (_, site) => {
    const app = await desk({ site: site() });
    await app.use();
    await expect(app.check()).rejects.toMatchObject({ code: 'update-signature' });
    await expect(app.save(deb)).rejects.toMatchObject({ code: 'not-found' });
  });

  test.each<[string, string, Parameters<typeof desk>[0]]>([
    ['is not there', 'update-not-read', { site: new Map() }],
    [
      'is elsewhere',
      'http-redirect-refused',
      {
        lie(_, response) {
          response.writeHead(302, { location: 'https://elsewhere.invalid/SHA256SUMS' }).end();
          return true;
        },
      },
    ],
    [
      'is huge',
      'answer-too-large',
      {
        lie(_, response) {
          response.end(Buffer.alloc(2 * 1024 * 1024));
          return true;
        },
      },
    ],
    [
      'never ends',
      'network-timeout',
      {
        lie(_, response) {
          const timer = setInterval(() => response.write('a'), 50);
          response.once('close', () => clearInterval(timer));
          return true;
        },
      },
    ],
  ])('a list that %s is said', async (_, code, options) => {
    const app = await desk(options);
    await app.use();
    await expect(app.check()).rejects.toMatchObject({ code });
    expect(app.saved).toEqual([]);
  });

  test.each<[string, Buffer]>([
    ['another', Buffer.alloc(300_000, 8)],
    ['longer', Buffer.alloc(3_000_000, 7)],
    ['shorter', Buffer.alloc(100, 7)],
  ])('a package that is %s than was signed is thrown away', async (_, bytes) => {
    const app = await desk({ site: changed(deb, bytes) });
    await app.use();
    await app.check();
    await expect(app.save(deb)).rejects.toMatchObject({ code: 'update-changed' });
    expect(app.saved).toEqual([]);
  });

  test('a package that is sent elsewhere, or never ends, is thrown away', async () => {
    const app = await desk({
      lie(path, response) {
        if (path !== deb) return false;
        const timer = setInterval(() => response.write(Buffer.alloc(50_000, 7)), 5);
        response.once('close', () => clearInterval(timer));
        return true;
      },
    });
    await app.use();
    await app.check();
    await expect(app.save(deb)).rejects.toMatchObject({ code: 'update-changed' });
    expect(app.saved).toEqual([]);
  });

  test('only a folder at https with the hash of its key is taken', async () => {
    const app = await desk();
    const hash = `#sha256=${keyHash}`;
    for (const feed of [
      ...['https://updates.invalid/', `http://updates.invalid/${hash}`, `file:///tmp/${hash}`],
      ...[`https://me:secret@updates.invalid/${hash}`, `https://updates.invalid/?a=1${hash}`],
      ...['updates', 'https://updates.invalid/#sha256=abc'],
    ]) {
      await expect(app.set(feed), feed).rejects.toMatchObject({ code: 'update-feed-invalid' });
    }
    expect(await app.state()).toMatchObject({ feed: null });
  });

  test('a policy’s folder is the only one, and its word that there is none holds', async () => {
    const feed = `https://updates.invalid/#sha256=${keyHash}`;
    const given = await desk({ policy: { feed } });
    expect(await given.state()).toEqual({ feed, place: '/etc/p', locked: true });
    await expect(given.use()).rejects.toMatchObject({ code: 'locked-by-policy' });
    const none = await desk({ policy: { feed: 'none' } });
    expect(await none.state()).toMatchObject({ feed: null, locked: true });
    await expect(none.check()).rejects.toMatchObject({ code: 'update-feed-invalid' });
    const locked = await desk({ policy: { locked: true } });
    expect(await locked.state()).toMatchObject({ feed: null, locked: true });
  });
});
