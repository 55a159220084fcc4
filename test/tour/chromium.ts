import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { onTestFinished, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { patience } from '../support/patience.ts';
import { startApp } from '../support/processes/running-app.ts';
import { demoCertificate } from '../support/worlds/demo-certificate.ts';
import * as steps from './steps.ts';
import type { Language } from './texts.ts';
import { startTour } from './tour.ts';

/** The test that takes the whole tour in Chromium. Each language has a file, so that they run at the same time. */
export function tourInChromium(language: Language, width: number, height: number): void {
  test(`the tour in ${language} at ${width} x ${height}: open the demo, import, machines, jobs, chat, clients, settings`, async () => {
    const dataFolder = testFolder();
    const browser = await launchChromium();
    onTestFinished(() => browser.close());
    const app = await startApp({ dataFolder });
    onTestFinished(() => app.stop());
    const context = await browser.newContext({
      viewport: { width, height },
      locale: language === 'ja' ? 'ja-JP' : 'en-GB',
      acceptDownloads: true,
    });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    page.setDefaultTimeout(patience(15_000));
    await page.goto(app.url);

    const screenshots = fileURLToPath(
      new URL(`../../test-results/tour/chromium-${language}-${width}x${height}`, import.meta.url),
    );
    mkdirSync(screenshots, { recursive: true });
    const tour = startTour({
      page,
      language,
      dataFolder,
      screenshots,
      certificate: () => demoCertificate(dataFolder),
      async savePem(press) {
        const download = page.waitForEvent('download');
        await press();
        return readFileSync(await (await download).path(), 'utf8');
      },
    });
    await steps.wholeTour(tour);
  });
}
