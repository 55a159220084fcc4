import { type Browser, chromium } from 'playwright';
import { findProgram } from '../../scripts/lanes/needs.ts';

/** How Debian's Chromium is started, headless. @throws Error where there is none */
export function chromiumOptions(): { headless: true; executablePath: string; args: string[] } {
  const executablePath = findProgram('chromium', 'chromium-browser', 'google-chrome');
  if (executablePath === undefined) throw new Error('no chromium on this machine');
  return {
    headless: true,
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  };
}

/** Debian's Chromium, headless. The caller closes it. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch(chromiumOptions());
}
