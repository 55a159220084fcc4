import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, onTestFinished, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { patience } from '../support/patience.ts';
import { startApp } from '../support/processes/running-app.ts';
import { findNginx, startNginx } from '../support/servers/nginx.ts';
import { fingerprintOf, hasOpenssl, makePki } from '../support/worlds/pki.ts';
import { looksIn } from './support/looks.ts';
import { fillSystem } from './support/system-form.ts';
import { openWindow } from './support/window.ts';

const ready = (await findNginx()) !== null && (await hasOpenssl());
if (!ready)
  console.log('skipped: a server trusted by its fingerprint (nginx or openssl is not installed)');

describe.skipIf(!ready)('a server that no known authority stands behind', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  test.each([...looksIn('en'), ...looksIn('ja')])(
    'is trusted after its fingerprint was compared, and no more when that is taken back: $language, $theme',
    { timeout: patience(180_000) },
    async ({ language, theme, size }) => {
      const dir = testFolder();
      const pki = await makePki(join(dir, 'pki'));
      const server = pki.servers.untrusted;
      const nginx = await startNginx({ pki, dir: join(dir, 'nginx'), server, verifyClient: 'off' });
      onTestFinished(() => nginx.stop());
      const app = await startApp({ dataFolder: join(dir, 'data') });
      onTestFinished(() => app.stop());
      const folder = `doctor-trust-${language}-${theme}`;
      const window = await openWindow({ browser, url: app.url, folder, language });
      const { page, t, picture } = window;
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme: theme });

      await page.getByRole('button', { name: t('start.connect.title') }).click();
      await fillSystem(window, { name: 'Test site', webApi: nginx.baseUrl });
      await page.getByRole('button', { name: t('start.connect.action'), exact: true }).click();
      await page
        .getByRole('button', { name: t('common.findOutWhy') })
        .first()
        .click();
      await page.getByRole('button', { name: t('doctor.actions.pin') }).click();
      const dialog = page.getByRole('dialog', { name: t('doctor.pin.title') });
      const typed = dialog.getByLabel(t('doctor.pin.typed'));
      await typed.fill(fingerprintOf(pki.servers.good.certificatePem));
      await dialog.getByText(t('doctor.pin.unlike')).waitFor();
      await picture('differs');
      await typed.fill(`sha256 Fingerprint=${fingerprintOf(server.certificatePem)}`);
      await dialog.getByText(t('doctor.pin.same')).waitFor();
      await picture('same');
      const host = `localhost:${nginx.port}`;
      await dialog.getByRole('button', { name: t('doctor.pin.action', { host }) }).click();
      await page.getByRole('button', { name: t('doctor.again'), exact: true }).waitFor();
      const [, passed = ''] = t('doctor.folded.good_other', { count: '|' }).split('|');
      for (const fold of await page.getByRole('button', { name: passed }).all()) await fold.click();
      await page.getByText(t('doctor.fine.trust-pinned', { host })).waitFor();
      await picture('trusted');
      await page.keyboard.press('Escape');
      await page.getByText('fugaku').first().waitFor();

      await page.getByRole('button', { name: 'Test site' }).first().click();
      await page
        .getByRole('menuitem', { name: t('frame.system.edit', { name: 'Test site' }) })
        .click();
      const section = page.getByRole('region', { name: t('connections.title') });
      await section.getByText(host).waitFor();
      await section.getByText(t('connections.proxy.manual')).click();
      await section
        .getByLabel(t('connections.proxy.address'))
        .fill('http://proxy.example.org:3128');
      await section.getByLabel(t('connections.proxy.user')).fill('desk');
      await section.getByLabel(t('connections.proxy.address')).scrollIntoViewIfNeeded();
      await picture('connection');
      const name = 'Test Server';
      await section
        .getByRole('button', { name: t('connections.pins.remove', { host, name }) })
        .click();
      await section.getByText(host).waitFor({ state: 'detached' });
    },
  );
});
