import { chromium } from 'playwright';
import { onTestFinished, test } from 'vitest';
import { startDemoPlace } from '../electron/support/demo-place.ts';
import { chromiumOptions } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { startApp } from '../support/processes/running-app.ts';
import { wholeStringsFlag } from '../support/secrets-search.ts';
import { findsNoSecrets } from '../tour/no-secrets.ts';
import { sessionSteps } from '../tour/session.ts';
import { inWindow } from './support/window.ts';

test('after the tour no secret lies in clear in the data folder, the log, what main printed, or the page’s memory', async () => {
  const place = await startDemoPlace();
  onTestFinished(() => place.close());
  const folder = testFolder();
  const dataFolder = testFolder();
  const app = await startApp({ dataFolder });
  onTestFinished(() => app.stop());
  const { args, ...rest } = chromiumOptions();
  const browser = await chromium.launch({ ...rest, args: [...args, wholeStringsFlag] });
  onTestFinished(() => browser.close());
  const issued = await place.demo.inspect.issueCertificate({
    commonName: 'Hanako',
    purpose: 'client',
  });
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    // The user's own browser has its own ways to trust a provider.
    ignoreHTTPSErrors: true,
    clientCertificates: [
      {
        origin: place.authUrl,
        cert: Buffer.from(issued.certificatePem),
        key: Buffer.from(issued.keyPem),
      },
    ],
  });
  const page = await context.newPage();
  await page.goto(app.url);
  const window = inWindow(page, 'secrets');
  const steps = sessionSteps({ page, t: window.t, folder });
  await findsNoSecrets({
    window,
    steps,
    place,
    dataFolder,
    printed: () => Buffer.from(app.output()).toString('latin1'),
    async signIn() {
      const opened = context.waitForEvent('page');
      await steps.startSignIn();
      const provider = await opened;
      await provider.getByRole('button', { name: 'Continue' }).click();
      await provider.getByText('You can close this tab').waitFor();
      await provider.close();
    },
    end: () => app.stop(),
  });
});
