import { EventEmitter, once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MessageBoxOptions } from 'electron';
import { expect, test } from 'vitest';
import { labelsFor } from '../../../../main/hosts/electron/labels.ts';
import { appUserModelId, toastActivator } from '../../../../main/hosts/electron/system/identity.ts';
import {
  confirmClose,
  copySealingKey,
  followSessionEnd,
  identify,
  isTranslocated,
  localFolder,
  offerApplicationsFolder,
} from '../../../../main/hosts/electron/system/index.ts';
import { openCommand } from '../../../../main/hosts/web/browser.ts';
import { metadata } from '../../../../scripts/package/metadata.ts';
import { testFolder } from '../../../support/files/folder.ts';

const labels = labelsFor('en', []);

test('Windows knows the app by the id of its installers, and its toasts by one that stays', () => {
  const said: string[] = [];
  const app = {
    setAppUserModelId: (id: string) => void said.push(id),
    setToastActivatorCLSID: (id: string) => void said.push(id),
  };
  identify(app, 'darwin');
  identify(app, 'linux');
  expect(said).toEqual([]);
  identify(app, 'win32');
  expect(said).toEqual([metadata.appId, toastActivator]);
  expect(appUserModelId).toBe(metadata.appId);
  expect(toastActivator).toMatch(/^\{[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}\}$/);
  // as an older Electron has it
  identify({ setAppUserModelId: app.setAppUserModelId }, 'win32');
  expect(said).toHaveLength(3);
});

test('is said before the first window', () => {
  const run = fileURLToPath(new URL('../../../../main/hosts/electron/run.ts', import.meta.url));
  const text = readFileSync(run, 'utf8');
  const [prepare, rest] = text.split('app.setPath(');
  expect(prepare).toContain('identify(app)');
  expect(rest).not.toContain('identify(app)');
});

/** An app with one window, and a computer. */
function session(platform: NodeJS.Platform) {
  const [app, monitor, window] = [new EventEmitter(), new EventEmitter(), new EventEmitter()];
  const ended: string[] = [];
  let now = 0;
  const isEnding = followSessionEnd({
    ...{ app, monitor, platform, uptime: () => now },
    end: () => void ended.push('end'),
  });
  app.emit('browser-window-created', {}, window);
  return { monitor, window, ended, isEnding, pass: (ms: number) => (now += ms) };
}

test('Windows ends the session: the core is closed as at every end', () => {
  const { window, ended, isEnding } = session('win32');
  expect(isEnding()).toBe(false);
  window.emit('session-end', { reasons: ['shutdown'] });
  expect([ended, isEnding()]).toEqual([['end'], true]);
});

test('a log-out of macOS counts for a minute: another app may have cancelled it', () => {
  const { monitor, ended, isEnding, pass } = session('darwin');
  monitor.emit('shutdown');
  expect([ended, isEnding()]).toEqual([[], true]);
  pass(59_000);
  expect(isEnding()).toBe(true);
  pass(1_000);
  expect(isEnding()).toBe(false);
});

test('on Linux nobody listens, which would delay the shutdown', () => {
  const { monitor, window } = session('linux');
  expect([monitor.listenerCount('shutdown'), window.listenerCount('session-end')]).toEqual([0, 0]);
});

/** A window with something unsaved, and the user who is asked. */
function unsaved(isEnding: boolean, answer: Promise<number> | number) {
  const done: string[] = [];
  const boxes: MessageBoxOptions[] = [];
  const gone = new EventEmitter();
  let isDestroyed = false;
  const window = {
    isDestroyed: () => isDestroyed,
    destroy() {
      isDestroyed = true;
      done.push('destroy');
    },
  };
  const closes = confirmClose(window, {
    labels,
    isEnding: () => isEnding,
    ask(box) {
      boxes.push(box);
      return Number(answer);
    },
    async askLater(box) {
      boxes.push(box);
      box.signal?.addEventListener('abort', () => gone.emit('withdrawn'));
      return { response: await answer };
    },
    quit() {
      done.push('quit');
      gone.emit('quit');
    },
    patience: 5,
  });
  return { closes, done, boxes, gone };
}

