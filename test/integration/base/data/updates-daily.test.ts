import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { hasOpenssl } from '../../../support/worlds/pki.ts';
import { pkiForAll } from '../../../support/worlds/pki-for-all.ts';
import {
  changes,
  type DeskOptions,
  deb,
  keyHash,
  siteOf,
  startSite,
  updatesDesk,
} from '../../../support/worlds/updates.ts';

const openssl = await hasOpenssl();
if (!openssl) console.log('skipped: updates by themselves (no openssl command)');

const hour = 3_600_000;
const day = 24 * hour;
const list = ['SHA256SUMS', 'SHA256SUMS.sig', 'SHA256SUMS.pem', 'update.json'];

describe.skipIf(!openssl)('newer versions that the app looks for by itself', () => {
  const pki = pkiForAll();

  /** The app beside a clock of its own. */
  async function desk(options: DeskOptions = {}) {
    const clock = { time: Date.parse('2026-11-25T08:00:00.000Z') };
    const now = () => new Date(clock.time);
    const app = await updatesDesk(pki(), { now, ...options });
    return Object.assign(app, {
      now,
      wait(ms: number) {
        clock.time += ms;
      },
    });
  }
  const stranger = generateKeyPairSync('ed25519').privateKey;
  const refused: DeskOptions['lie'] = (_, response) => {
    response.writeHead(503).end();
    return true;
  };

  test('are told once a day with what changed, and nothing but the signed list is fetched', async () => {
    const app = await desk();
    await app.use();
    expect(await app.state()).toMatchObject({ daily: true, lookedAt: null, found: null });
    await app.tick();
    expect(app.asked).toEqual(list);
    const found = { version: '0.2.0', newer: true, changes };
    const lookedAt = app.now().toISOString();
    expect(await app.state()).toMatchObject({ lookedAt, problem: null, found, marked: true });
    expect(app.told().at(-1)).toMatchObject({ found, marked: true });
    app.wait(day - 1);
    await app.tick();
    expect(app.asked).toEqual(list);
    app.wait(1);
    await app.tick();
    expect(app.asked).toEqual([...list, ...list]);
  });

  test('a feed is asked by nobody where none is named, where the site says so, and where the user does not want it', async () => {
    for (const policy of [{}, { feed: 'none' }, { locked: true }]) {
      const app = await desk({ policy });
      await app.tick();
      expect(app.asked).toEqual([]);
    }
    const app = await desk();
    await app.use();
    await app.setDaily(false);
    await app.tick();
    expect([app.asked, await app.state()]).toMatchObject([[], { daily: false }]);
    // that one looks when it is asked to goes on
    expect(await app.check()).toMatchObject({ version: '0.2.0' });
  });

  test('one that the site names is asked, and the user may have it asked no more', async () => {
    const served = await startSite(pki());
    const app = await desk({ served, policy: { feed: served.feedOf(keyHash) } });
    await app.tick();
    expect(await app.state()).toMatchObject({ locked: true, found: { version: '0.2.0' } });
    await app.setDaily(false);
    app.wait(2 * day);
    await app.tick();
    expect(app.asked).toEqual(list);
  });

  test('looks that are due at once, a look by hand and a start anew are one look', async () => {
    const app = await desk();
    await app.use();
    await app.check();
    await Promise.all([app.tick(), app.tick()]);
    expect(app.asked).toEqual(list);
    await app.close();
    const { served, kept, now } = app;
    const again = await desk({ served, kept, now });
    await again.tick();
    expect(again.asked).toEqual(list);
    // what had been seen is told all the same
    expect(await again.state()).toMatchObject({ found: { version: '0.2.0' }, marked: true });
    const both = await desk({ served });
    await both.use();
    await Promise.all([both.tick(), both.tick()]);
    expect(both.asked).toEqual([...list, ...list]);
  });

  test('a clock that was set back, or had been ahead, makes one look more', async () => {
    const app = await desk();
    await app.use();
    await app.tick();
    app.wait(-hour);
    await app.tick();
    expect(app.asked).toEqual(list);
    app.wait(-365 * day);
    await app.tick();
    await app.tick();
    expect(app.asked).toEqual([...list, ...list]);
  });

  test('one that came to nothing is logged and told where updates are, and made again after six hours', async () => {
    const app = await desk();
    await app.use();
    await app.tick();
    app.served.lie = refused;
    app.wait(day);
    await app.tick();
    const problem = { code: 'update-not-read', details: { name: 'SHA256SUMS', status: 503 } };
    // what was found before is there still
    const found = { version: '0.2.0' };
    expect(await app.state()).toMatchObject({ problem, found, lookedAt: app.now().toISOString() });
    expect(app.log.text()).toContain('update-not-looked');
    const { served, kept, now } = app;
    const again = await desk({ served, kept, now });
    expect(await again.state()).toMatchObject({ problem, found });
    app.wait(6 * hour - 1);
    await again.tick();
    expect(app.asked).toEqual([...list, 'SHA256SUMS']);
    app.served.lie = () => false;
    app.wait(1);
    await again.tick();
    expect(await again.state()).toMatchObject({ problem: null, found });
  });

  test('of a folder that is signed by somebody else what it had offered before is offered no more', async () => {
    const app = await desk();
    await app.use();
    await app.tick();
    app.served.site = siteOf('0.9.0', stranger);
    app.wait(day);
    await app.tick();
    const problem = { code: 'update-signature' };
    expect(await app.state()).toMatchObject({ problem, found: null, marked: false });
    await expect(app.save(deb())).rejects.toMatchObject({ code: 'not-found' });
  });

  test('a version that was put off is pointed out no more, over a start too; a newer one is', async () => {
    const app = await desk();
    await app.use();
    await app.tick();
    await app.putOff('0.2.0');
    expect(await app.state()).toMatchObject({ found: { version: '0.2.0' }, marked: false });
    const { served, kept, now } = app;
    const again = await desk({ served, kept, now });
    app.wait(day);
    await again.tick();
    expect(await again.state()).toMatchObject({ found: { version: '0.2.0' }, marked: false });
    served.site = siteOf('0.3.0');
    app.wait(day);
    await again.tick();
    expect(await again.state()).toMatchObject({ found: { version: '0.3.0' }, marked: true });
  });

  test('a version that was taken back, or is the one that runs by now, is told no more', async () => {
    const app = await desk();
    await app.use();
    await app.tick();
    const { served, kept, now } = app;
    const upgraded = await desk({ served, kept, now, version: '0.2.0' });
    expect(await upgraded.state()).toMatchObject({ found: null, marked: false });
    served.site = siteOf('0.1.0');
    app.wait(day);
    await app.tick();
    expect(await app.state()).toMatchObject({ problem: null, found: null });
  });

  test('of another feed nothing is told of what this one had', async () => {
    const app = await desk();
    await app.use();
    await app.tick();
    await app.set(`https://updates.invalid/#sha256=${keyHash}`);
    expect(await app.state()).toMatchObject({ lookedAt: null, found: null, marked: false });
    await app.use();
    expect(await app.state()).toMatchObject({ lookedAt: null, found: null });
  });

  test('a package of what was shown before a start is saved by the list as it is now, and never another version’s', async () => {
    const app = await desk();
    await app.use();
    await app.tick();
    const { served, kept, now } = app;
    const again = await desk({ served, kept, now });
    await again.save(deb());
    expect(again.saved).toEqual([{ name: deb(), bytes: Buffer.alloc(300_000, 7) }]);
    const last = await desk({ served, kept, now });
    served.site = siteOf('0.3.0');
    await expect(last.save(deb())).rejects.toMatchObject({ code: 'update-not-shown' });
    expect(last.saved).toEqual([]);
    expect(await last.state()).toMatchObject({ found: { version: '0.3.0' } });
  });

  test('settings that are damaged, or of before there was any of this, are read as far as they can be', async () => {
    const feed = `https://updates.invalid/#sha256=${keyHash}`;
    const state = { feed, daily: true, lookedAt: null, found: null };
    for (const wrong of [{ feed }, { feed, daily: 'no', putOff: 7, look: { feed, at: 'now' } }]) {
      const app = await desk({ kept: new Map([['updates', wrong]]) });
      expect(await app.state()).toMatchObject(state);
    }
  });
});
