import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fresh, heldBack, imageDesk, type Lie, old } from '../../../support/worlds/own-image.ts';
import { hasOpenssl } from '../../../support/worlds/pki.ts';
import { pkiForAll } from '../../../support/worlds/pki-for-all.ts';
import {
  appImage,
  type DeskOptions,
  keyHash,
  siteOf,
  startSite,
  updatesDesk,
} from '../../../support/worlds/updates.ts';

const openssl = await hasOpenssl();
const canRun = openssl && process.platform === 'linux';
if (!canRun) console.log('skipped: an AppImage that is replaced (no openssl command, or no Linux)');

describe.skipIf(!canRun)('an AppImage that the app replaces', () => {
  const pki = pkiForAll();

  const desk = (options?: DeskOptions, apps?: string) => imageDesk(pki(), options, apps);

  test('takes the new one’s place under its own name and mode, and the app starts it when it is asked to', async () => {
    const app = await desk();
    const release = await app.check();
    expect(release.own).toBe(appImage());
    await expect(app.restart()).rejects.toMatchObject({ code: 'not-found' });
    expect(app.asked).not.toContain(appImage());
    expect(await app.replace('0.2.0')).toMatchObject({
      placed: '0.2.0',
      fetching: null,
      marked: false,
    });
    expect(app.content().equals(fresh())).toBe(true);
    expect([statSync(app.path).mode & 0o777, app.left()]).toEqual([0o750, []]);
    const progress = app.told().flatMap(({ fetching }) => fetching ?? []);
    expect(progress[0]).toEqual({ name: appImage(), done: 0, of: 400_000 });
    await app.restart();
    expect(app.restarts).toEqual([app.path]);
  });

  test('nothing is fetched before its version was shown, nor of another version than that', async () => {
    const app = await desk();
    const code = 'update-not-shown';
    await expect(app.replace('0.2.0')).rejects.toMatchObject({ code });
    expect(app.asked).toEqual([]);
    await app.check();
    await expect(app.replace('0.3.0')).rejects.toMatchObject({ code });
    app.served.site = siteOf('0.4.0');
    await expect(app.replace('0.4.0')).rejects.toMatchObject({ code });
    await app.check();
    // what was shown is not what is there by now
    await expect(app.replace('0.2.0')).rejects.toMatchObject({ code });
    expect([app.content().toString(), app.asked.includes(appImage('0.4.0'))]).toEqual([old, false]);
    await app.replace('0.4.0');
    expect(app.content().equals(fresh('0.4.0'))).toBe(true);
  });

  test.each(['0.1.0', '0.0.9'])(
    'version %s, which is not newer, never takes its place',
    async (older) => {
      const app = await desk({ site: siteOf(older) });
      await app.check();
      await expect(app.replace(older)).rejects.toMatchObject({ code: 'update-not-shown' });
      expect([app.content().toString(), app.left()]).toEqual([old, []]);
    },
  );

  test('a list that is older than what was put there, though newer than what runs, changes nothing', async () => {
    const app = await desk({ site: siteOf('0.3.0') });
    await app.check();
    await app.replace('0.3.0');
    app.served.site = siteOf('0.2.0');
    expect(await app.check()).toMatchObject({ version: '0.2.0', own: null });
    expect(await app.state()).toMatchObject({ marked: false, placed: '0.3.0' });
    await expect(app.replace('0.2.0')).rejects.toMatchObject({ code: 'update-not-shown' });
    expect(app.content().equals(fresh('0.3.0'))).toBe(true);
  });

  test.each<[string, string, (response: Parameters<Lie>[1]) => void]>([
    ['other bytes', 'update-changed', (response) => response.end(Buffer.alloc(400_000, 8))],
    ['fewer bytes', 'update-changed', (response) => response.end(fresh().subarray(1))],
    ['more bytes', 'update-changed', (response) => response.end(Buffer.alloc(3_000_000))],
    ['an error', 'update-not-read', (response) => response.writeHead(500).end()],
    [
      'another place',
      'http-redirect-refused',
      (response) => response.writeHead(302, { location: 'https://elsewhere.invalid/a' }).end(),
    ],
    [
      'half of it, and then nothing more',
      'network-reset',
      (response) => response.write(fresh().subarray(200_000), () => response.destroy()),
    ],
  ])('a server that sends %s leaves the old one as it was', async (_, code, answer) => {
    const lie: Lie = (path, response) => {
      if (path !== appImage()) return false;
      answer(response);
      return true;
    };
    const app = await desk({ lie });
    await app.check();
    await expect(app.replace('0.2.0')).rejects.toMatchObject({ code });
    expect([app.content().toString(), app.left()]).toEqual([old, []]);
    expect(await app.state()).toMatchObject({ placed: null, fetching: null });
    // and a server that sends what was signed is believed the next time
    app.served.lie = () => false;
    await app.replace('0.2.0');
    expect(app.content().equals(fresh())).toBe(true);
  });

  test('what is cancelled while it is fetched, or when the app ends, leaves the old one and nothing beside it', async () => {
    for (const stop of ['cancel', 'close'] as const) {
      const server = heldBack();
      const app = await desk({ lie: server.lie });
      await app.check();
      const replaced = app.replace('0.2.0');
      const failed = expect(replaced).rejects.toMatchObject({ code: 'cancelled' });
      await app.fetched();
      const [half = '', ...others] = app.left();
      expect(others).toEqual([]);
      // by which it is found again where nothing was left to remove it
      expect(half).toMatch(/^\.Compute Desk\.AppImage\.[\da-f]{12}\.part$/);
      expect(statSync(join(app.apps, half)).mode & 0o777).toBe(0o600);
      await app[stop]();
      await failed;
      server.finish();
      expect([app.content().toString(), app.left()]).toEqual([old, []]);
    }
  });

  test('of a feed that counts no more nothing takes the place, though it was being fetched', async () => {
    const server = heldBack();
    const app = await desk({ lie: server.lie });
    await app.check();
    const failed = expect(app.replace('0.2.0')).rejects.toMatchObject({ code: 'cancelled' });
    await app.fetched();
    await app.set(null);
    server.finish();
    await failed;
    expect([app.content().toString(), app.left()]).toEqual([old, []]);
  });

  test('windows that press at once, and while it is fetched, fetch it once', async () => {
    const server = heldBack();
    const app = await desk({ lie: server.lie });
    await app.check();
    const presses = [app.replace('0.2.0', 'one'), app.replace('0.2.0', 'two')];
    await app.fetched();
    presses.push(app.replace('0.2.0', 'three'));
    server.finish();
    const states = await Promise.all(presses);
    expect(states.map(({ placed }) => placed)).toEqual(['0.2.0', '0.2.0', '0.2.0']);
    expect(app.asked.filter((name) => name === appImage())).toHaveLength(1);
    expect(app.left()).toEqual([]);
  });

  test('where the app is installed in another way, nothing is replaced or started anew', async () => {
    const served = await startSite(pki());
    const app = await updatesDesk(pki(), { served, policy: { feed: served.feedOf(keyHash) } });
    expect(await app.check()).toMatchObject({ own: null });
    await expect(app.replace('0.2.0')).rejects.toMatchObject({ code: 'update-image-foreign' });
    await expect(app.restart()).rejects.toMatchObject({ code: 'not-found' });
  });
});
