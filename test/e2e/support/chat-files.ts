import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Browser, Page } from 'playwright';
import { expect, onTestFinished } from 'vitest';
import { testFolder } from '../../support/folder.ts';
import { type RunningApp, startApp } from '../../support/running-app.ts';
import type { Language, Texts } from '../../tour/texts.ts';
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
  /** Keeps pictures, wide and light, narrow and dark, and asks axe of both. */
  look(name: string): Promise<void>;
  /** Files of these names with these bytes, on the disk of the test. */
  files(files: Readonly<Record<string, Buffer | string>>): string;
  pick(...paths: string[]): Promise<void>;
  chip(name: string): ReturnType<Page['locator']>;
  send(text: string): Promise<void>;
}

const looks = [
  ['light', 1280, 800],
  ['dark', 960, 640],
] as const;

export async function openChat(browser: Browser, language: Language = 'en'): Promise<Chat> {
  const dataFolder = testFolder();
  const app = await startApp({ dataFolder });
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
      for (const [colorScheme, width, height] of looks) {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme });
        await picture(`${name}-${language}-${colorScheme}`);
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(
          violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
          `${name}, ${colorScheme}`,
        ).toEqual([]);
      }
      const [[colorScheme, width, height]] = looks;
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
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
