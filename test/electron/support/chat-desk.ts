import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Locator } from 'playwright';
import { expect, onTestFinished } from 'vitest';
import type { ChatRequest } from '../../../main/demo/genai/index.ts';
import { inWindow, type Window } from '../../e2e/support/window.ts';
import { expectAccessible } from '../../support/axe.ts';
import type { Language } from '../../tour/texts.ts';
import { type DemoPlace, startDemoPlace } from './demo-place.ts';
import { callOf, type Desk, inLanguage, removeFolder, startDesk, temporaryFolder } from './desk.ts';

/** A model of the demo that takes images. */
export const seeing = 'alpha3.8-27b';

/** The app in Electron on its chat screen, asking a service of the test's own process. */
export interface ChatDesk extends Desk, Window {
  readonly composer: Locator;
  /** A chip of the message that is being written, by the file's name. */
  chip(name: string): Locator;
  /** Chooses files or a folder in the dialog that the menu opens. */
  pick(what: 'files' | 'folder', ...paths: string[]): Promise<void>;
  /** Drops files and folders on the window as the desktop does. */
  drop(...paths: string[]): Promise<void>;
  chooseModel(model: string): Promise<void>;
  /** Sends and waits for the end of the answer. */
  send(text: string): Promise<void>;
  /** Keeps a picture and asks axe. */
  look(name: string): Promise<void>;
}

export interface ChatPlace {
  readonly folder: string;
  readonly dataFolder: string;
  readonly place: DemoPlace;
  /** What the service was asked, oldest first. */
  readonly requests: readonly ChatRequest[];
  /** Writes files below the folder and gives their paths. */
  files(files: Readonly<Record<string, Buffer | string>>): Promise<string[]>;
  open(options?: { readonly language?: Language; readonly name?: string }): Promise<ChatDesk>;
}

const passphrase = 'a passphrase of the test';

/** A service and a data folder of the running test, gone with it; `dataFolder` where that lies elsewhere. */
export async function chatPlace(own: { readonly dataFolder?: string } = {}): Promise<ChatPlace> {
  const folder = await temporaryFolder();
  onTestFinished(() => removeFolder(folder));
  const place = await startDemoPlace();
  onTestFinished(() => place.close());
  const requests: ChatRequest[] = [];
  place.demo.inspect.onCompletionRequest((request) => void requests.push(request));
  const dataFolder = own.dataFolder ?? join(folder, 'data');
  return {
    folder,
    dataFolder,
    place,
    requests,
    async files(files) {
      const paths: string[] = [];
      for (const [name, bytes] of Object.entries(files)) {
        const path = join(folder, name);
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, bytes);
        paths.push(path);
      }
      return paths;
    },
    async open({ language = 'en', name = 'chat' } = {}) {
      const desk = await startDesk({ dataFolder, ...inLanguage(language) });
      onTestFinished(() => desk.electron.close());
      await setUp(desk, place);
      return chatDesk(desk, inWindow(desk.page, `electron/${name}`, language));
    },
  };
}

/** The system and its key by the contract: their screens have tests of their own. */
async function setUp(desk: Desk, { webApiUrl, genaiUrl, authority, demo }: DemoPlace) {
  const call = callOf(desk);
  const { systems } = await call<{ systems: { id: string }[] }>('systems.snapshot');
  if (systems.length > 0) {
    await call('vault.unlock', { passphrase });
    return;
  }
  await call('vault.setPassphrase', { passphrase });
  const { id } = await call<{ id: string }>('systems.add', {
    name: 'Alpha',
    webApiUrl,
    authUrl: null,
    genaiUrl,
    authorities: [authority],
    certificateId: null,
  });
  await call('systems.select', { id });
  await call('genai.addKey', { systemId: id, name: 'Project', key: demo.apiKey });
}

async function chatDesk(desk: Desk, window: Window): Promise<ChatDesk> {
  const { page } = desk;
  const { t, picture, pictureOfFailure } = window;
  const told: string[] = [];
  page.on('pageerror', (error) => told.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') told.push(message.text());
  });
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail' && !page.isClosed()) await pictureOfFailure();
    expect(told).toEqual([]);
  });
  await window.goTo('chat');
  const field = page.getByRole('textbox', { name: t('chat.composer.label'), exact: true });
  const composer = page.locator('form').filter({ has: field });
  const chosen = (model: string) =>
    page.getByRole('button', { name: t('chat.model.present', { model }) }).first();
  await chosen('alpha3.6-35b').or(chosen(seeing)).waitFor();
  return {
    ...desk,
    ...window,
    composer,
    chip: (name) =>
      composer
        .getByRole('list', { name: t('attachments.list') })
        .getByRole('button', { name: new RegExp(`^${name.replaceAll('.', '\\.')}`) })
        .first(),
    async pick(what, ...paths) {
      // an empty chat offers the same above
      await composer
        .getByRole('button', { name: t('attachments.add') })
        .first()
        .click();
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('menuitem', { name: t(`attachments.menu.${what}`) }).click();
      await (await chooser).setFiles(paths);
    },
    async drop(...paths) {
      const session = await page.context().newCDPSession(page);
      const data = { items: [], files: paths, dragOperationsMask: 1 };
      for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
        await session.send('Input.dispatchDragEvent', { type, x: 500, y: 300, data });
      }
      await session.detach();
    },
    async chooseModel(model) {
      await chosen('alpha3.6-35b').click();
      await page.getByRole('option', { name: new RegExp(model) }).click();
      await chosen(model).waitFor();
    },
    async send(text) {
      await field.fill(text);
      await page.getByRole('button', { name: t('chat.composer.send'), exact: true }).click();
      await page.getByRole('article').first().waitFor();
      await page
        .getByRole('button', { name: t('chat.composer.stop'), exact: true })
        .waitFor({ state: 'hidden' });
    },
    async look(name) {
      await picture(name);
      await expectAccessible(page, name);
    },
  };
}
