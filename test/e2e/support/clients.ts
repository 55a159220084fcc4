import { readFileSync } from 'node:fs';
import type { Browser, Locator } from 'playwright';
import { onTestFinished } from 'vitest';
import { expectAccessible } from '../../support/axe.ts';
import { testFolder } from '../../support/files/folder.ts';
import { startApp } from '../../support/processes/running-app.ts';
import { openWindow, type Window } from './window.ts';

/** The screen of the clients, by the words that a user sees. */
export interface ClientsPage {
  readonly sheet: Locator;
  readonly dialog: Locator;
  /** Client IDs from top to bottom. */
  ids(): Promise<string[]>;
  openCreate(): Promise<void>;
  field(key: 'clientId' | 'rootUrl' | 'createdAt'): Locator;
  redirectUrl(number: number): Locator;
  /** Fills the open sheet; further redirect URLs get a row each. */
  fill(clientId: string, ...redirectUrls: string[]): Promise<void>;
  /** Makes a client and leaves its sheet open. */
  create(clientId: string, ...redirectUrls: string[]): Promise<void>;
  open(clientId: string): Promise<void>;
  close(): Promise<void>;
  /** The same, saying yes to the question about what was typed. */
  discard(): Promise<void>;
  /** Presses an entry of the sheet's menu. */
  act(clientId: string, action: string): Promise<void>;
  /** Presses an entry of the screen's menu. */
  menu(action: string): Promise<void>;
  reveal(clientId: string): Promise<string>;
  /** A picture, and axe finds nothing. */
  look(name: string): Promise<void>;
}

export function clientsPage(window: Window): ClientsPage {
  const { page, t, picture } = window;
  const sheet = page.getByRole('dialog');
  const dialog = page.getByRole('alertdialog');
  const redirectUrl = (number: number) =>
    sheet.getByLabel(t('clients.redirectUrlNumber', { number }), { exact: true });
  const rows = page.locator('tbody [data-row-button] > [title]');

  const self: ClientsPage = {
    sheet,
    dialog,
    redirectUrl,
    ids: () => rows.evaluateAll((all) => all.map((one) => one.getAttribute('title') ?? '')),
    async openCreate() {
      await page
        .getByRole('button', { name: t('clients.new') })
        .first()
        .click();
      await sheet.waitFor();
    },
    field: (key) => sheet.getByLabel(t(`clients.${key}`)),
    async fill(clientId, ...redirectUrls) {
      await sheet.getByRole('textbox', { name: t('clients.clientId') }).fill(clientId);
      for (const [at, url] of redirectUrls.entries()) {
        if (at > 0)
          await sheet.getByRole('button', { name: t('clients.addUrl'), exact: true }).click();
        await redirectUrl(at + 1).fill(url);
      }
    },
    async create(clientId, ...redirectUrls) {
      await self.openCreate();
      await self.fill(clientId, ...redirectUrls);
      await page.keyboard.press('Enter');
      await sheet.getByRole('heading', { name: clientId, exact: true }).waitFor();
    },
    async open(clientId) {
      await rows.and(page.getByTitle(clientId, { exact: true })).click();
      await sheet.getByRole('heading', { name: clientId, exact: true }).waitFor();
    },
    async close() {
      await page.keyboard.press('Escape');
      await sheet.waitFor({ state: 'hidden' });
    },
    async discard() {
      await page.keyboard.press('Escape');
      await dialog.getByRole('button', { name: t('common.discard.confirm') }).click();
      await sheet.waitFor({ state: 'hidden' });
    },
    async act(clientId, action) {
      await sheet.getByRole('button', { name: t('clients.moreOf', { clientId }) }).click();
      await page.getByRole('menuitem', { name: t(action) }).click();
    },
    async menu(action) {
      await page.getByRole('button', { name: t('clients.more'), exact: true }).click();
      await page.getByRole('menuitem', { name: t(action) }).click();
    },
    async reveal(clientId) {
      const name = t('clients.secretOf', { clientId });
      await sheet.getByRole('button', { name: t('common.secret.showNamed', { name }) }).click();
      await sheet.getByRole('button', { name: t('common.secret.hideNamed', { name }) }).waitFor();
      const facts = sheet.locator('dt', { hasText: t('clients.secret') });
      return facts.locator('xpath=following-sibling::dd').locator('.font-mono').first().innerText();
    },
    async look(name) {
      await picture(name);
      await expectAccessible(page, name);
    },
  };
  return self;
}

/** What a press downloads, as text. */
export async function downloaded({ page }: Window, press: () => Promise<void>): Promise<string> {
  const download = page.waitForEvent('download');
  await press();
  return readFileSync(await (await download).path(), 'utf8');
}

/** A demo of its own with the screen of the clients open. */
export async function onClients(
  browser: Browser,
  language: 'en' | 'ja' = 'en',
): Promise<Window & ClientsPage> {
  const app = await startApp({ dataFolder: testFolder(), demo: true });
  onTestFinished(() => app.stop());
  const window = await openWindow({
    browser,
    url: app.url,
    folder: `clients/${language}`,
    language,
  });
  await window.page.getByRole('row').nth(2).waitFor();
  await window.goTo('clients');
  await window.page.getByText(window.t('clients.empty.title')).waitFor();
  return { ...window, ...clientsPage(window) };
}
