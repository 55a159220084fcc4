import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, onTestFinished, test } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { patience } from '../support/patience.ts';
import { answersAtOnce, startApp } from '../support/processes/running-app.ts';
import { createThemes } from './support/looks.ts';
import { pressAllowed } from './support/permission.ts';
import { openWindow } from './support/window.ts';

/** A server of tools that has resources, and whose tools ask for a page. */
const program = fileURLToPath(new URL('../support/servers/tool-server.mjs', import.meta.url));

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const themes = createThemes();
const inTime = { timeout: patience(60_000) };

test.each([
  { language: 'en' as const, size: { width: 1280, height: 800 } },
  { language: 'ja' as const, size: { width: 960, height: 640 } },
])(
  'what a server has is attached from the menu, and the page that its tool asks for is refused ($language)',
  async ({ language, size }) => {
    const app = await startApp({ dataFolder: testFolder(), demo: true, env: answersAtOnce });
    onTestFinished(() => app.stop());
    const window = await openWindow({ browser, url: app.url, folder: 'tools-asked', language });
    const { page, t } = window;
    await page.setViewportSize(size);
    const see = async (name: string) => {
      for (const theme of themes()) {
        await page.emulateMedia({ colorScheme: theme });
        await window.picture(`${name}-${language}-${theme}`);
        await expectAccessible(page, `${name}, ${theme}`);
      }
    };
    const button = (key: string) => page.getByRole('button', { name: t(key), exact: true });
    const field = (key: string) => page.getByRole('textbox', { name: t(key) }).first();
    const sidebar = (screen: string) =>
      page.getByRole('complementary').getByRole('button', { name: t(`frame.screens.${screen}`) });

    await sidebar('tools').click();
    await button('toolServers.add').click();
    await field('toolServers.form.name').fill('notes');
    await field('toolServers.form.command').fill(process.execPath);
    await field('toolServers.form.arguments').fill(`${program}\npages`);
    await button('toolServers.form.addAndStart').click();
    const panel = page.getByRole('region', { name: t('toolServers.panel', { name: 'notes' }) });
    await panel.getByText(t('toolServers.states.running'), { exact: true }).waitFor(inTime);

    await sidebar('chat').click();
    await button('attachments.add').last().click();
    await page.getByRole('menuitem', { name: t('attachments.menu.server') }).click();
    const dialog = page.getByRole('dialog', { name: t('toolServers.attach.title') });
    const attach = dialog.getByRole('button', {
      name: t('toolServers.attach.actionOf', { name: 'notes.txt' }),
    });
    await attach.waitFor(inTime);
    await see('attach');
    const logs = { name: 'Logs of a day' };
    const fillIn = dialog.getByRole('button', { name: t('toolServers.attach.fillInOf', logs) });
    await fillIn.click();
    await dialog.getByRole('textbox', { name: 'day' }).fill('2026-11-28 / 1');
    await dialog.getByText('test://logs/2026-11-28%20%2F%201', { exact: true }).waitFor();
    await see('template');
    await attach.click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /notes\.txt.*test:\/\/notes\.txt/ }).waitFor();

    await page
      .getByRole('main')
      .getByRole('button', { name: t('tools.action') })
      .click();
    await page.getByRole('checkbox', { name: /write/ }).check();
    await page.keyboard.press('Escape');
    const address = 'https://login.example/start?for=notes&state=0123456789abcdef0123456789abcdef';
    await page
      .getByRole('textbox', { name: t('chat.composer.label'), exact: true })
      .fill(`Please call notes__write with “${address}”`);
    await page.keyboard.press('Enter');
    const dock = page.getByRole('region', { name: t('permission.title', { name: 'write' }) });
    await pressAllowed(dock.getByRole('button', { name: t('permission.once') }));
    const offer = page.getByRole('region', { name: t('permission.page.title', { name: 'notes' }) });
    await offer.getByText(address).waitFor(inTime);
    await see('page');
    await offer.getByRole('button', { name: t('permission.page.open') }).click();
    await page.getByRole('alertdialog').getByText('login.example').first().waitFor();
    await see('question');
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await offer.getByRole('button', { name: t('permission.form.decline') }).click();
    await offer.waitFor({ state: 'detached' });
    const calls = page.getByRole('list', { name: t('chat.tools.title') });
    await calls.getByText(t('chat.tools.done')).waitFor(inTime);
  },
);
