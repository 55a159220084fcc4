import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { expect, inject, onTestFinished, test } from 'vitest';
import { copyOfTheTree } from '../rules/tree.ts';
import { testFolder } from '../support/files/folder.ts';
import { patience } from '../support/patience.ts';
import { freePort } from '../support/ports.ts';
import { startDev } from '../support/processes/dev-script.ts';
import { startDesk, testEnvironment, testSwitches } from './support/desk.ts';

const heading = 'renderer/ui/marks/ScreenTitle.tsx';

/** A server on a free port of loopback that notes what it is asked. */
async function listening() {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    response.setHeader('access-control-allow-origin', '*').end('reached');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { asked, server, port, address: `http://127.0.0.1:${port}/` };
}

/** The window of the Electron that has this port for its debugger. */
async function windowAt(port: number): Promise<Page> {
  let browser: Browser | null = null;
  onTestFinished(() => browser?.close());
  let page: Page | undefined;
  await expect
    .poll(async () => {
      // the one that was there before may still be ending
      if (browser?.isConnected() !== true) {
        browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`).catch(() => null);
      }
      [page] = browser?.contexts().flatMap((context) => context.pages()) ?? [];
      return page;
    })
    .toBeDefined();
  if (page === undefined) throw new Error('there is no window');
  return page;
}

test('npm run dev -- --electron: a saved file of the page is replaced in place, one of main starts the app anew', async () => {
  const tree = copyOfTheTree();
  const port = await freePort();
  // The command, and what it starts, run as the user of the tests: root has no sandbox.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const switches = [...testSwitches, ...asRoot, `--remote-debugging-port=${port}`];
  // Its data folder lies beside what other files hand over to the app's user meanwhile.
  const { home } = inject('appUser');
  const lines = startDev(tree.folder, ['--electron', '--', ...switches], {
    ...testEnvironment(),
    ...(home !== '' && { TMPDIR: dirname(home) }),
    ELECTRON_OVERRIDE_DIST_PATH: inject('runtime').folder,
  });
  await expect.poll(() => lines).toContain('Compute Desk, being worked on, is in its window');

  const machineOf = (page: Page) => page.getByRole('button', { name: 'cpu-main', exact: true });
  const page = await windowAt(port);
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  await machineOf(page).waitFor({ timeout: patience(60_000) });
  expect(page.url()).toMatch(/^app:\/\/compute-desk\//);

  await page.evaluate(() => document.body.setAttribute('data-same-document', ''));
  const source = tree.read(heading);
  expect(source).toContain('<h1 ');
  tree.write(heading, source.replace('<h1 ', '<h1 data-edited="" '));
  await page.locator('h1[data-edited]').waitFor();
  expect(await page.locator('body[data-same-document]').count()).toBe(1);
  expect(faults).toEqual([]);

  // the window has no more of a way out than the product's
  const { asked, address } = await listening();
  const policy = await page.evaluate(async () => {
    const { headers } = await fetch(location.href);
    return headers.get('content-security-policy');
  });
  expect(policy).toMatch(/script-src 'nonce-[\w-]+' 'self';/);
  expect(policy).toContain("connect-src 'self';");
  expect(await page.evaluate((url) => fetch(url).catch(() => 'refused'), address)).toBe('refused');
  expect(asked).toEqual([]);

  tree.append('main/electron.ts', '\nprocess.stderr.write("edited main\\n");\n');
  await expect.poll(() => lines).toContain('Main started anew');
  await machineOf(await windowAt(port)).waitFor({ timeout: patience(60_000) });
});

test('the product shows the page that was built with it, whatever the environment names', async () => {
  const { asked, address } = await listening();
  const { electron, page } = await startDesk({
    dataFolder: join(testFolder(), 'data'),
    env: { COMPUTE_DESK_DEV_PAGE: address },
  });
  onTestFinished(() => electron.close());
  await page.getByRole('heading').first().waitFor();
  const sources = await page.evaluate(() => [...document.scripts].map(({ src }) => src));
  expect(sources.length).toBeGreaterThan(0);
  for (const source of sources) expect(source).toMatch(/^app:\/\/compute-desk\/assets\//);
  expect(asked).toEqual([]);
});
