import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { patience } from '../support/patience.ts';
import { startApp } from '../support/processes/running-app.ts';
import { openImported } from './support/conversation.ts';
import { languagesIn } from './support/looks.ts';
import { openWindow, type Window } from './support/window.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const fence = (source: string) => `\`\`\`mermaid\n${source}\n\`\`\``;
const queue = [
  'flowchart LR',
  '  A[Submit ジョブ] --> B{Nodes free?}',
  '  B -- yes --> C[Run]',
  '  B -- no --> D[Wait]',
].join('\n');

async function openAnswers(
  answers: readonly string[],
  { language = 'en', violates = false }: { language?: 'en' | 'ja'; violates?: boolean } = {},
) {
  const app = await startApp({ dataFolder: testFolder(), demo: true });
  onTestFinished(() => app.stop());
  const folder = `diagrams-${language}`;
  const window = await openWindow({ browser, url: app.url, folder, language, violates });
  await window.goTo('chat');
  const turns = answers.map((answer, index) => ({ question: `Draw ${index}`, answer }));
  await openImported(window, 'Drawings', turns);
  const log = window.page.getByRole('log');
  return { ...window, app, figure: (at: number) => log.locator('figure.md-code').nth(at) };
}

const button = ({ t }: Window, word: string) => ({
  name: t(`diagrams.${word}` as Parameters<typeof t>[0]),
  exact: true,
});

describe.each(languagesIn('ja'))('a diagram in %s', (language) => {
  test('is drawn on request, explained where it cannot be, and saved', async () => {
    const desk = await openAnswers(
      [fence('flowchart LR\n  A[never closed -->'), `Text.\n\n${fence(queue)}\n\nMore text.`],
      { language },
    );
    const { page, t, figure, picture } = desk;
    const addresses: string[] = [];
    page.on('request', (request) => {
      if (/diagram/.test(request.url())) addresses.push(request.url());
    });
    const one = figure(1);
    await one.getByText('flowchart LR').waitFor();
    expect(addresses).toEqual([]);

    await one.getByRole('button', button(desk, 'draw')).click();
    const drawing = one.getByRole('img');
    await drawing.waitFor();
    expect(addresses).not.toEqual([]);
    expect(await drawing.getAttribute('alt')).toContain('Submit ジョブ, Nodes free?, Run, Wait');
    await expect
      .poll(() => drawing.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(200);
    expect(await page.locator('iframe').count()).toBe(0);
    expect(await one.locator('pre').isVisible()).toBe(false);
    await expectAccessible(page, 'a drawing');
    await picture('drawn');

    await one.getByRole('button', button(desk, 'showCode')).press('Enter');
    await one.locator('pre').waitFor();
    expect(await drawing.isVisible()).toBe(false);
    await page.keyboard.press('Enter');
    await drawing.waitFor();

    const before = await drawing.getAttribute('src');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => drawing.getAttribute('src')).not.toBe(before);
    await expectAccessible(page, 'a dark drawing');
    await picture('drawn-dark');

    const download = page.waitForEvent('download');
    await one.getByRole('button', button(desk, 'saveSvg')).click();
    expect((await download).suggestedFilename()).toBe('diagram.svg');
    const svg = readFileSync(await (await download).path(), 'utf8');
    expect(svg).toMatch(/^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    expect(svg.replaceAll(/<[^>]*>/g, '')).toContain('Nodes free?');
    await page.getByText(t('diagrams.saved')).waitFor();

    const broken = figure(0);
    await broken.getByRole('button', button(desk, 'draw')).click();
    const said = broken.getByRole('alert');
    await said.waitFor();
    expect(await said.innerText()).toBe(t('diagrams.misread'));
    await broken.getByText(/Parse error on line \d/).waitFor();
    expect(await broken.locator('code').isVisible()).toBe(true);
    await expectAccessible(page, 'a diagram that cannot be read');
    await picture('misread');
  });
});

test('a diagram that asks for elk’s layout, which is left out, is drawn by dagre’s', async () => {
  const asking = [
    `%%{init: {"layout": "elk"}}%%\n${queue}`,
    queue.replace('flowchart', 'flowchart-elk'),
    `---\nconfig:\n  layout: elk.stress\n---\n${queue}`,
    'stateDiagram-v2\n  [*] --> Queued\n  state Queued { [*] --> Held }',
  ];
  const desk = await openAnswers([queue, ...asking].map(fence));
  const widths: number[] = [];
  for (const at of [0, 1, 2, 3, 4]) {
    const one = desk.figure(at);
    await one.getByRole('button', button(desk, 'draw')).click();
    const drawing = one.getByRole('img');
    await drawing.waitFor();
    await expect
      .poll(() => drawing.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(50);
    widths.push(await drawing.evaluate((image: HTMLImageElement) => image.naturalWidth));
  }
  expect(widths.slice(1, 4)).toEqual([widths[0], widths[0], widths[0]]);
});

test('a diagram that is too long is not drawn; one that does not end is stopped, and the window goes on', async () => {
  const long = `flowchart LR\n${'  A --> B\n'.repeat(6_000)}`;
  const desk = await openAnswers([fence(queue), fence(long)]);
  const { page, t, figure, context } = desk;
  await context.route('**/assets/diagram-*.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><script>onmessage = () => { for (;;); };</script>',
    }),
  );
  const endless = figure(0);
  await endless.getByRole('button', button(desk, 'draw')).click();
  await page.locator('iframe').waitFor({ state: 'attached' });
  const composer = page.getByRole('textbox', { name: t('chat.composer.label') });
  await composer.fill('typed meanwhile');
  expect(await composer.inputValue()).toBe('typed meanwhile');
  await endless.getByText(t('diagrams.tooSlow')).waitFor({ timeout: patience(40_000) });
  expect(await page.locator('iframe').count()).toBe(0);

  await endless.getByRole('button', button(desk, 'draw')).click();
  await endless.getByRole('button', button(desk, 'stop')).click();
  await endless.getByRole('button', button(desk, 'draw')).waitFor();
  expect(await page.locator('iframe').count()).toBe(0);

  await figure(1).getByRole('button', button(desk, 'draw')).click();
  await figure(1).getByText(t('diagrams.tooLong')).waitFor();
});