test('what is unsaved is asked about as long as the user takes', () => {
  const kept = unsaved(false, 0);
  expect(kept.boxes).toMatchObject([{ title: 'Compute Desk' }]);
  const closed = unsaved(false, 1);
  expect([kept.closes, closed.closes]).toEqual([false, true]);
  expect(closed.boxes).toMatchObject([{ message: labels.unsaved, cancelId: 0 }]);
});

test('at the end of a session the question waits for a while, and then the end goes on', async () => {
  const { closes, done, gone } = unsaved(true, new Promise(() => undefined));
  expect(closes).toBe(false);
  const withdrawn = once(gone, 'withdrawn');
  await once(gone, 'quit');
  await withdrawn;
  expect(done).toEqual(['destroy', 'quit']);
});

test('who answers at the end of a session is heard', async () => {
  const closed = unsaved(true, 1);
  await once(closed.gone, 'quit');
  expect(closed.done).toEqual(['destroy', 'quit']);
  const kept = unsaved(true, 0);
  await once(kept.gone, 'withdrawn');
  expect(kept.done).toEqual([]);
});

test('caches and crashes stay on the computer where profiles roam', () => {
  const env = {
    APPDATA: 'C:\\Users\\ann\\AppData\\Roaming',
    LOCALAPPDATA: 'C:\\Users\\山田\\Local',
  };
  const dataFolder = 'C:\\Users\\ann\\AppData\\Roaming\\compute-desk';
  const of = (platform: NodeJS.Platform, isNamed: boolean, given: object = env) =>
    localFolder({ platform, env: { ...given }, dataFolder, isNamed });
  expect(of('win32', false)).toBe('C:\\Users\\山田\\Local\\compute-desk');
  expect(of('win32', true)).toBe(dataFolder);
  expect(of('win32', false, {})).toBe(dataFolder);
  expect(of('win32', false, { LOCALAPPDATA: 'here' })).toBe(dataFolder);
  expect(of('linux', false)).toBe(dataFolder);
  expect(of('darwin', false)).toBe(dataFolder);
});

test('the key that seals the secrets comes along once, and never over another one', () => {
  const [data, local] = [testFolder(), join(testFolder(), 'local')];
  const keyIn = (folder: string): string => join(folder, 'browser/Local State');
  copySealingKey(data, local);
  expect(existsSync(keyIn(local))).toBe(false);
  mkdirSync(join(data, 'browser'));
  writeFileSync(keyIn(data), 'first');
  copySealingKey(data, data);
  copySealingKey(data, local);
  expect(readFileSync(keyIn(local), 'utf8')).toBe('first');
  writeFileSync(keyIn(data), 'second');
  copySealingKey(data, local);
  expect(readFileSync(keyIn(local), 'utf8')).toBe('first');
});

test('an app that macOS runs from a copy is known by its place', () => {
  const copy =
    '/private/var/folders/x/T/AppTranslocation/1A-2B/d/Compute Desk.app/Contents/MacOS/d';
  expect(isTranslocated(copy, 'darwin')).toBe(true);
  expect(isTranslocated('/Applications/Compute Desk.app/Contents/MacOS/d', 'darwin')).toBe(false);
  expect(isTranslocated(copy, 'linux')).toBe(false);
});

test.each([
  [0, ['quit']],
  [1, []],
])('it says to move it, and answer %d is followed', async (response, expected) => {
  const done: string[] = [];
  const boxes: MessageBoxOptions[] = [];
  await offerApplicationsFolder({
    labels,
    async ask(box) {
      boxes.push(box);
      return { response };
    },
    quit: () => void done.push('quit'),
  });
  expect(done).toEqual(expected);
  expect(boxes).toMatchObject([{ buttons: ['Quit', 'Continue'], cancelId: 1 }]);
});

test('a browser is started on the path itself on Windows, whatever the user is called', () => {
  const file = 'C:\\Users\\山田 太郎\\AppData\\Roaming\\compute-desk\\open-1.html';
  expect(openCommand(file, 'win32')).toEqual(['rundll32', 'url.dll,FileProtocolHandler', file]);
  expect(openCommand('/home/山田/open.html', 'linux')).toEqual([
    'xdg-open',
    'file:///home/%E5%B1%B1%E7%94%B0/open.html',
  ]);
  expect(openCommand('/Users/a b/open.html', 'darwin')).toEqual([
    'open',
    'file:///Users/a%20b/open.html',
  ]);
});
