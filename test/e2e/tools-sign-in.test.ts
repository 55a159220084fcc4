import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { patience } from '../support/patience.ts';
import { answersAtOnce, startApp } from '../support/processes/running-app.ts';
import {
  type Faults,
  startAuthorizationServer,
  startProtectedService,
} from '../support/servers/authorization-server.ts';
import { vaultPassphrase } from './support/import-certificate.ts';
import { createThemes } from './support/looks.ts';
import { pressAllowed } from './support/permission.ts';
import { openWindow } from './support/window.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const themes = createThemes();
const inTime = { timeout: patience(60_000) };

test.each([
  { language: 'en' as const, size: { width: 1920, height: 1080 } },
  { language: 'ja' as const, size: { width: 960, height: 640 } },
])(
  'a service that wants a sign-in is signed in for in the browser, its tool runs, and it is signed out ($language)',
  async ({ language, size }) => {
    const faults: Faults = {};
    const provider = await startAuthorizationServer(faults);
    onTestFinished(() => provider.close());
    const service = await startProtectedService(provider);
    onTestFinished(() => service.close());
    const app = await startApp({ dataFolder: testFolder(), demo: true, env: answersAtOnce });
    onTestFinished(() => app.stop());
    const window = await openWindow({ browser, url: app.url, folder: 'tools-sign-in', language });
    const { page, context, t } = window;
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
    await page.getByText(t('toolServers.form.http'), { exact: true }).click();
    await field('toolServers.form.name').fill('notes');
    await field('toolServers.form.url').fill(service.url);
    await field('toolServers.form.clientId').fill('known');
    await page.getByLabel(t('toolServers.form.clientSecret')).waitFor();
    await see('form');
    await field('toolServers.form.clientId').fill('');
    await button('toolServers.form.addAndStart').click();
    const panel = page.getByRole('region', { name: t('toolServers.panel', { name: 'notes' }) });
    const inPanel = (key: string) => panel.getByRole('button', { name: t(key), exact: true });
    await panel.getByText(t('toolServers.signIn.none'), { exact: true }).waitFor(inTime);

    // the user refuses there; the token would be the first secret that is stored
    faults.answer = ({ state, iss }) => ({ state, iss, error: 'access_denied' });
    await inPanel('toolServers.signIn.action').click();
    const dialog = page.getByRole('dialog', { name: t('frame.vault.setUpTitle') });
    await dialog.getByLabel(t('frame.vault.passphrase'), { exact: true }).fill(vaultPassphrase);
    await dialog.getByLabel(t('frame.vault.again'), { exact: true }).fill(vaultPassphrase);
    await dialog.getByRole('button', { name: t('frame.vault.setUp') }).click();
    const visit = async (shown: 'signed-in' | 'not-signed-in') => {
      const opened = context.waitForEvent('page');
      await inPanel('toolServers.signIn.open').click(inTime);
      const tab = await opened;
      await tab.locator(`#compute-desk-${shown}`).waitFor(inTime);
      await tab.close();
    };
    await inPanel('toolServers.signIn.open').waitFor(inTime);
    await see('waiting');
    await visit('not-signed-in');
    await panel.getByText('access_denied').first().waitFor(inTime);
    await see('refused');

    delete faults.answer;
    await inPanel('toolServers.signIn.action').click();
    await visit('signed-in');
    const { issuer } = provider;
    await panel.getByText(t('toolServers.signIn.at', { issuer })).waitFor(inTime);
    await panel.getByRole('button', { name: 'add', exact: true }).waitFor(inTime);
    await see('signed-in');

    // its tool runs with the token
    await sidebar('chat').click();
    await page
      .getByRole('main')
      .getByRole('button', { name: t('tools.action') })
      .click();
    await page.getByRole('checkbox', { name: /place/ }).check();
    await page.keyboard.press('Escape');
    await page
      .getByRole('textbox', { name: t('chat.composer.label'), exact: true })
      .fill('Please call notes__place');
    await page.keyboard.press('Enter');
    const dock = page.getByRole('region', { name: t('permission.title', { name: 'place' }) });
    await pressAllowed(dock.getByRole('button', { name: t('permission.once') }));
    const calls = page.getByRole('list', { name: t('chat.tools.title') });
    await calls.getByText(t('chat.tools.done')).waitFor(inTime);

    await sidebar('tools').click();
    await page.locator('[data-row-button]', { hasText: 'notes' }).click();
    await inPanel('toolServers.signIn.out').click();
    await panel.getByText(t('toolServers.signIn.none'), { exact: true }).waitFor(inTime);
    expect(provider.revoked).toHaveLength(1);
    await see('signed-out');
  },
);
