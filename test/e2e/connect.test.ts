import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { launchChromium } from '../support/chromium.ts';
import { dropFiles } from '../support/files/drop-files.ts';
import { testFolder } from '../support/files/folder.ts';
import { patience } from '../support/patience.ts';
import { startApp } from '../support/processes/running-app.ts';
import { findNginx, startNginx } from '../support/servers/nginx.ts';
import { hasOpenssl, makePki } from '../support/worlds/pki.ts';
import { vaultPassphrase } from './support/import-certificate.ts';
import { looksIn } from './support/looks.ts';
import { openWindow } from './support/window.ts';

const ready = (await findNginx()) !== null && (await hasOpenssl());
if (!ready) console.log('skipped: connecting (nginx or openssl is not installed)');

describe.skipIf(!ready)('from a certificate file to machines', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  test.each([...looksIn('en'), ...looksIn('ja')])(
    'mistakes are repaired, and the check stops at what is wrong: $language, $theme',
    { timeout: patience(180_000) },
    async ({ language, theme, size }) => {
      const dir = testFolder();
      const pki = await makePki(join(dir, 'pki'));
      const nginx = await startNginx({ pki, dir: join(dir, 'nginx') });
      onTestFinished(() => nginx.stop());
      const app = await startApp({ dataFolder: join(dir, 'data') });
      onTestFinished(() => app.stop());
      const folder = `connect-${language}-${theme}`;
      const window = await openWindow({ browser, url: app.url, folder, language });
      const { page, t, picture } = window;
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme: theme });
      const button = (key: string) => page.getByRole('button', { name: t(key), exact: true });

      await button('start.have.choose').waitFor();
      await picture('first');
      await expectAccessible(page, 'first');
      const user = pki.users.good;
      await dropFiles(page, page.getByRole('main'), [user.p12File]);
      const passphrase = page.getByLabel(t('certificates.passphrase.label'), { exact: true });
      await passphrase.fill('wrong');
      await passphrase.press('Enter');
      await page.getByText(t('certificates.passphrase.wrong')).waitFor();
      await picture('passphrase');
      await expectAccessible(page, 'passphrase');
      await passphrase.fill(user.password);
      await passphrase.press('Enter');
      await button('certificates.preview.keep').waitFor();
      await picture('preview');
      await button('certificates.preview.keep').click();
      const vault = page.getByRole('dialog', { name: t('frame.vault.setUpTitle') });
      await vault.getByLabel(t('frame.vault.passphrase'), { exact: true }).fill(vaultPassphrase);
      await vault.getByLabel(t('frame.vault.again'), { exact: true }).fill(vaultPassphrase);
      await vault.getByRole('button', { name: t('frame.vault.setUp') }).click();

      const webApi = page.getByLabel(t('connect.fields.webApi'));
      const typed = `${nginx.baseUrl.replace('https://', '')}/status/?from=guide`;
      await webApi.fill(typed);
      await page.getByLabel(t('connect.fields.genai')).fill('http://ai.example.invalid/v1');
      await expect.poll(() => webApi.inputValue()).toBe(nginx.baseUrl);
      await button('common.undo').or(button('connect.fix.authority')).first().waitFor();
      await button('connect.fix.https').waitFor();
      await picture('addresses');
      await expectAccessible(page, 'addresses');
      // Connect leads to what must be changed first
      await button('connect.action').click();
      await expect
        .poll(() => page.evaluate('document.activeElement?.textContent'))
        .toBe(t('connect.fix.https'));
      await page.keyboard.press('Enter');
      const genai = page.getByLabel(t('connect.fields.genai'));
      await expect.poll(() => genai.inputValue()).toBe('https://ai.example.invalid/v1');
      await genai.fill('');

      await button('connect.action').click();
      await button('connect.check.anyway').waitFor();
      await picture('check-stopped');
      await expectAccessible(page, 'check');
      await page
        .getByRole('main')
        .getByRole('button', { name: t('connect.fix.authority'), exact: true })
        .click();
      await dropFiles(page, page.getByRole('group', { name: t('connect.authorities.drop') }), [
        pki.authorities.servers.certificateFile,
      ]);
      const [before = ''] = t('connect.authorities.remove', { name: '|' }).split('|');
      await page.getByRole('button', { name: before }).first().waitFor();
      await picture('more');
      await button('connect.action').click();
      await page.getByRole('heading', { level: 1, name: t('frame.screens.machines') }).waitFor();
      await picture('machines');
    },
  );
});
