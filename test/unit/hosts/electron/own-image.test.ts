import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  createOwnImage,
  ownImagePath,
  startAgain,
} from '../../../../main/hosts/electron/own-image.ts';
import { testFolder } from '../../../support/files/folder.ts';

const head = '\u007fELF\u0002\u0001\u0001\u0000AI\u0002';

/** A program that runs out of an AppImage, with what its start tells it. */
function unpackedImage() {
  const [folder, apps] = [testFolder(), testFolder()];
  writeFileSync(join(folder, 'AppRun'), '');
  const image = join(apps, 'An app.AppImage');
  writeFileSync(image, `${head}and more`, 'latin1');
  return {
    program: join(folder, 'compute-desk-app'),
    image,
    env: { APPIMAGE: image, APPDIR: folder },
  };
}

test('the app’s own file is the AppImage that it was started from', () => {
  const { program, image, env } = unpackedImage();
  expect(ownImagePath(program, env)).toBe(image);
  const link = join(testFolder(), 'mounted');
  symlinkSync(env.APPDIR, link);
  expect(ownImagePath(program, { ...env, APPDIR: link })).toBe(image);
});

test('another program’s AppImage, which only handed its name on, is not; nor is what is none', () => {
  const { program, image, env } = unpackedImage();
  const other = unpackedImage();
  // unpacked by hand, and started in a terminal that came out of another AppImage
  expect(ownImagePath(program, other.env)).toBe(null);
  expect(ownImagePath(program, { APPIMAGE: image })).toBe(null);
  expect(ownImagePath(program, { ...env, APPDIR: join(env.APPDIR, 'gone') })).toBe(null);
  expect(ownImagePath(program, { ...env, APPIMAGE: 'An app.AppImage' })).toBe(null);
  expect(ownImagePath(program, { ...env, APPIMAGE: join(image, 'gone') })).toBe(null);
  writeFileSync(image, '#!/bin/sh\necho an innocent script');
  expect(ownImagePath(program, env)).toBe(null);
  writeFileSync(image, head.slice(0, 9), 'latin1');
  expect(ownImagePath(program, env)).toBe(null);
  // installed by a package
  const installed = join(testFolder(), 'compute-desk-app');
  expect(ownImagePath(installed, other.env)).toBe(null);
});

test('it is started anew as it was, with its window and without what was opened', () => {
  const argv = [
    ...['/x/app', '--data-dir', 'here', '--hidden', '/x/key.p12', '--lang=en-GB', '--demo'],
    ...['--policy=/etc/tried.json', '--no-sandbox', 'compute-desk://callback'],
  ];
  const flags = [
    ...['--data-dir', 'here', '--lang=en-GB', '--demo', '--policy=/etc/tried.json', '--no-sandbox'],
  ];
  expect(startAgain('/a/b.AppImage', argv, '/tmp/.mount_x/app')).toEqual({
    execPath: '/a/b.AppImage',
    args: flags,
  });
  // where it cannot be mounted it has to unpack itself again
  expect(startAgain('/a/b.AppImage', argv, '/tmp/appimage_extracted_0a/app').args).toEqual([
    '--appimage-extract-and-run',
    ...flags,
  ]);
});

test('the app is started anew once it has ended, and not where a window was kept open and it ends later', () => {
  const heard = new Map<string, () => void>();
  const started: unknown[] = [];
  const listen = (name: string, listener: () => void) => void heard.set(name, listener);
  const app = {
    on: listen,
    once: listen,
    quit: () => heard.get('before-quit')?.(),
    relaunch: (options: unknown) => void started.push(options),
  };
  const again = { execPath: '/a/b.AppImage', args: [] };
  const image = createOwnImage(app as never, '/a/b.AppImage', again);
  image.restart();
  expect(started).toEqual([]);
  // kept open; the end comes by hand
  app.quit();
  heard.get('will-quit')?.();
  expect(started).toEqual([]);
  image.restart();
  heard.get('will-quit')?.();
  expect(started).toEqual([again]);
});
