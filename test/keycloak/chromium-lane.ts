import type { Browser } from 'playwright';
import { afterAll, test as base } from 'vitest';
import { findProgram } from '../../scripts/lanes/needs.ts';
import { launchChromium } from '../support/chromium.ts';

/** `test` that skips where there is no Chromium, and one Chromium for the file, gone with it. */
export function chromiumLane() {
  let browser: Browser | undefined;
  afterAll(() => browser?.close());
  return {
    test: base.skipIf(findProgram('chromium', 'chromium-browser', 'google-chrome') === undefined),
    chromium: async (): Promise<Browser> => {
      browser ??= await launchChromium();
      return browser;
    },
  };
}
