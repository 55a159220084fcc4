import { expect } from 'vitest';
import { clientsPage } from '../e2e/support/clients.ts';
import {
  ask,
  certificateElsewhere,
  choose,
  doctorOf,
  type FirstHour,
  look,
  modelsElsewhere,
  signIn,
} from './first-hour.ts';
import { type CertificateFile, certificateName, systemName, vaultPassphrase } from './session.ts';

/** A site whose servers are processes of their own, under an authority that no computer knows. */
export interface OwnSystem {
  readonly webApiUrl: string;
  /** As somebody copies it from a browser: a page of the realm. */
  readonly accountPage: string;
  readonly genaiUrl: string;
  /** Made in the portal, shown once. */
  readonly apiKey: string;
  /** Path of the PEM that the site hands out. */
  readonly authorityFile: string;
  /** Of somebody who may manage the realm's clients. */
  readonly user: CertificateFile;
  readonly client: { readonly clientId: string; readonly secret: string };
  /** A machine that is up. */
  readonly machine: string;
  /** Stops the Web API, or starts it at the same address, well or under a certificate of another authority. */
  setWebApi(state: 'stopped' | 'well' | 'other-authority'): Promise<void>;
}

/** Somebody with a file, a key and the addresses of a site: from the empty window to the end of the hour. */
export async function hourWithOwnSystem(hour: FirstHour, site: OwnSystem): Promise<void> {
  await importFile(hour, site);
  await fillForm(hour, site);
  await workThere(hour, site);
}

/** The same, where the site has handed out a `.computedesk` file, which was opened with the app. */
export async function hourWithSystemFile(hour: FirstHour, site: OwnSystem): Promise<void> {
  const { page, t } = hour.window;
  const webApi = page.getByLabel(t('start.fields.webApi'));
  await webApi.waitFor();
  expect(await webApi.inputValue()).toBe(site.webApiUrl);
  await page
    .getByText(t('start.address.reached', { host: new URL(site.webApiUrl).host }))
    .waitFor();
  await look(hour.window, 'from-system-file');
  await importFile(hour, site);
  await page.getByRole('button', { name: t('start.connect.action'), exact: true }).click();
  await workThere(hour, site);
}

