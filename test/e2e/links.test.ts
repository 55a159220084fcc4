import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { startApp } from '../support/processes/running-app.ts';
import { openImported } from './support/conversation.ts';
import { createThemes, languagesIn } from './support/looks.ts';
import { openWindow } from './support/window.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** Another site's server, and what it was asked with. */
async function elsewhere(): Promise<{ url: string; referrers: (string | undefined)[] }> {
  const referrers: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    if (request.url === '/page') referrers.push(request.headers.referer);
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Elsewhere</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => server.closeAllConnections());
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/page`, referrers };
}

test.each(languagesIn('en'))(
  'a link of an answer says whose it is and leads there, in %s',
  async (language) => {
    const { url, referrers } = await elsewhere();
    const answer = [
      `[plain](${url})`,
      '[forged](https://pаypal.example/sign-in)',
      '[mail](mailto:help@example.org?subject=Hello&attach=/etc/passwd)',
      `[long](https://www.${'bank.example.'.repeat(12)}evil.example/${'way/'.repeat(400)})`,
      '[named](https://bank.example@evil.example/) [script](javascript:alert(1))',
    ].join('\n\n');
    const app = await startApp({ dataFolder: testFolder(), demo: true });
    onTestFinished(() => app.stop());
    const window = await openWindow({
      browser,
      url: app.url,
      folder: `links-${language}`,
      language,
    });
    const { page, context, t, picture } = window;
    await window.goTo('chat');
    await openImported(window, 'Links', [{ question: 'Where?', answer }]);
    const log = page.getByRole('log');
    const dialog = page.getByRole('alertdialog');
    const themes = createThemes();
    const press = async (name: string) => {
      await log.getByRole('link', { name, exact: true }).click();
      await dialog.waitFor();
      await look(name);
    };
    const look = async (name: string) => {
      for (const [width, height] of [
        [1280, 800],
        [960, 640],
      ] as const) {
        await page.setViewportSize({ width, height });
        for (const colorScheme of themes()) {
          await page.emulateMedia({ colorScheme });
          await expectAccessible(page, `${name}, ${colorScheme}`, '[role=alertdialog]');
          await picture(`${name}-${width}-${colorScheme}`);
        }
      }
    };
    const leave = async () => {
      await cancel.click();
      await dialog.waitFor({ state: 'hidden' });
    };
    const open = dialog.getByRole('button', { name: t('links.open'), exact: true });
    const cancel = dialog.getByRole('button', { name: t('common.cancel'), exact: true });

    await press('forged');
    await dialog.getByText(t('links.forged')).waitFor();
    expect(await dialog.getByRole('strong').allTextContents()).toEqual([
      'xn--pypal-4ve.example',
      'xn--pypal-4ve.example',
    ]);
    expect(await dialog.locator('mark').allTextContents()).toEqual(['а']);
    await dialog.getByText(t('links.notes.alike', { like: 'paypal.example' })).waitFor();
    expect(
      await dialog.getByRole('button', { name: t('links.openAnyway'), exact: true }).isVisible(),
    ).toBe(true);
    await leave();

    await press('long');
    await dialog.getByText(t('links.notes.long')).waitFor();
    expect(await dialog.getByRole('strong').allTextContents()).toEqual([
      'evil.example',
      'evil.example',
    ]);
    await leave();

    await press('plain');
    await dialog.getByText(t('links.notes.thisComputer')).waitFor();
    const opened = context.waitForEvent('page');
    await open.click();
    await (await opened).waitForURL(url);
    expect(referrers).toEqual([undefined]);
    await dialog.waitFor({ state: 'hidden' });
    await page.bringToFront();

    await press('mail');
    await dialog.getByText('help@', { exact: false }).waitFor();
    const launched = page.waitForEvent('console', {
      predicate: (message) => /Launched external handler for/.test(message.text()),
    });
    await open.click();
    expect((await launched).text()).toContain("'mailto:help@example.org?subject=Hello'");
    await dialog.waitFor({ state: 'hidden' });

    // what would not be opened is no link
    expect(await log.getByRole('link').allTextContents()).toEqual([
      'plain',
      'forged',
      'mail',
      'long',
    ]);
    await log.getByText('named').waitFor();
  },
);
