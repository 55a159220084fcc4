import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { patience } from '../support/patience.ts';
import { answersAtOnce, startApp } from '../support/processes/running-app.ts';
import { vaultPassphrase } from './support/import-certificate.ts';
import { createThemes } from './support/looks.ts';
import { pressAllowed } from './support/permission.ts';
import { openWindow } from './support/window.ts';

/** A server of tools that speaks lines of JSON. */
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
  'a server is added, its tool runs when it is allowed, a file of another program is imported ($language)',
  async ({ language, size }) => {
    const app = await startApp({ dataFolder: testFolder(), demo: true, env: answersAtOnce });
    onTestFinished(() => app.stop());
    const window = await openWindow({ browser, url: app.url, folder: 'tools', language });
    const { page, t } = window;
    await page.setViewportSize(size);
    const see = async (name: string) => {
      for (const theme of themes()) {
        await page.emulateMedia({ colorScheme: theme });
        await window.picture(`${name}-${language}-${theme}`);
        await expectAccessible(page, `${name}, ${theme}`);
      }
    };
    const button = (key: string, values?: Record<string, string>) =>
      page.getByRole('button', { name: t(key, values), exact: true });
    const field = (key: string) => page.getByRole('textbox', { name: t(key) }).first();
    const sidebar = (screen: string) =>
      page.getByRole('complementary').getByRole('button', { name: t(`frame.screens.${screen}`) });

    await sidebar('tools').click();
    await page.getByText(t('toolServers.none.title')).waitFor();
    await see('none');

    // by form: the server starts at once and lists its tools
    await button('toolServers.add').click();
    await field('toolServers.form.name').fill('notes');
    await field('toolServers.form.command').fill(process.execPath);
    await field('toolServers.form.arguments').fill(program);
    await see('form');
    await button('toolServers.form.addAndStart').click();
    const panel = page.getByRole('region', { name: t('toolServers.panel', { name: 'notes' }) });
    await panel.getByText(t('toolServers.states.running'), { exact: true }).waitFor(inTime);
    await panel.getByRole('button', { name: 'write', exact: true }).waitFor(inTime);
    await see('server');

    // its tool is turned on for a conversation, and asks before it runs
    await sidebar('chat').click();
    const composer = page.getByRole('textbox', { name: t('chat.composer.label'), exact: true });
    await page
      .getByRole('main')
      .getByRole('button', { name: t('tools.action') })
      .click();
    await page.getByRole('checkbox', { name: /write/ }).check();
    await page.keyboard.press('Escape');
    await composer.fill('Please call notes__write');
    await page.keyboard.press('Enter');
    const dock = page.getByRole('region', { name: t('permission.title', { name: 'write' }) });
    await dock.waitFor(inTime);
    await dock.getByText(program).waitFor();
    expect(await composer.evaluate((one) => one === document.activeElement)).toBe(true);
    await see('permission');
    await page.keyboard.press('Control+Shift+A');
    const refuse = dock.getByRole('button', { name: t('permission.refuse'), exact: true });
    expect(await refuse.evaluate((one) => one === document.activeElement)).toBe(true);
    await pressAllowed(dock.getByRole('button', { name: t('permission.once') }));
    await dock.waitFor({ state: 'detached' });
    const calls = page.getByRole('list', { name: t('chat.tools.title') });
    await calls.getByText(t('chat.tools.done')).waitFor(inTime);
    await see('ran');

    // a file of another program is shown before anything of it is taken
    await sidebar('tools').click();
    await button('toolServers.import.action').click();
    const mcpServers = {
      files: { command: 'npx', args: ['-y', 'server-files', '/work'], env: { TOKEN: 's3cret' } },
      old: { url: 'https://tools.example.org/sse', type: 'sse' },
    };
    await page
      .getByRole('dialog')
      .locator('input[type=file]')
      .setInputFiles({
        name: 'mcp.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify({ mcpServers })),
      });
    await page.getByText('npx -y server-files /work').waitFor();
    expect(await page.content()).not.toContain('s3cret');
    await see('import');
    await page
      .getByRole('dialog')
      .getByRole('button', {
        name: t(
          language === 'en' ? 'toolServers.import.take_one' : 'toolServers.import.take_other',
          {
            count: '1',
          },
        ),
      })
      .click();
    // its secret is the first one that is stored
    const dialog = page.getByRole('dialog', { name: t('frame.vault.setUpTitle') });
    await dialog.getByLabel(t('frame.vault.passphrase'), { exact: true }).fill(vaultPassphrase);
    await dialog.getByLabel(t('frame.vault.again'), { exact: true }).fill(vaultPassphrase);
    await dialog.getByRole('button', { name: t('frame.vault.setUp') }).click();
    await page.locator('[data-row-button]', { hasText: 'files' }).waitFor();
    await see('list');
  },
);