/** The file is taken on the page that is there: the first one, or the form. */
async function importFile({ window }: FirstHour, { user }: OwnSystem): Promise<void> {
  const { page, t } = window;
  const first = page.getByRole('group', { name: t('start.have.drop') });
  const inForm = page.getByRole('group', { name: t('start.certificate.drop') });
  await choose(page, first.or(inForm).getByRole('button'), [user.p12File]);
  await page.getByLabel(t('certificates.passphrase.label'), { exact: true }).fill(user.password);
  await page.getByRole('button', { name: t('certificates.passphrase.open'), exact: true }).click();
  await page.getByRole('textbox', { name: t('certificates.name') }).fill(certificateName);
  await look(window, 'certificate');
  await page.getByRole('button', { name: t('certificates.preview.keep') }).click();
  const vault = page.getByRole('dialog', { name: t('frame.vault.setUpTitle') });
  await vault.getByLabel(t('frame.vault.passphrase'), { exact: true }).fill(vaultPassphrase);
  await vault.getByLabel(t('frame.vault.again'), { exact: true }).fill(vaultPassphrase);
  await vault.getByRole('button', { name: t('frame.vault.setUp') }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

/** Each line below a field says what to do next, until all addresses answer. */
async function fillForm({ window }: FirstHour, site: OwnSystem): Promise<void> {
  const { page, t } = window;
  const { host } = new URL(site.webApiUrl);
  const wrong = new URL(site.accountPage);
  await page.getByLabel(t('start.fields.name'), { exact: true }).fill(systemName);
  const webApi = page.getByLabel(t('start.fields.webApi'));
  await webApi.fill(wrong.origin);
  await page.getByText(t('start.address.addAuthority')).waitFor();
  const authorities = page.getByRole('group', { name: t('start.authorities.drop') });
  await choose(page, authorities.getByRole('button'), [site.authorityFile]);
  // a page of the site is there, and no machines
  await page.getByText(t('start.address.odd.webApi', { host: wrong.host })).waitFor();
  await look(window, 'odd-address');
  await webApi.fill(`${site.webApiUrl}/status/`);
  await page.getByText(t('start.address.reached', { host })).waitFor();
  await page.getByLabel(t('start.fields.identityProvider')).fill(site.accountPage);
  await page.getByText(t('start.address.reached', { host: wrong.host })).waitFor();
  await page.getByLabel(t('start.fields.genai')).fill(`${site.genaiUrl}/v1`);
  await page.getByText(t('start.address.reached', { host: new URL(site.genaiUrl).host })).waitFor();
  await look(window, 'form');
  await page.getByRole('button', { name: t('start.connect.action'), exact: true }).click();
}

async function workThere(hour: FirstHour, site: OwnSystem): Promise<void> {
  const { window, steps } = hour;
  const { page, t } = window;
  const machine = page.getByRole('button', { name: site.machine, exact: true });
  await page.getByRole('heading', { level: 1, name: t('frame.screens.machines') }).waitFor();
  await machine.waitFor();
  await look(window, 'machines');

  // the sheet says what is missing, and leads to it
  await steps.openSheet();
  await steps.says('session.missing.client-id');
  await steps.sheet.getByRole('button', { name: t('session.enterClient') }).click();
  const field = (key: string) => steps.sheet.getByLabel(t(key), { exact: true });
  await field('session.settings.clientId').fill(site.client.clientId);
  await field('session.settings.secret').fill(site.client.secret);
  await steps.sheet.getByRole('button', { name: t('common.save'), exact: true }).click();
  await page.getByText(t('session.settings.saved')).first().waitFor();
  await signIn(hour);
  await steps.checkMachines();
  await machine.waitFor();

  await steps.goTo('chat');
  await page.getByRole('button', { name: t('chat.keys.add') }).click();
  const keys = page.getByRole('dialog', { name: t('chat.keys.title') });
  await keys.getByRole('textbox', { name: t('chat.keys.name') }).fill('Project');
  await keys.getByLabel(t('chat.keys.key'), { exact: true }).fill(site.apiKey);
  await look(window, 'api-key');
  await keys.getByRole('button', { name: t('keys.testAndAdd') }).click();
  await keys.waitFor({ state: 'hidden' });
  await ask(window, 'Show me a table');
  await look(window, 'chat');
  await modelsElsewhere(window, new RegExp(`${site.genaiUrl}/v1`));

  await steps.goTo('clients');
  const clients = clientsPage(window);
  await expect.poll(clients.ids).toContain(site.client.clientId);
  const made = `first-hour-${Date.now()}`;
  await clients.create(made, 'https://app.example.org/callback*');
  await look(window, 'client');
  await clients.close();
  expect(await certificateElsewhere(hour, certificateName)).toContain(site.machine);

  await steps.goTo('machines');
  await breakAndMend(hour, site);
}

/** What is wrong is said where it shows, and by the doctor, which "Find out why" starts. */
async function breakAndMend({ window, steps }: FirstHour, site: OwnSystem): Promise<void> {
  const { page, t } = window;
  const { host } = new URL(site.webApiUrl);
  const doctor = doctorOf(window);
  const says = (key: string) => doctor.dialog.getByText(t(key, { host }), { exact: true });
  await site.setWebApi('stopped');
  await steps.checkMachines();
  await page.getByText(t('errors.network-refused.what', { host }), { exact: true }).waitFor();
  await look(window, 'stopped');
  await page
    .getByRole('button', { name: t('doctor.why') })
    .first()
    .click();
  await says('errors.network-refused.what').waitFor();
  await look(window, 'doctor-stopped');

  await site.setWebApi('other-authority');
  await doctor.check();
  await says('errors.tls-server-not-trusted.what').waitFor();
  await look(window, 'doctor-other-authority');

  await site.setWebApi('well');
  await doctor.check();
  await says('doctor.ended.good').or(says('doctor.ended.note')).waitFor();
  await doctor.close();
  await steps.checkMachines();
  await page.getByRole('button', { name: site.machine, exact: true }).waitFor();
  await page
    .getByText(t('errors.network-refused.what', { host }), { exact: true })
    .waitFor({ state: 'hidden' });
}
