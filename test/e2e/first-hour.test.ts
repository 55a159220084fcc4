import type { Browser } from 'playwright';
import { afterAll, beforeAll, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { patience } from '../support/patience.ts';
import { hourWithDemo } from '../tour/first-hour.ts';
import { hourInChromium } from './support/first-hour.ts';
import { looksIn } from './support/looks.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

test.each(looksIn('ja'))(
  'the first hour with the demo alone, in $language: machines, signing in, chat, elsewhere, doctor',
  { timeout: patience(180_000) },
  async (look) => {
    await hourWithDemo(await hourInChromium({ browser, look, folder: 'first-hour' }));
  },
);
