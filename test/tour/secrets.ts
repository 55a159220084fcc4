import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { privateKeyPem } from '../../main/base/x509/pem.ts';
import { readCertificateFile } from '../../main/base/x509/reader/index.ts';
import { clientsPage } from '../e2e/support/clients.ts';
import type { Window } from '../e2e/support/window.ts';
import type { DemoPlace } from '../electron/support/demo-place.ts';
import { recordHandedOut, type Secret } from '../support/secrets-search.ts';
import { type SessionSteps, vaultPassphrase } from './session.ts';

/**
 * A user's whole way with every kind of secret: a `.p12`, the vault's passphrase, a client's secret, a
 * code, tokens old and new, an API key, a client that is kept. The app's page is left signed in.
 * @param signIn Presses "Sign in" and goes through the provider's pages.
 */
export async function secretsTour(options: {
  readonly window: Window;
  readonly steps: SessionSteps;
  readonly place: DemoPlace;
  readonly signIn: () => Promise<void>;
}): Promise<{ secrets: readonly Secret[]; typed: string }> {
  const { window, steps, place, signIn } = options;
  const { page, t } = window;
  const handedOut = recordHandedOut();
  const kept = randomBytes(24).toString('base64url');
  try {
    await steps.connect(place);
    await steps.openSheet();
    await steps.enterClient(place);
    await signIn();
    await steps.says('signIn.states.active');
    await steps.sheet.getByRole('button', { name: t('session.refreshNow') }).click();
    await steps.says('signIn.causes.refreshed');
    // everything that the sheet has to show, the ID token's claims included
    await steps.sheet.getByRole('button', { name: t('signIn.response.show'), exact: true }).click();
    await steps.closeSheet();
    await steps.checkMachines();
    await page.getByRole('button', { name: 'cpu-main', exact: true }).waitFor();

    await steps.goTo('chat');
    await page.getByRole('button', { name: t('chat.keys.add') }).click();
    const keys = page.getByRole('dialog', { name: t('chat.keys.title') });
    await keys.getByRole('textbox', { name: t('chat.keys.name') }).fill('Project');
    await keys.getByLabel(t('chat.keys.key'), { exact: true }).fill(place.demo.apiKey);
    await keys.getByRole('button', { name: t('keys.testAndAdd') }).click();
    await keys.waitFor({ state: 'hidden' });
    const composer = page.getByRole('textbox', { name: t('chat.composer.label') });
    await composer.fill('Hello');
    await page.keyboard.press('Enter');
    await page.getByRole('article').first().waitFor();
    await page
      .getByRole('button', { name: t('chat.composer.stop'), exact: true })
      .waitFor({ state: 'hidden' });

    await steps.goTo('clients');
    const clients = clientsPage(window);
    await clients.openCreate();
    await clients.sheet.getByRole('radio', { name: t('clients.way.kept') }).check();
    await clients.fill('from-portal', 'https://app.example/cb');
    await clients.sheet.locator('input[type=password]').fill(kept);
    await clients.sheet.getByRole('button', { name: t('clients.keep') }).click();
    await clients.sheet.getByRole('heading', { name: 'from-portal', exact: true }).waitFor();
    const shown = await clients.reveal('from-portal');
    if (shown !== kept) throw new Error('another secret is shown than was kept');
    const name = t('clients.secretOf', { clientId: 'from-portal' });
    await clients.sheet
      .getByRole('button', { name: t('common.secret.hideNamed', { name }) })
      .click();
    await clients.close();

    const typed = `marker-${randomBytes(12).toString('hex')}`;
    await steps.goTo('chat');
    await composer.fill(typed);
    await window.picture('end');

    return {
      typed,
      secrets: [
        ...handedOut.secrets,
        { name: 'client secret', text: place.client.clientSecret },
        { name: 'kept client secret', text: kept },
        { name: 'API key', text: place.demo.apiKey },
        { name: 'passphrase of the file', text: place.user.password },
        { name: 'passphrase of the vault', text: vaultPassphrase },
        { name: 'private key', text: await keyOf(place) },
      ],
    };
  } catch (cause) {
    await window.pictureOfFailure();
    throw cause;
  } finally {
    handedOut.stop();
  }
}

async function keyOf({ user }: DemoPlace): Promise<string> {
  const read = await readCertificateFile(await readFile(user.p12File), user.password);
  if (read.outcome !== 'ok') throw new Error(`the certificate file: ${read.outcome}`);
  return privateKeyPem(read.privateKeyPkcs8);
}
