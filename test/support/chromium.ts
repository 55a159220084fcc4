import { type Browser, chromium } from 'playwright';
import { findProgram } from '../../scripts/lanes/needs.ts';

interface ChromiumOptions {
  readonly headless: true;
  readonly executablePath: string;
  readonly args: string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** How Debian's Chromium is started, headless. @throws Error where there is none */
export function chromiumOptions(): ChromiumOptions {
  const executablePath = findProgram('chromium', 'chromium-browser', 'google-chrome');
  if (executablePath === undefined) throw new Error('no chromium on this machine');
  return {
    headless: true,
    executablePath,
    // without a locale of UTF-8 it silently leaves out picked files whose names are not ASCII
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
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
