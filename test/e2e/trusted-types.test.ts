import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { startApp } from '../support/processes/running-app.ts';
import { tryTextSinks } from '../support/text-sinks.ts';
import { openDiagramFrame } from './support/diagram-frame.ts';
import { openWindow } from './support/window.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

test('the page makes no HTML, code or script’s address of text; the frame of diagrams HTML alone', async () => {
  const app = await startApp({ dataFolder: testFolder() });
  onTestFinished(() => app.stop());
  const options = { browser, url: app.url, folder: 'trusted-types', violates: true };
  const { page, t } = await openWindow(options);
  await page.getByRole('button', { name: t('start.demo.title') }).waitFor();
  const inPage = await page.evaluate(tryTextSinks);
  expect(Object.entries(inPage).filter(([, outcome]) => outcome === 'taken')).toEqual([]);

  const frame = await openDiagramFrame(page);
  const inFrame = await frame.evaluate(tryTextSinks);
  const taken = Object.keys(inFrame).filter((name) => inFrame[name] === 'taken');
  // what Mermaid writes with, where no script runs
  const html = ['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'fragment', 'parser', 'srcdoc'];
  expect(taken).toEqual(html);
});
