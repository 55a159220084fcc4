import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { hasOpenssl } from '../../../support/worlds/pki.ts';
import { pkiForAll } from '../../../support/worlds/pki-for-all.ts';
import {
  appImage,
  changes,
  type DeskOptions,
  deb,
  keyHash,
  publicPem,
  rpm,
  type Site,
  siteOf,
  updatesDesk,
} from '../../../support/worlds/updates.ts';

const openssl = await hasOpenssl();
if (!openssl) console.log('skipped: updates (no openssl command)');

describe.skipIf(!openssl)('updates', () => {
  const pki = pkiForAll();

  const desk = (options?: DeskOptions) => updatesDesk(pki(), options);

  test('none are looked for by default; asked, the version and what changed are shown before any package is fetched', async () => {
    const app = await desk();
    expect(await app.state()).toMatchObject({ feed: null, place: null, locked: false });
    await expect(app.check()).rejects.toMatchObject({ code: 'update-feed-invalid' });
    expect(app.asked).toEqual([]);
    await app.use();
    expect(app.asked).toEqual([]);
    const release = await app.check();
    expect(release).toMatchObject({ version: '0.2.0', newer: true, changes });
    expect(release.files.map(({ name }) => name)).toEqual([deb(), rpm(), appImage()]);
    expect(app.asked).toEqual(['SHA256SUMS', 'SHA256SUMS.sig', 'SHA256SUMS.pem', 'update.json']);
    await app.save(deb());
    expect(app.saved).toEqual([{ name: deb(), bytes: Buffer.alloc(300_000, 7) }]);
  });

  test.each(['0.2.0', '0.10.0', '1.0.0'])(
    'version %s is offered nothing older or equal',
    async (version) => {
      const app = await desk({ version });
      await app.use();
      expect(await app.check()).toMatchObject({ newer: false, files: [] });
      await expect(app.save(deb())).rejects.toMatchObject({ code: 'not-found' });
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
    ['a changed list', () => changed('SHA256SUMS', Buffer.from(`${'0'.repeat(64)}  ${deb()}\n`))],
    [
      'a changed description',
      () => changed('update.json', Buffer.from('{"format":"compute-desk-update"}')),
    ],
  ])('%s is not believed', async (_, site) => {
    const app = await desk({ site: site() });
    await app.use();
    await expect(app.check()).rejects.toMatchObject({ code: 'update-signature' });
    await expect(app.save(deb())).rejects.toMatchObject({ code: 'not-found' });
  });

  test.each<[string, string, DeskOptions]>([
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
    const app = await desk({ site: changed(deb(), bytes) });
    await app.use();
    await app.check();
    await expect(app.save(deb())).rejects.toMatchObject({ code: 'update-changed' });
    expect(app.saved).toEqual([]);
  });

  test('a package that is sent elsewhere, or never ends, is thrown away', async () => {
    const app = await desk({
      lie(path, response) {
        if (path !== deb()) return false;
        const timer = setInterval(() => response.write(Buffer.alloc(50_000, 7)), 5);
        response.once('close', () => clearInterval(timer));
        return true;
      },
    });
    await app.use();
    await app.check();
    await expect(app.save(deb())).rejects.toMatchObject({ code: 'update-changed' });
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
    expect(await given.state()).toMatchObject({ feed, place: '/etc/p', locked: true });
    await expect(given.use()).rejects.toMatchObject({ code: 'locked-by-policy' });
    const none = await desk({ policy: { feed: 'none' } });
    expect(await none.state()).toMatchObject({ feed: null, locked: true });
    await expect(none.check()).rejects.toMatchObject({ code: 'update-feed-invalid' });
    const locked = await desk({ policy: { locked: true } });
    expect(await locked.state()).toMatchObject({ feed: null, locked: true });
  });
});
