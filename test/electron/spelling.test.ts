import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inWindow } from '../e2e/support/window.ts';
import { patience } from '../support/patience.ts';
import { callOf, type Desk, inLanguage, root } from './support/desk.ts';
import { openDesk, testFolder } from './support/shared.ts';

/** Six words, "hello" among them, as Chromium's `convert_dict` writes them (BDIC, version 2). */
const sixWords =
  'QkRpYwIAAAAgAAAAVwAAAJPZCPs+dIJ0Rh+k+svg8LwyAAAAOAAAADkAAAA6AAAACgpBRiAwAAAAAFRSWSBlc2lhbnJ0b2xjZHVnbXBoYnlmdmt3egAA5mMAaAhtD3MYdCJ3J0AAb2xvdXIAQABlbGxvAEAAYWNoaW5lAEAAcGVsbGluZwBAAGhlAEAAb3JkAA==';

interface Asked {
  readonly misspelledWord: string;
  readonly dictionarySuggestions: readonly string[];
}

async function open(options: {
  dictionary: 'none' | 'of the user' | 'beside the app';
  args?: readonly string[];
}) {
  const folder = testFolder();
  const dictionaries = join(folder, 'data/browser/Dictionaries');
  const app = join(folder, 'app');
  const beside = join(app, 'dictionaries');
  for (const made of [dictionaries, beside]) await mkdir(made, { recursive: true });
  // the built app at a place where something can lie beside it
  await cp(join(root, 'package.json'), join(app, 'package.json'));
  await symlink(join(root, 'dist'), join(app, 'dist'));
  if (options.dictionary !== 'none') {
    const place = options.dictionary === 'of the user' ? dictionaries : beside;
    await writeFile(join(place, 'en-US-10-1.bdic'), Buffer.from(sixWords, 'base64'));
  }
  const { args, env } = inLanguage('en');
  const desk = await openDesk({
    ...{ app, dataFolder: join(folder, 'data'), env },
    args: [...args, ...(options.args ?? [])],
  });
  await callOf(desk)('systems.openDemo');
  await desk.electron.evaluate(({ BrowserWindow, Menu }) => {
    // a menu on a screen that nobody sees stays open
    Menu.prototype.popup = () => undefined;
    BrowserWindow.getAllWindows()[0]?.webContents.on('context-menu', (_event, params) => {
      Object.assign(globalThis, { asked: params });
    });
  });
  const window = inWindow(desk.page, 'electron/spelling');
  await window.goTo('chat');
  const field = desk.page.getByRole('textbox', { name: window.t('chat.composer.label') });
  return { desk, window, field, dictionaries };
}

const asked = ({ electron }: Desk) =>
  electron.evaluate(() => {
    const { asked } = globalThis as unknown as { asked?: Asked };
    return {
      word: asked?.misspelledWord,
      suggestions: asked?.dictionarySuggestions,
    };
  });

test('without a dictionary nothing is checked, and none is asked for by any way, whatever the session is told', async () => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.end();
  });
  server.on('connect', (request, socket) => {
    requests.push(request.url ?? '');
    socket.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { desk, field, dictionaries } = await open({
    dictionary: 'none',
    args: [`--proxy-server=${at}`],
  });
  await field.fill('helo machine');
  await field.click({ button: 'right', position: { x: 60, y: 22 } });
  await expect.poll(async () => (await asked(desk)).word).toBe('');
  expect(await callOf(desk)('app.info')).toMatchObject({ spelling: false });

  const failed = desk.electron.evaluate(
    ({ session }, url) =>
      new Promise<string>((resolve) => {
        const { defaultSession } = session;
        defaultSession.on('spellcheck-dictionary-download-failure', (_event, language) =>
          resolve(language),
        );
        defaultSession.setSpellCheckerDictionaryDownloadURL(`${url}/`);
        defaultSession.setSpellCheckerEnabled(true);
        defaultSession.setSpellCheckerLanguages(['de']);
      }),
    at,
  );
  expect(await failed).toMatch(/^de/);
  expect(requests).toEqual([]);
  expect(await readdir(dictionaries).catch(() => [])).toEqual([]);
});

test.each(['of the user', 'beside the app'] as const)(
  'with a dictionary %s words are checked and offered, until the user does not want it',
  async (dictionary) => {
    const { desk, field } = await open({ dictionary });
    const call = callOf(desk);
    expect(await call('app.info')).toMatchObject({ spelling: true });
    const look = async () => {
      await field.fill('');
      await field.pressSequentially('helo machine ');
      await field.click({ button: 'right', position: { x: 60, y: 22 } });
      return asked(desk);
    };
    await expect
      .poll(look, { timeout: patience(10_000) })
      .toEqual({ word: 'helo', suggestions: ['hello'] });
    await call('settings.update', { checkSpelling: false });
    await expect.poll(async () => (await look()).word, { timeout: patience(10_000) }).toBe('');
  },
);
