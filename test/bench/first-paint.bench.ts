/**
 * First contentful paint of the built app in Chromium, served by the web host, against a React page that
 * holds one word, built and served alike. Goal: at most 1.5 x it. The app draws its first screen before
 * main has answered; when it can be used is told beside it.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { App } from '../../main/app.ts';
import type { Log } from '../../main/base/host.ts';
import { createDownloads } from '../../main/hosts/web/downloads.ts';
import { createExternalRedirects } from '../../main/hosts/web/external-redirects.ts';
import { startWebServer } from '../../main/hosts/web/index.ts';
import { createPrintedPages } from '../../main/hosts/web/printing.ts';
import { createSignInTabs } from '../../main/hosts/web/sign-in-tabs.ts';
import { builds } from '../../vite.config.ts';
import { launchChromium } from '../support/chromium.ts';
import { startApp } from '../support/processes/running-app.ts';

const rounds = 15;
const root = fileURLToPath(new URL('../..', import.meta.url));
const dir = await mkdtemp(join(tmpdir(), 'bench-first-paint-'));
process.env.NODE_ENV = 'production';

/** The page that does nothing, by the build of ours. It lies in the checkout to find React. */
async function buildEmptyPage(): Promise<string> {
  const source = join(root, 'dist', 'empty-page');
  const outDir = join(dir, 'empty');
  await mkdir(source, { recursive: true });
  await writeFile(
    join(source, 'index.html'),
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Empty</title></head>' +
      '<body><div id="root"></div><script type="module" src="./main.tsx"></script></body></html>',
  );
  await writeFile(
    join(source, 'main.tsx'),
    "import { createRoot } from 'react-dom/client';\n" +
      "const root = document.getElementById('root');\n" +
      'if (root) createRoot(root).render(<p>Ready</p>);\n',
  );
  const { renderer } = builds;
  await build({
    ...renderer,
    root: source,
    build: { ...renderer.build, outDir },
    logLevel: 'error',
    mode: 'production',
  });
  await rm(source, { recursive: true });
  return outDir;
}

const nobody: Pick<App, 'call' | 'onEvent'> = {
  call: async () => ({ ok: true, value: null }),
  onEvent: () => () => undefined,
};
const log: Log = {
  info: () => undefined,
  error: (event, cause) => console.error(event, cause),
};
const empty = await startWebServer({
  app: nobody as App,
  port: 0,
  rendererFolder: await buildEmptyPage(),
  downloads: createDownloads(),
  leaving: createExternalRedirects(),
  printing: createPrintedPages(),
  signInTabs: createSignInTabs(log),
  log,
  dataFolder: null,
});
const app = await startApp({ dataFolder: join(dir, 'data') });
const browser = await launchChromium();

interface Times {
  /** Milliseconds from the start of the navigation. */
  readonly paint: number;
  readonly usable: number;
}

/** A page that tells its times by itself: a question to it would take its thread while it starts. */
async function openPage(url: string, ready: string): Promise<() => Promise<Times>> {
  const page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await page.goto(url);
  await page.getByText(ready, { exact: true }).waitFor();
  await session.send('Page.enable');
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: 'tellTimes' });
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${watch})()` });
  return async () => {
    const told = new Promise<Times>((resolve) => {
      session.once('Runtime.bindingCalled', ({ payload }) => resolve(JSON.parse(payload)));
    });
    await page.bringToFront();
    await session.send('Page.reload');
    const times = await told;
    await page.getByText(ready, { exact: true }).waitFor();
    return times;
  };
}

/** Runs in the page: notes the first paint, and the frame in which there is something and none of it is inert. */
function watch(): void {
  const times: { paint?: number; usable?: number } = {};
  const tell = (): void => {
    if (times.paint === undefined || times.usable === undefined) return;
    (globalThis as unknown as { tellTimes(payload: string): void }).tellTimes(
      JSON.stringify(times),
    );
  };
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) {
      if (name !== 'first-contentful-paint') continue;
      times.paint = startTime;
      tell();
    }
  }).observe({ type: 'paint', buffered: true });
  const look = (): void => {
    const root = document.getElementById('root');
    if (root?.firstElementChild && root.querySelector('[inert]') === null) {
      times.usable = performance.now();
      tell();
    } else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

const pages = {
  ours: await openPage(app.url, 'Nothing yet: open the demo'),
  peer: await openPage((await empty.issue({ withPage: false })).url, 'Ready'),
};
const spent: Record<'ours' | 'peer' | 'usable', number[]> = { ours: [], peer: [], usable: [] };
for (let round = 0; round < rounds; round++) {
  const { paint, usable } = await pages.ours();
  spent.ours.push(paint);
  spent.usable.push(usable);
  spent.peer.push((await pages.peer()).paint);
}
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const peer = median(spent.peer);
const peerName = 'first paint of an empty React page, same build and server';
for (const [metric, ours] of [
  ['first contentful paint', median(spent.ours)],
  ['first screen that can be used', median(spent.usable)],
] as const) {
  const ratio = ours / peer;
  console.log(
    JSON.stringify({ bench: 'first-paint', metric, unit: 'ms', ours, peer, peerName, ratio }),
  );
}

await browser.close();
await app.stop();
await empty.close();
await rm(dir, { recursive: true, force: true });