/** A server that nobody may ask. */
async function trap(): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

test('a hostile diagram runs nothing, leads nowhere and sends nothing', async () => {
  const { url, asked } = await trap();
  const act = `parent.postMessage('out','*'); fetch('${url}/ran')`;
  const hostile = [
    `flowchart LR\n  A["<img src='${url}/img' onerror=\\"${act}\\">"] --> B["<script>${act}</script>"]`,
    `flowchart LR\n  A --> B\n  click A href "javascript:${act}"\n  click B call alert("x")`,
    `flowchart LR\n  A --> B\n  click A "${url}/link" _self`,
    `%%{init: {"securityLevel": "loose", "htmlLabels": true, "flowchart": {"htmlLabels": true}}}%%\nflowchart LR\n  A["<iframe src='${url}/frame'></iframe><b onclick='${act}'>b</b>"] --> B`,
    `%%{init: {"themeCSS": "@import url(${url}/css); * { background: url(${url}/background) }", "fontFamily": "x; background: url(${url}/font)"}}%%\nflowchart LR\n  A --> B`,
    `flowchart LR\n  A:::evil --> B\n  classDef evil fill:url(${url}/fill),stroke:url('${url}/stroke')`,
    `flowchart LR\n  A@{ img: "${url}/shape", label: "x" } --> B\n  C@{ icon: "${url}/icon" }`,
    `sequenceDiagram\n  participant A\n  links A: {"x": "javascript:${act}", "y": "${url}/menu"}\n  A->>A: <svg onload="${act}"/>`,
    `flowchart LR\n  A["<foreignObject><body onload='${act}'></body></foreignObject>"] --> B["$$\\href{javascript:${act}}{x}$$"]`,
  ];
  const desk = await openAnswers(hostile.map(fence), { violates: true });
  const { page, figure, app, context, t } = desk;
  const { origin: own, pathname: files } = new URL(app.url);
  const foreign: string[] = [];
  // what the policy stops is a request to Playwright too, but none that leaves
  context.on('requestfinished', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== own && protocol !== 'data:') foreign.push(request.url());
  });
  page.on('dialog', (dialog) => {
    foreign.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  const addresses = new Set<string>();
  page.on('framenavigated', (frame) => void addresses.add(frame.url()));
  await page.evaluate(() => {
    const heard: unknown[] = [];
    Object.assign(globalThis, { heard });
    addEventListener('message', ({ data }) => heard.push(data));
  });
  for (const at of hostile.keys()) {
    const one = figure(at);
    await one.getByRole('button', button(desk, 'draw')).click();
    await one.locator('.md-diagram > img, [role=alert]').waitFor();
    const [source = null] = await one
      .locator('.md-diagram > img')
      .evaluateAll((images) => images.map((image) => image.getAttribute('src')));
    const svg = decodeURIComponent(source ?? '');
    expect(svg, hostile[at]).not.toMatch(
      /<script|<iframe|<img|<image|\son\w+=|javascript:|@import/i,
    );
    expect(svg.replaceAll(/>[^<]*</g, '><'), hostile[at]).not.toContain(url);
  }
  expect(await page.evaluate(() => (globalThis as unknown as { heard: unknown[] }).heard)).toEqual(
    [],
  );
  expect(foreign).toEqual([]);
  expect(asked).toEqual([]);
  expect(
    [...addresses].filter((address) => !address.startsWith(`${own}${files}assets/diagram-`)),
  ).toEqual([]);
  await page.getByRole('textbox', { name: t('chat.composer.label') }).waitFor();
});

