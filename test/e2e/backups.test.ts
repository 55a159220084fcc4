import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { startApp } from '../support/processes/running-app.ts';
import { begin, delta } from '../support/servers/fake-genai.ts';
import { openSection } from '../support/settings-section.ts';
import type { Language, Texts } from '../tour/texts.ts';
import { languagesIn } from './support/looks.ts';
import { callOf } from './support/page-calls.ts';
import { firstKey, openScriptedChat, type ScriptedChat } from './support/scripted-service.ts';
import { openWindow, type Window } from './support/window.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const passphrase = 'correct horse battery';
const question = 'How long is the queue?';
const answer = 'Forty minutes, by the scheduler.';
const theirs = 'the vault of this one';
/** What protects the vault of a scripted chat. */
const ours = 'of this test';

const button = ({ page, t }: Pick<Window, 'page' | 't'>, key: string) =>
  page.getByRole('button', { name: t(key), exact: true });
async function typePassphrase(page: Page, t: Texts, typed: string): Promise<void> {
  for (const field of ['settings.backup.passphrase', 'common.newPassphrase.repeat']) {
    await page.getByLabel(t(field), { exact: true }).fill(typed);
  }
}

function answerTo(chat: Pick<ScriptedChat, 'fake'>, text: string): void {
  chat.fake.queue((response) => {
    begin(response);
    delta(response, { content: text }, 'stop');
    response.end('data: [DONE]\n\n');
  });
}

/** An app in use, and a backup of it that was saved by clicks. */
async function backedUp(language: Language) {
  const chat = await openScriptedChat(browser, {
    ...{ language, theme: 'light', pictures: 'backups' },
  });
  answerTo(chat, answer);
  await chat.ask(question);
  await chat.log.getByText(answer).waitFor();
  await callOf(chat.page, 'settings.update', { theme: 'dark' });
  await chat.goTo('settings');
  await openSection(chat.page, 'backup');
  await typePassphrase(chat.page, chat.t, passphrase);
  const [download] = await Promise.all([
    chat.page.waitForEvent('download'),
    button(chat, 'settings.backup.make').click(),
  ]);
  await chat.page.getByText(chat.t('settings.backup.made')).waitFor();
  expect(download.suggestedFilename()).toMatch(/^compute-desk-[\d-]+\.backup$/);
  const file = join(testFolder(), download.suggestedFilename());
  await download.saveAs(file);
  await chat.stopApp();
  return { chat, file };
}

/** An app in a fresh folder, at the place where backups are restored. */
async function freshApp(language: Language) {
  const dataFolder = testFolder();
  const app = await startApp({ dataFolder });
  onTestFinished(() => app.stop());
  const window = await openWindow({ browser, url: app.url, folder: 'backups-fresh', language });
  await button(window, 'frame.damage.restore').click();
  await window.page
    .getByRole('dialog', { name: window.t('settings.backup.restoring.title') })
    .waitFor();
  return { app, dataFolder, window };
}

async function choose(window: Window, file: string, typed = passphrase): Promise<void> {
  const { page, t } = window;
  const dialog = page.getByRole('dialog', { name: t('settings.backup.restoring.title') });
  if (!(await dialog.isVisible())) await button(window, 'settings.backup.restore').click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    button(window, 'settings.backup.restoring.choose').click(),
  ]);
  await chooser.setFiles(file);
  await dialog.getByLabel(t('settings.backup.passphrase'), { exact: true }).fill(typed);
  await button(window, 'settings.backup.restoring.open').click();
}

/** Chooses a backup, and that all of it is restored. */
async function order(window: Window, file: string, withKey: boolean) {
  const { page, t } = window;
  await choose(window, file);
  const dialog = page.getByRole('dialog', { name: t('settings.backup.restoring.title') });
  const key = dialog.getByLabel(t('settings.backup.differences.vaultKey'), { exact: true });
  if (withKey) await key.check();
  const start = dialog.getByRole('button', {
    name: t('settings.backup.restoring.start'),
    exact: true,
  });
  await start.waitFor();
  await window.picture(withKey ? 'restore-with-key' : 'restore');
  await start.click();
  return dialog;
}

async function restore(window: Window, file: string, withKey = false): Promise<void> {
  await order(window, file, withKey);
  await window.page.getByText(window.t('settings.backup.laid')).waitFor();
}

/** Starts the app of a folder again, and looks whether everything of the backup is there. */
async function expectRestored(dataFolder: string, chat: ScriptedChat, language: Language) {
  const again = await startApp({ dataFolder });
  onTestFinished(() => again.stop());
  const next = await openWindow({ browser, url: again.url, folder: 'backups-restored', language });
  const { page, t } = next;
  await next.goTo('settings');
  await openSection(page, 'secrets');
  await button(next, 'settings.vault.unlock').click();
  const dialog = page.getByRole('dialog', { name: t('frame.vault.unlockTitle') });
  await dialog.getByLabel(t('frame.vault.passphrase'), { exact: true }).fill(ours);
  await dialog.getByRole('button', { name: t('frame.vault.unlock'), exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await callOf(page, 'settings.snapshot', undefined)).toMatchObject({ theme: 'dark' });
  await next.goTo('chat');
  await page.getByRole('button', { name: question, exact: true }).click();
  await page.getByText(answer).waitFor();
  // the API key opens, and is sent as it was
  answerTo(chat, 'Thirty now.');
  await page.getByRole('textbox', { name: t('chat.composer.label'), exact: true }).fill('And now?');
  await page.keyboard.press('Enter');
  await page.getByText('Thirty now.').waitFor();
  expect(chat.fake.requests.at(-1)?.authorization).toBe(`Bearer ${firstKey}`);
}

test.each(languagesIn('en'))(
  'saved by clicks, and restored by clicks into an app without a passphrase (%s): talk, key and settings are there',
  async (language) => {
    const { chat, file } = await backedUp(language);
    const { app, dataFolder, window } = await freshApp(language);
    await restore(window, file);
    await app.stop();
    await expectRestored(dataFolder, chat, language);
  },
);

test.each(languagesIn('ja'))(
  'into an app with a passphrase of its own (%s): a wrong passphrase and a cut file are told, then all is there',
  async (language) => {
    const { chat, file } = await backedUp(language);
    const { app, dataFolder, window } = await freshApp(language);
    const { page, t } = window;
    await button(window, 'common.cancel').click();
    await openSection(page, 'secrets');
    await button(window, 'settings.vault.setUp').click();
    const dialog = page.getByRole('dialog', { name: t('frame.vault.setUpTitle') });
    await dialog.getByLabel(t('frame.vault.passphrase'), { exact: true }).fill(theirs);
    await dialog.getByLabel(t('frame.vault.again'), { exact: true }).fill(theirs);
    await dialog.getByRole('button', { name: t('frame.vault.setUp') }).click();
    await dialog.waitFor({ state: 'detached' });
    await openSection(page, 'backup');

    await choose(window, file, 'not the passphrase');
    await page.getByText(t('errors.backup-wrong-passphrase.what')).waitFor();
    const bytes = readFileSync(file);
    const cut = join(testFolder(), 'cut.backup');
    writeFileSync(cut, bytes.subarray(0, bytes.length - 1000));
    await choose(window, cut);
    await page.getByText(t('errors.backup-cut.what')).waitFor();
    // their vault has another passphrase than the backup
    await restore(window, file, true);
    await app.stop();
    await expectRestored(dataFolder, chat, language);
  },
);
