import { createReadStream, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { launchChromium } from '../support/chromium.ts';

const configFile = fileURLToPath(
  new URL('../../renderer/ui/gallery/vite.config.ts', import.meta.url),
);
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

let browser: Browser;
let server: Server;
let address: string;
let folder: string;

beforeAll(async () => {
  // nothing that is no part of the product is put beside what is packed
  folder = mkdtempSync(join(tmpdir(), 'compute-desk-gallery-'));
  await build({ configFile, logLevel: 'warn', build: { outDir: folder, emptyOutDir: true } });
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = join(folder, pathname === '/' ? 'index.html' : pathname);
    if (!existsSync(file)) return void response.writeHead(204).end();
    response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  if (typeof bound !== 'object' || bound === null) throw new Error('the server has no port');
  address = `http://127.0.0.1:${bound.port}/`;
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

async function open(theme: string, language: string, width: number, height: number) {
  const context = await browser.newContext({
    viewport: { width, height },
    reducedMotion: 'reduce',
  });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(message.text());
  });
  await page.goto(`${address}?theme=${theme}&language=${language}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return { page, troubles };
}

describe.each([
  ['light', 'en', 1280, 800],
  ['light', 'ja', 960, 640],
  ['dark', 'en', 960, 640],
  ['dark', 'ja', 1280, 800],
] as const)('every component, %s, %s, %i x %i', (theme, language, width, height) => {
  test('breaks no rule of axe, nor the strict CSP, with each overlay open', async () => {
    const { page, troubles } = await open(theme, language, width, height);
    await expectAccessible(page, 'the components');
    const openers = page.getByTestId('overlays').getByRole('button');
    for (const [index, role] of ['dialog', 'alertdialog', 'dialog', 'menu'].entries()) {
      await openers.nth(index).click();
      const overlay = page.locator(`[role=${role}]`);
      await overlay.waitFor();
      // what lies under it, and is out of reach now, is looked at once more with the first
      await expectAccessible(page, role, index === 0 ? undefined : `[role=${role}]`);
      await page.keyboard.press('Escape');
      await overlay.waitFor({ state: 'detached' });
      await expect
        .poll(() => openers.nth(index).evaluate((button) => button.matches(':focus')))
        .toBe(true);
    }
    // by a menu's entry into a dialog and back
    const menuButton = openers.nth(3);
    await menuButton.click();
    await page.getByRole('menuitem').last().click();
    await page.getByRole('alertdialog').getByRole('button').first().click();
    await expect.poll(() => menuButton.evaluate((button) => button.matches(':focus'))).toBe(true);
    await openers.nth(4).click();
    await page.locator('[data-toasts] button').first().waitFor();
    await expectAccessible(page, 'a toast', '[data-toasts]');
    expect(await page.locator('style').count()).toBe(0);
    expect(troubles).toEqual([]);
  });
});

test('nothing is cut off sideways at 200 % zoom of the smallest window', async () => {
  const { page } = await open('light', 'en', 480, 320);
  expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(480);
});

test('every control offers at least 24 px to press', async () => {
  const { page } = await open('light', 'en', 1280, 800);
  const small = await page
    .locator(
      'button, select, [role=switch], input:not([type=file]):not([type=checkbox]):not([type=radio])',
    )
    .evaluateAll((controls) =>
      controls
        .filter((control) => !control.matches('[data-row-button]'))
        .map((control) => ({ box: control.getBoundingClientRect(), html: control.outerHTML }))
        .filter(({ box }) => box.width < 24 || box.height < 24)
        .map(({ html }) => html),
    );
  expect(small).toEqual([]);
});