test('whatever ran in the frame of diagrams would have no connection, storage, window or way to the page', async () => {
  const { url, asked } = await trap();
  const { page, figure, app, ...desk } = await openAnswers([fence(queue)], { violates: true });
  const frameRequest = page.waitForResponse(/\/assets\/diagram-[0-9a-f]+\.html/);
  await figure(0)
    .getByRole('button', button({ page, ...desk } as Window, 'draw'))
    .click();
  const response = await frameRequest;
  const headers = response.headers();
  const policy = headers['content-security-policy'] ?? '';
  expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[\w+/=]+';/);
  expect(policy).toMatch(
    /frame-ancestors 'self'; require-trusted-types-for 'script'; trusted-types default dompurify; sandbox allow-scripts$/,
  );
  await figure(0).getByRole('img').waitFor();

  await page.evaluate((src) => {
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.src = src;
    document.body.append(frame);
  }, response.url());
  const handle = await page.waitForSelector('iframe');
  const frame = await handle.contentFrame();
  if (frame === null) throw new Error('no frame');
  await frame.waitForLoadState();
  const reached = await frame.evaluate(async (address) => {
    const works = async (attempt: () => unknown): Promise<boolean> => {
      try {
        return (await attempt()) !== false;
      } catch {
        return false;
      }
    };
    const loads = (element: HTMLElement & { src: string }, at: string) =>
      new Promise<boolean>((resolve) => {
        element.addEventListener('load', () => resolve(true));
        element.addEventListener('error', () => resolve(false));
        try {
          // the property leads nowhere for a picture; its policy is what is tried here
          element.setAttribute('src', at);
        } catch {
          resolve(false);
        }
        document.body.append(element);
      });
    const script = document.createElement('script');
    script.append(document.createTextNode('globalThis.inlineRan = true'));
    document.body.append(script);
    const worker = () => {
      const made = new Worker(URL.createObjectURL(new Blob(['postMessage(1)'])));
      return new Promise<boolean>((resolve) => {
        made.addEventListener('message', () => resolve(true));
        made.addEventListener('error', () => resolve(false));
      });
    };
    return {
      origin: globalThis.origin,
      fetch: await works(() => fetch(`${address}/fetch`, { mode: 'no-cors' })),
      socket: await works(
        () =>
          new Promise((resolve, reject) => {
            const socket = new WebSocket(address.replace('http', 'ws'));
            socket.addEventListener('open', resolve);
            socket.addEventListener('error', reject);
          }),
      ),
      image: await loads(new Image(), `${address}/image`),
      picture: Object.assign(new Image(), { src: `${address}/picture` }).hasAttribute('src'),
      script: await loads(document.createElement('script'), `${address}/script`),
      inline: Object.hasOwn(globalThis, 'inlineRan'),
      evaluated: await works(() => new Function('return 1')()),
      worker: await works(worker),
      storage: await works(() => localStorage.length),
      cookie: await works(() => document.cookie.length > 0),
      page: await works(() => parent.document.body),
      top: await works(() => {
        (top ?? parent).location.href = `${address}/top`;
      }),
      popup: await works(() => open(`${address}/popup`) !== null),
      beacon: navigator.sendBeacon(`${address}/beacon`) && 'queued',
    };
  }, url);
  expect(reached).toMatchObject({
    ...{ origin: 'null', fetch: false, socket: false, image: false, script: false },
    ...{ inline: false, evaluated: false, worker: false, storage: false, cookie: false },
    ...{ page: false, top: false, popup: false, picture: false },
  });
  const main = page.url();
  // it cannot carry anything away by leaving either
  await frame.evaluate((address) => {
    location.href = `${address}/left`;
  }, url);
  await page.waitForFunction(() => document.querySelector('iframe') !== null);
  await figure(0).getByRole('img').waitFor();
  expect(page.url()).toBe(main);
  expect(new URL(page.url()).origin).toBe(new URL(app.url).origin);
  expect(asked).toEqual([]);
});
