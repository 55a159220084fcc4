import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { patience } from '../support/patience.ts';
import { startApp } from '../support/processes/running-app.ts';
import { findNginx, startNginx } from '../support/servers/nginx.ts';
import { hasOpenssl, issueServer, makePki } from '../support/worlds/pki.ts';
import { connectAnyway } from '../tour/connect.ts';
import { looksIn } from './support/looks.ts';
import { fillSystem } from './support/system-form.ts';
import { openWindow } from './support/window.ts';

const ready = (await findNginx()) !== null && (await hasOpenssl());
if (!ready) console.log('skipped: an intermediate that is fetched (nginx or openssl is missing)');

describe.skipIf(!ready)('a server that leaves its intermediate out', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  test.each([...looksIn('en'), ...looksIn('ja')])(
    'is said to be at fault; where it lies is shown, asked at a press alone, and kept for it: $language, $theme',
    { timeout: patience(180_000) },
    async ({ language, theme, size }) => {
      const dir = testFolder();
      const pki = await makePki(join(dir, 'pki'));
      const between = await issueServer(pki, 'between', {
        subject: '/O=Test/CN=Test Intermediate Authority',
        extensions: ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,keyCertSign'],
      });
      const asked: string[] = [];
      const place = createServer(({ url }, response) => {
        asked.push(url ?? '');
        response.end(new X509Certificate(between.certificatePem).raw);
      }).listen(0, '127.0.0.1');
      await once(place, 'listening');
      onTestFinished(() => void place.close());
      const at = `http://127.0.0.1:${(place.address() as AddressInfo).port}/issuer.cer`;
      const server = await issueServer(pki, 'incomplete', {
        authority: { name: 'between', ...between, pem: between.certificatePem },
        extensions: [`authorityInfoAccess=caIssuers;URI:${at}`],
      });
      const nginx = await startNginx({ pki, dir: join(dir, 'nginx'), server, verifyClient: 'off' });
      onTestFinished(() => nginx.stop());
      const app = await startApp({ dataFolder: join(dir, 'data') });
      onTestFinished(() => app.stop());
      const folder = `doctor-issuer-${language}-${theme}`;
      const window = await openWindow({ browser, url: app.url, folder, language });
      const { page, t, picture } = window;
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme: theme });

      await page.getByRole('button', { name: t('start.have.byHand') }).click();
      const authority = pki.authorities.servers.certificateFile;
      await fillSystem(window, { name: 'Test site', webApi: nginx.baseUrl, authority });
      await picture('form');
      await connectAnyway({ page, t });
      await page
        .getByRole('button', { name: t('common.findOutWhy') })
        .first()
        .click();
      await page.getByRole('button', { name: t('doctor.actions.issuer') }).click();
      const dialog = page.getByRole('dialog', { name: t('doctor.issuer.title') });
      await dialog.getByText(at).waitFor();
      await picture('where');
      expect(asked).toEqual([]);
      await dialog.getByRole('button', { name: t('doctor.issuer.ask') }).click();
      const keep = dialog.getByRole('button', { name: t('doctor.issuer.keep') });
      await keep.waitFor();
      expect(asked).toEqual(['/issuer.cer']);
      await picture('found');
      await expectAccessible(page, 'issuer');
      await keep.click();
      await dialog.waitFor({ state: 'hidden' });
      await page.getByText(t('doctor.ended.good'), { exact: true }).waitFor();
      await picture('trusted');
      await page.keyboard.press('Escape');
      await page.getByText('fugaku').first().waitFor();
    },
  );
});
