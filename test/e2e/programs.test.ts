import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { startApp } from '../support/processes/running-app.ts';
import { createThemes } from './support/looks.ts';
import { openWindow } from './support/window.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const run = promisify(execFile);
const themes = createThemes();

test.each([
  { language: 'en' as const, size: { width: 1280, height: 800 } },
  { language: 'ja' as const, size: { width: 960, height: 640 } },
])(
  'a program gets a key, calls the demo with curl, is permitted more, and is revoked ($language)',
  async ({ language, size }) => {
    const app = await startApp({ dataFolder: testFolder() });
    onTestFinished(() => app.stop());
    const window = await openWindow({ browser, url: app.url, folder: 'programs', language });
    const { page, t } = window;
    await page.setViewportSize(size);
    const see = async (name: string) => {
      for (const theme of themes()) {
        await page.emulateMedia({ colorScheme: theme });
        await window.picture(`${name}-${language}-${theme}`);
        await expectAccessible(page, `${name}, ${theme}`);
      }
    };
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('button', { name: t('start.demo.title') }).click();
    await page.getByRole('button', { name: 'cpu-main', exact: true }).waitFor();
    await window.goTo('programs');
    await page.getByText(t('programs.empty.title')).waitFor();
    await see('off');
    await press(t('programs.empty.turnOn'));
    await press(t('programs.connect'));
    await page.getByRole('textbox', { name: t('programs.form.name') }).fill('Notebook');
    await see('form');
    await press(t('programs.form.add'));
    const shown = page.getByRole('alertdialog');
    const key = await shown.getByText(/^cdk-/).innerText();
    await see('key');
    await press(t('programs.key.done'));
    const address = await page.getByText(/^http:\/\/127\.0\.0\.1:\d+$/).innerText();

    const curl = async (
      path: string,
      { as = key, data = [] }: { as?: string; data?: string[] } = {},
    ): Promise<{ status: number; text: string }> => {
      const given = ['--silent', '--write-out', '\n%{http_code}', '--header', '@-', ...data];
      const running = run('curl', [...given, `${address}${path}`]);
      running.child.stdin?.end(`Authorization: Bearer ${as}\n`);
      const lines = (await running).stdout.split('\n');
      return { status: Number(lines.pop()), text: lines.join('\n') };
    };
    const models = await curl('/v1/models');
    expect(models.status).toBe(200);
    expect(JSON.parse(models.text).data.length).toBeGreaterThan(0);
    const refused = await curl('/web-api/status/');
    expect(refused.status).toBe(403);
    await page.getByRole('button', { name: t('programs.missing.permit') }).waitFor();
    await page.getByText('GET /web-api/status/').waitFor();
    await see('asked');
    await press(t('programs.missing.permit'));
    await page.getByText(t('programs.readsOnly'), { exact: true }).waitFor();
    const status = await curl('/web-api/status/');
    expect(status.status).toBe(200);
    expect(status.text).toContain('cpu-main');
    await press(t('programs.list.revoke'));
    await page.getByText(t('programs.list.revoked'), { exact: true }).waitFor();
    expect((await curl('/v1/models')).status).toBe(401);
    await page.getByText(t('programs.missing.revoked', { program: 'Notebook' })).waitFor();
    await see('revoked');

    await press(t('programs.connect'));
    const long = 'The editor on the laptop, for reviews';
    await page.getByRole('textbox', { name: t('programs.form.name') }).fill(long);
    await page.getByRole('checkbox', { name: t('programs.form.mcp') }).check();
    await press(t('programs.form.add'));
    const as = await shown.getByText(/^cdk-/).innerText();
    await press(t('programs.key.done'));
    const clientInfo = { name: 'an-editor', title: 'An Editor', version: '1.2.3' };
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    const beginning = { jsonrpc: '2.0', id: 1, method: 'initialize', params };
    const headers = [
      'content-type: application/json',
      'accept: application/json, text/event-stream',
    ];
    const data = [...headers.flatMap((one) => ['--header', one]), '--data'];
    const begun = await curl('/mcp', { as, data: [...data, JSON.stringify(beginning)] });
    expect(begun.status).toBe(200);
    await page.getByText(t('programs.list.reported', { name: 'An Editor 1.2.3' })).waitFor();
    await see('two');
    for (const [width, height] of [
      [960, 640],
      [1280, 800],
      [1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const theme of themes()) {
        await page.emulateMedia({ colorScheme: theme });
        await window.picture(`two-${width}-${language}-${theme}`);
      }
    }
    await press(t('programs.list.setUp'));
    await page
      .getByRole('dialog', { name: t('programs.key.setUpTitle', { name: long }) })
      .waitFor();
    await see('set-up');
  },
);
