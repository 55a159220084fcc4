import { join } from 'node:path';
import type { Browser } from 'playwright';
import { onTestFinished } from 'vitest';
import { testFolder } from '../../support/files/folder.ts';
import { patience } from '../../support/patience.ts';
import { startApp } from '../../support/processes/running-app.ts';
import type { FirstHour } from '../../tour/first-hour.ts';
import { sessionSteps } from '../../tour/session.ts';
import type { Look } from './looks.ts';
import { inWindow } from './window.ts';

/** The app under the web host on an empty data folder, in a browser that has neither certificate nor trust of its own. */
export async function hourInChromium(options: {
  readonly browser: Browser;
  readonly look: Look;
  /** Of the pictures. */
  readonly folder: string;
  readonly env?: Record<string, string>;
}): Promise<FirstHour> {
  const { browser, look, folder, env = {} } = options;
  const own = testFolder();
  const app = await startApp({ dataFolder: join(own, 'data'), env });
  onTestFinished(() => app.stop());
  const context = await browser.newContext({
    viewport: look.size,
    locale: look.language === 'ja' ? 'ja-JP' : 'en-GB',
    colorScheme: look.theme,
    reducedMotion: 'reduce',
    acceptDownloads: true,
  });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  page.setDefaultNavigationTimeout(patience(30_000));
  await page.goto(app.url);
  const window = inWindow(page, `${folder}/${look.language}`, look.language);
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await window.pictureOfFailure();
  });
  const steps = sessionSteps({ page, t: window.t, folder: own });
  return {
    window,
    steps,
    async openProvider() {
      const opened = context.waitForEvent('page');
      await steps.startSignIn();
      const provider = await opened;
      provider.setDefaultTimeout(patience(20_000));
      return provider;
    },
    async saveFile(press) {
      const offered = page.waitForEvent('download');
      await press();
      const download = await offered;
      const path = join(own, download.suggestedFilename());
      await download.saveAs(path);
      return path;
    },
  };
}
