import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { expect, onTestFinished } from 'vitest';
import { expectAccessible } from '../../support/axe.ts';
import { testFolder } from '../../support/files/folder.ts';
import { answersAtOnce, type RunningApp, startApp } from '../../support/processes/running-app.ts';
import type { Language, Texts } from '../../tour/texts.ts';
import { createThemes } from './looks.ts';
import { openWindow } from './window.ts';

/** A chip is named by all that it says: the file's name first. */
export const startsWith = (name: string): RegExp => new RegExp(`^${name.replaceAll('.', '\\.')}`);

/** The chat screen of a demo of its own, with the means of a user who attaches files. */
export interface Chat {
  readonly app: RunningApp;
  readonly dataFolder: string;
  readonly page: Page;
  readonly t: Texts;
  picture(name: string): Promise<void>;
  /** Has axe look, in turn wide and light, narrow and dark, and keeps pictures where they are asked for. */
  look(name: string): Promise<void>;
  /** Files of these names with these bytes, on the disk of the test. */
  files(files: Readonly<Record<string, Buffer | string>>): string;
  pick(...paths: string[]): Promise<void>;
  chip(name: string): ReturnType<Page['locator']>;
  send(text: string): Promise<void>;
}

const sizes = { light: { width: 1280, height: 800 }, dark: { width: 960, height: 640 } };

export async function openChat(browser: Browser, language: Language = 'en'): Promise<Chat> {
  const dataFolder = testFolder();
  const app = await startApp({ dataFolder, env: answersAtOnce });
  onTestFinished(() => app.stop());
  const window = await openWindow({ browser, url: app.url, folder: 'attachments', language });
  const { page, t, picture } = window;
  const told: string[] = [];
  page.on('pageerror', (error) => told.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') told.push(message.text());
  });
  onTestFinished(() => expect(told).toEqual([]));
  await page.getByRole('button', { name: t('start.demo.title') }).click();
  await page.getByRole('button', { name: 'cpu-main', exact: true }).waitFor();
  await window.goTo('chat');
  const model = { name: t('chat.model.present', { model: 'alpha3.6-35b' }) };
  await page.getByRole('button', model).waitFor();
  const folder = testFolder();
  const themes = createThemes();
  const composer = page
    .locator('form')
    .filter({ has: page.getByRole('textbox', { name: t('chat.composer.label') }) });
  return {
    app,
    dataFolder,
    page,
    t,
    picture,
    async look(name) {
      for (const colorScheme of themes()) {
        await page.setViewportSize(sizes[colorScheme]);
        await page.emulateMedia({ colorScheme });
        await picture(`${name}-${language}-${colorScheme}`);
        await expectAccessible(page, `${name}, ${colorScheme}`);
      }
      await page.setViewportSize(sizes.light);
      await page.emulateMedia({ colorScheme: 'light' });
    },
    files(files) {
      for (const [name, bytes] of Object.entries(files)) {
        mkdirSync(join(folder, name, '..'), { recursive: true });
        writeFileSync(join(folder, name), bytes);
      }
      return folder;
    },
    pick: (...paths) =>
      composer
        .locator('input[data-picks=files]')
        .setInputFiles(paths.map((path) => join(folder, path))),
    chip: (name) => composer.getByRole('button', { name: startsWith(name) }).first(),
    async send(text) {
      await page.getByRole('textbox', { name: t('chat.composer.label'), exact: true }).fill(text);
      await page.getByRole('button', { name: t('chat.composer.send'), exact: true }).click();
    },
  };
}

export async function chooseModel({ page, t }: Chat, from: string, to: string): Promise<void> {
  await page
    .getByRole('button', { name: t('chat.model.present', { model: from }) })
    .first()
    .click();
  await page.getByText(to, { exact: true }).first().click();
  await page
    .getByRole('button', { name: t('chat.model.present', { model: to }) })
    .first()
    .waitFor();
}
