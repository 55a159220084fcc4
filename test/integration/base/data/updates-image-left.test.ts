import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { testFolder } from '../../../support/files/folder.ts';
import { smallDisk, whyNoSmallDisk } from '../../../support/processes/small-disk.ts';
import { fresh, heldBack, imageDesk, old } from '../../../support/worlds/own-image.ts';
import { hasOpenssl } from '../../../support/worlds/pki.ts';
import { pkiForAll } from '../../../support/worlds/pki-for-all.ts';
import { appImage, type DeskOptions, updatesDesk } from '../../../support/worlds/updates.ts';

const openssl = await hasOpenssl();
const canRun = openssl && process.platform === 'linux';
if (!canRun)
  console.log('skipped: an AppImage that is left alone (no openssl command, or no Linux)');

const noDisk = whyNoSmallDisk();
const isRoot = process.getuid?.() === 0;

describe.skipIf(!canRun)('an AppImage that the app leaves alone', () => {
  const pki = pkiForAll();

  const desk = (options?: DeskOptions, apps?: string) => imageDesk(pki(), options, apps);

  test.each<[string, (path: string, elsewhere: string) => void]>([
    ['another file', (path) => writeFileSync(path, fresh())],
    ['a link to another file', (path, elsewhere) => symlinkSync(elsewhere, path)],
    ['a folder', (path) => mkdirSync(path)],
  ])(
    'what was fetched, exchanged for %s before it is in place, does not take the place',
    async (_, put) => {
      const server = heldBack();
      const app = await desk({ lie: server.lie });
      await app.check();
      const elsewhere = join(testFolder(), 'elsewhere');
      writeFileSync(elsewhere, 'of somebody else');
      const replaced = app.replace('0.2.0');
      const failed = expect(replaced).rejects.toMatchObject({
        code: 'update-image-foreign',
        details: { reason: 'swapped' },
      });
      await app.fetched();
      const [part = ''] = app.left();
      rmSync(join(app.apps, part));
      put(join(app.apps, part), elsewhere);
      server.finish();
      await failed;
      expect([app.content().toString(), readFileSync(elsewhere, 'utf8')]).toEqual([
        old,
        'of somebody else',
      ]);
    },
  );

  test.each<[string, (path: string) => void]>([
    ['was replaced by hand', (path) => replaceByHand(path)],
    ['was written to', (path) => writeFileSync(path, 'by hand')],
    ['is gone', (path) => rmSync(path)],
    ['is a link', (path) => replaceByLink(path)],
    ['stands where others may write', (path) => chmodSync(join(path, '..'), 0o777)],
  ])(
    'one that %s, before the press or while the new one is fetched, is left alone',
    async (_, change) => {
      const code = 'update-image-foreign';
      const early = await desk();
      await early.check();
      change(early.path);
      const before = seen(early.path);
      await expect(early.replace('0.2.0')).rejects.toMatchObject({ code });
      expect(early.asked).not.toContain(appImage());
      expect(seen(early.path)).toEqual(before);
      // it is offered no more, and the package is
      expect(await early.check()).toMatchObject({
        own: null,
        files: expect.arrayContaining([{ name: appImage(), size: 400_000 }]),
      });

      const server = heldBack();
      const late = await desk({ lie: server.lie });
      await late.check();
      const failed = expect(late.replace('0.2.0')).rejects.toMatchObject({ code });
      await late.fetched();
      change(late.path);
      const then = seen(late.path);
      server.finish();
      await failed;
      expect(seen(late.path)).toEqual(then);
      expect(late.left().filter((name) => name.endsWith('.part'))).toEqual([]);
    },
  );

  test('in a folder of everybody’s whose sticky bit protects it, it is replaced', async () => {
    const app = await desk();
    chmodSync(app.apps, 0o1777);
    await app.check();
    await app.replace('0.2.0');
    expect(app.content().equals(fresh())).toBe(true);
  });

  test.skipIf(!isRoot)(
    'one of another user, or in another user’s folder, is not offered and left alone',
    async () => {
      for (const foreign of ['file', 'folder'] as const) {
        const app = await desk();
        chownSync(foreign === 'file' ? app.path : app.apps, 12_345, 12_345);
        expect(await app.check()).toMatchObject({ own: null });
        await expect(app.replace('0.2.0')).rejects.toMatchObject({ code: 'update-image-foreign' });
        expect([app.content().toString(), app.left()]).toEqual([old, []]);
      }
    },
  );

  test.skipIf(!isRoot)('the new one is of the group that the old one was of', async () => {
    const app = await desk();
    chownSync(app.path, 0, 12_345);
    const again = await updatesDesk(pki(), { image: app.image, served: app.served });
    await again.use();
    await again.check();
    await again.replace('0.2.0');
    expect([statSync(app.path).gid, statSync(app.path).mode & 0o777]).toEqual([12_345, 0o750]);
  });

  test('what an app that ended in the middle left is removed later; what another one writes, and the user’s own, is not', async () => {
    const app = await desk();
    const part = (letter: string) => `.Compute Desk.AppImage.${letter.repeat(12)}.part`;
    const others = [part('b'), '.Compute Desk.AppImage.notes.part', 'Compute Desk.AppImage.old'];
    for (const name of [part('a'), ...others]) writeFileSync(join(app.apps, name), 'half');
    const before = Date.now() / 1_000 - 130;
    for (const name of [part('a'), ...others.slice(1)])
      utimesSync(join(app.apps, name), before, before);
    await app.set(null);
    await app.tick();
    expect(app.left().toSorted()).toEqual(others.toSorted());
    utimesSync(join(app.apps, part('b')), before, before);
    await app.use();
    await app.check();
    await app.replace('0.2.0');
    expect(app.left().toSorted()).toEqual(others.slice(1).toSorted());
  });

  test.skipIf(noDisk !== null)(
    `on a disk without room the old one stays, and nothing of the new one${noDisk === null ? '' : ` [not run: ${noDisk}]`}`,
    async () => {
      const disk = smallDisk(6);
      const app = await desk({}, disk.folder);
      await app.check();
      disk.fill(100_000);
      await expect(app.replace('0.2.0')).rejects.toMatchObject({
        code: 'update-image-not-written',
        details: { path: app.path, reason: 'ENOSPC' },
      });
      expect(app.content().toString()).toBe(old);
      expect(app.left().filter((name) => name.endsWith('.part'))).toEqual([]);
    },
  );
});

function replaceByHand(path: string): void {
  writeFileSync(`${path}.new`, 'by hand');
  renameSync(`${path}.new`, path);
}

function replaceByLink(path: string): void {
  renameSync(path, `${path}.real`);
  symlinkSync(`${path}.real`, path);
}

/** What is there, as far as a test can tell. */
function seen(path: string): unknown {
  if (!existsSync(path)) return null;
  const { ino, mode, size } = lstatSync(path);
  return { ino, mode, size, text: readFileSync(path, 'utf8') };
}
