import { type Browser, chromium } from 'playwright-core';
import { findProgram } from '../../scripts/lanes/needs.ts';

/** Debian's Chromium, headless. The caller closes it. */
export function launchChromium(): Promise<Browser> {
  const executablePath = findProgram('chromium', 'chromium-browser', 'google-chrome');
  if (executablePath === undefined) throw new Error('no chromium on this machine');
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
}
