import { type Browser, chromium, type Frame, type Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { chromiumOptions, launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { startApp } from '../support/processes/running-app.ts';
import {
  type Listener,
  listen,
  type Realm,
  realms,
  tryWebRtc,
} from '../support/processes/ways-out.ts';
import { contentOf, openDiagramFrame } from './support/diagram-frame.ts';
import { openWindow } from './support/window.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

async function openApp(): Promise<Page> {
  const app = await startApp({ dataFolder: testFolder() });
  onTestFinished(() => app.stop());
  const { page, t } = await openWindow({
    browser,
    url: app.url,
    folder: 'ways-out',
    violates: true,
  });
  await page.getByRole('button', { name: t('start.demo.title') }).waitFor();
  return page;
}

async function listener(): Promise<Listener> {
  const own = await listen();
  onTestFinished(() => own.close());
  return own;
}

/** The same attempts from a page without a policy: they reach a listener, so that silence says something. */
async function control(): Promise<void> {
  const { port, heard } = await listener();
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.evaluate(tryWebRtc, [port, 'own'] as const);
  await expect.poll(() => heard.some((one) => one.startsWith('udp'))).toBe(true);
  await expect.poll(() => heard.includes('tcp connection')).toBe(true);
}

test.each(realms)('the page’s WebRTC (%s) is not there or reaches nobody', async (realm) => {
  const page = await openApp();
  const { port, heard } = await listener();
  expect(await askFrom(page, port, realm)).toMatch(realm === 'own' ? /^none$/ : /^asked$|crashed/);
  await control();
  expect(heard).toEqual([]);
});

/** Chromium 156 ends a page that asks by the means of a frame or window without an address, which is as good. */
function askFrom(page: Page | Frame, port: number, realm: Realm): Promise<string> {
  return page
    .evaluate(tryWebRtc, [port, realm] as const)
    .catch((cause: unknown) => (cause instanceof Error ? cause.message : String(cause)));
}

test('nor has the frame of diagrams, nor a frame that it makes', async () => {
  const page = await openApp();
  const { port, heard } = await listener();
  const frame = await openDiagramFrame(page);
  const outcomes = [];
  for (const realm of realms)
    outcomes.push(await frame.evaluate(tryWebRtc, [port, realm] as const));
  expect(outcomes).toEqual(['none', 'SecurityError', 'SecurityError', 'none']);

  // of what a frame in it may run there is one script, which begins as the frame itself does
  await frame.evaluate(() => {
    const whole = document.documentElement.outerHTML;
    const script = document.querySelector('script')?.textContent ?? '';
    const others = ['parent.postMessage(1, "*")', script.slice(script.indexOf('\n'))];
    const pages = [
      whole,
      ...others.map((text) => `<script>document.title = 'ran';${text}</script>`),
    ];
    for (const [index, srcdoc] of pages.entries()) {
      document.body.append(
        Object.assign(document.createElement('iframe'), { srcdoc, id: `n${index}` }),
      );
    }
  });
  const seen = [];
  for (const name of ['#n0', '#n1', '#n2']) {
    const nested = await contentOf(frame, name);
    await nested.waitForLoadState();
    seen.push(
      await nested.evaluate(() => ({
        ran: document.title === 'ran',
        rtc: 'RTCPeerConnection' in globalThis,
      })),
    );
  }
  expect(seen).toEqual([
    { ran: false, rtc: false },
    { ran: false, rtc: true },
    { ran: false, rtc: true },
  ]);
  // and even what has it, which only the test can run there, reaches nobody
  const bare = await contentOf(frame, '#n1');
  expect(await askFrom(bare, port, 'own')).toMatch(/^asked$|crashed/);
  await control();
  expect(heard).toEqual([]);
});

test('a proxy on port 0, which closes Electron’s sessions, lets nothing out of a newer Chromium either', async () => {
  const options = chromiumOptions();
  const closed = await chromium.launch({
    ...options,
    args: [
      ...options.args,
      ...['--proxy-server=http://127.0.0.1:0', '--proxy-bypass-list=<-loopback>'],
      '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    ],
  });
  onTestFinished(() => closed.close());
  const page = await (await closed.newContext()).newPage();
  const { port, heard } = await listener();
  const address = `http://127.0.0.1:${port}/`;
  expect(await page.evaluate(tryWebRtc, [port, 'own'] as const)).toBe('asked');
  const fetched = page.evaluate(
    (url) =>
      fetch(url, { mode: 'no-cors' }).then(
        () => 'reached',
        () => 'refused',
      ),
    address,
  );
  expect(await fetched).toBe('refused');
  await expect(page.goto(address)).rejects.toThrow('ERR_PROXY_CONNECTION_FAILED');
  await control();
  expect(heard).toEqual([]);
});
