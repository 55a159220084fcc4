import type { Browser, Locator } from 'playwright';
import { expect, onTestFinished } from 'vitest';
import { expectAccessible } from '../../support/axe.ts';
import { testFolder } from '../../support/files/folder.ts';
import { preparedSystemId, prepareFolder } from '../../support/files/prepared-folder.ts';
import { startApp } from '../../support/processes/running-app.ts';
import { type FakeGenai, plain, startFakeGenai } from '../../support/servers/fake-genai.ts';
import { callOf } from './page-calls.ts';
import { openWindow, type Window } from './window.ts';

/** The chat screen on a service that does what its scripts say. */
export interface ScriptedChat extends Window {
  readonly fake: FakeGenai;
  readonly composer: Locator;
  readonly log: Locator;
  /** What stands in a text for a number of things. */
  many(key: string, count: number, values?: Readonly<Record<string, string>>): string;
  button(name: string): Locator;
  /** Buttons whose names begin so. */
  buttonFrom(begin: string): Locator;
  send(text: string): Promise<void>;
  /** Sends, and waits until it was answered. */
  ask(text: string): Promise<void>;
  /** Waits until nothing streams. */
  idle(): Promise<void>;
  chooseModel(from: string, to: string): Promise<void>;
  /** Ends the app, with its window open. */
  stopApp(): Promise<void>;
  /** A picture, and axe finds nothing. */
  look(name: string): Promise<void>;
}

export const firstKey = 'sk-first-0000000000001111';
const models = ['alpha3.6-35b', 'alpha3.8-27b', 'gamma-5.3', 'gamma-5.3-flash'];

export async function openScriptedChat(
  browser: Browser,
  {
    language,
    theme,
    dataFolder = testFolder(),
    pictures = 'chat-remedies',
  }: {
    readonly language: 'en' | 'ja';
    readonly theme: 'light' | 'dark';
    readonly dataFolder?: string;
    /** The folder of its pictures, before the language. */
    readonly pictures?: string;
  },
): Promise<ScriptedChat> {
  const fake = await startFakeGenai();
  onTestFinished(() => fake.close());
  fake.models = plain(200, { object: 'list', data: models.map((id) => ({ id })) });
  prepareFolder(dataFolder, fake.url);
  const app = await startApp({ dataFolder });
  onTestFinished(() => app.stop());
  const folder = `${pictures}-${language}`;
  const window = await openWindow({ browser, url: app.url, folder, language });
  const { page, t } = window;
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  if (language === 'ja') await page.setViewportSize({ width: 960, height: 640 });
  await window.goTo('chat');
  await callOf(page, 'vault.setPassphrase', { passphrase: 'of this test' });
  await callOf(page, 'genai.addKey', {
    systemId: preparedSystemId,
    name: 'project',
    key: firstKey,
  });
  const composer = page.getByRole('textbox', { name: t('chat.composer.label'), exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await button(t('chat.model.present', { model: 'alpha3.6-35b' })).waitFor();

  const chat: ScriptedChat = {
    ...window,
    fake,
    composer,
    log: page.getByRole('log', { name: t('chat.thread') }),
    many: (key, count, values = {}) =>
      t(`${key}_${language === 'en' && count === 1 ? 'one' : 'other'}`, { ...values, count }),
    button,
    buttonFrom: (begin) =>
      page.getByRole('button', {
        name: new RegExp(`^${begin.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`),
      }),
    async send(text) {
      await composer.fill(text);
      await page.keyboard.press('Enter');
    },
    async ask(text) {
      const before = fake.requests.length;
      await chat.send(text);
      await expect.poll(() => fake.requests.length).toBeGreaterThan(before);
      await chat.idle();
    },
    async idle() {
      await button(t('chat.composer.stop')).waitFor({ state: 'detached' });
    },
    async chooseModel(from, to) {
      await button(t('chat.model.present', { model: from })).click();
      await page
        .getByRole('option', { name: new RegExp(`^${to.replaceAll('.', '\\.')}\\b(?!-)`) })
        .click();
      await button(t('chat.model.present', { model: to })).waitFor();
    },
    stopApp: () => app.stop(),
    async look(name) {
      // pointed at, a toast stays for as long as looking takes
      const toast = page.locator('[data-toasts] > *').last();
      if (await toast.isVisible()) await toast.hover();
      await window.picture(name);
      await expectAccessible(page, name);
    },
  };
  return chat;
}
