import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { patience } from '../support/patience.ts';
import { freePort } from '../support/ports.ts';
import { startApp } from '../support/processes/running-app.ts';
import { findNginx, type Nginx, type NginxOptions, startNginx } from '../support/servers/nginx.ts';
import { hasOpenssl, makePki, type Pki } from '../support/worlds/pki.ts';
import { connectAnyway } from '../tour/connect.ts';
import { importCertificate, vaultPassphrase } from './support/import-certificate.ts';
import { languagesIn } from './support/looks.ts';
import { changeSystem, fillSystem, type SystemFields } from './support/system-form.ts';
import { openWindow, type Window } from './support/window.ts';

const ready = (await findNginx()) !== null && (await hasOpenssl());
if (!ready) console.log('skipped: machines from nginx (nginx or openssl is not installed)');

/** The way from the test to nginx is direct, whatever proxies this machine has. */
const noProxies = Object.fromEntries(
  ['http_proxy', 'https_proxy', 'all_proxy'].flatMap((name) => [
    [name, ''],
    [name.toUpperCase(), ''],
  ]),
);

describe.skipIf(!ready)('machines from nginx with ssl_verify_client on', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  test.each(languagesIn('ja'))(
    'what a user sees, in %s',
    { timeout: patience(240_000) },
    async (language) => {
      const dir = testFolder();
      const pki = await makePki(join(dir, 'pki'));
      const serve = async (name: string, more: Partial<NginxOptions> = {}): Promise<Nginx> => {
        const nginx = await startNginx({ pki, dir: join(dir, name), ...more });
        onTestFinished(() => nginx.stop());
        return nginx;
      };
      const nginx = await serve('good');
      const app = await startApp({ dataFolder: join(dir, 'data'), env: noProxies });
      onTestFinished(() => app.stop());
      const folder = `nginx-machines-${language}`;
      const window = await openWindow({ browser, url: app.url, folder, language });
      const { page, t, picture, goTo } = window;

      // connect, the authority of the server by file
      await page.getByRole('button', { name: t('start.have.byHand') }).click();
      await fillSystem(window, { name: 'Test site', webApi: nginx.baseUrl });
      await page.getByText(t('connect.address.addAuthority')).waitFor();
      await fillSystem(window, { authority: pki.authorities.servers.certificateFile });
      const host = `localhost:${nginx.port}`;
      await page.getByText(t('connect.address.reached', { host })).waitFor();
      await picture('connect');
      await connectAnyway({ page, t });

      // no certificate yet: the screen says so and leads to the import
      await page.getByRole('heading', { name: t('machines.noCertificate.title') }).waitFor();
      await picture('no-certificate-yet');
      await page.getByRole('button', { name: t('machines.noCertificate.import') }).click();
      await page
        .getByRole('heading', { level: 1, name: t('frame.screens.certificates') })
        .waitFor();
      await importCertificate(window, pki.users.good, {
        button: t('certificates.drop.choose'),
        name: 'good',
        setsUpVault: true,
      });

      // with it and nothing else the machines fill, and follow the server on demand
      await goTo('machines');
      const row = (name: string) =>
        page.getByRole('row').filter({ has: page.getByRole('button', { name, exact: true }) });
      await row('fugaku').getByText(t('common.state.up'), { exact: true }).waitFor();
      await row('prepost').getByText(t('common.state.down'), { exact: true }).waitFor();
      await picture('machines');
      await nginx.setMachines([{ machine: 'fugaku', status: 'NG' }]);
      await page.getByRole('button', { name: t('machines.check') }).click();
      await row('fugaku').getByText(t('common.state.down'), { exact: true }).waitFor();
      expect(await row('prepost').count()).toBe(0);

      // certificates that the server refuses
      await goTo('certificates');
      for (const name of ['foreign', 'expired'] as const) {
        await importCertificate(window, pki.users[name], {
          button: t('certificates.import.action'),
          name,
        });
      }
      await picture('certificates');
      const says = (name: string, fields: SystemFields, key: string, where: string) =>
        failsWith(window, { name, fields, key, host: where });
      await says(
        'certificate-of-another-authority',
        { certificate: 'foreign' },
        'tls-client-certificate-rejected',
        host,
      );
      await says(
        'certificate-expired',
        { certificate: 'expired' },
        'tls-client-certificate-expired',
        host,
      );
      await says('certificate-none', { certificate: null }, 'tls-client-certificate-missing', host);

      // a server that is not what it should be, answers that are none
      await changeSystem(window, 'Test site', { certificate: 'good' });
      await row('fugaku').first().waitFor();
      await nginx.setMachines('<!doctype html><title>Sign in</title>');
      await says('not-json', {}, 'answer-not-json', host);
      await nginx.setMachines({ machines: 'another shape' });
      await says('another-shape', {}, 'answer-shape', host);

      const untrusted = await serve('untrusted', { server: pki.servers.untrusted });
      const wrongName = await serve('wrong-name', { server: pki.servers.wrongName });
      const forbidding = await serveForbidden(pki);
      const closed = await freePort();
      const servers: readonly (readonly [string, string, string])[] = [
        ['server-not-trusted', untrusted.baseUrl, 'tls-server-not-trusted'],
        ['server-wrong-name', wrongName.baseUrl, 'tls-server-name-mismatch'],
        ['forbidden', `https://localhost:${forbidding}/api`, 'certificate-refused'],
        ['not-found', `https://localhost:${nginx.port}/elsewhere`, 'http-not-found'],
        ['refused', `https://localhost:${closed}/api`, 'network-refused'],
        ['name-not-found', 'https://compute-desk-test.invalid/api', 'network-name-not-found'],
      ];
      for (const [name, webApi, key] of servers) {
        await says(name, { webApi }, key, new URL(webApi).host);
      }
      await says(
        'authority-not-given',
        { webApi: nginx.baseUrl, withoutAuthority: 'Test Server Authority' },
        'tls-server-not-trusted',
        host,
      );

      // at the next start the vault is locked: the screen asks, and goes on by itself
      await changeSystem(window, 'Test site', {
        authority: pki.authorities.servers.certificateFile,
      });
      await nginx.setMachines([{ machine: 'fugaku', status: 'OK' }]);
      await app.stop();
      const again = await startApp({ dataFolder: join(dir, 'data'), env: noProxies });
      onTestFinished(() => again.stop());
      const next = await openWindow({ browser, url: again.url, folder, language });
      await next.page.getByText(t('errors.vault-locked.what')).waitFor();
      await next.picture('vault-locked');
      await next.page.getByRole('button', { name: t('machines.fix.unlock') }).click();
      const dialog = next.page.getByRole('dialog', { name: t('frame.vault.unlockTitle') });
      const passphrase = dialog.getByLabel(t('frame.vault.passphrase'), { exact: true });
      await passphrase.fill('not the passphrase');
      await passphrase.press('Enter');
      await dialog.getByText(t('frame.vault.wrong')).waitFor();
      await passphrase.fill(vaultPassphrase);
      await passphrase.press('Enter');
      await next.page.getByRole('button', { name: 'fugaku', exact: true }).waitFor();
      await next.page.getByText(t('errors.vault-locked.what')).waitFor({ state: 'hidden' });
    },
  );
});

/** Changes the system and waits for the sentence; then the button of the screen must say it again. */
async function failsWith(
  window: Window,
  expected: { name: string; fields: SystemFields; key: string; host: string },
): Promise<void> {
  const { page, t, picture } = window;
  const { name, fields, key, host } = expected;
  if (Object.keys(fields).length > 0) await changeSystem(window, 'Test site', fields);
  else await page.getByRole('button', { name: t('machines.check') }).click();
  const sentence = page.getByText(t(`errors.${key}.what`, { host }), { exact: true });
  await sentence.waitFor();
  await page.getByText(t(`errors.${key}.next`), { exact: false }).waitFor();
  await picture(name);
}

/** A server with a good certificate that answers 403 to everybody. */
async function serveForbidden(pki: Pki): Promise<number> {
  const { privateKeyPem: key, certificatePem: cert } = pki.servers.good;
  const server = createHttpsServer({ key, cert }, (_request, response) => {
    response.writeHead(403, { 'content-type': 'text/plain' }).end('Forbidden');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
