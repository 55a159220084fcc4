import { expect } from 'vitest';
import { clientsPage } from '../e2e/support/clients.ts';
import { dropFiles } from '../support/files/drop-files.ts';
import { openMore } from './connect.ts';
import {
  ask,
  certificateElsewhere,
  doctorOf,
  type FirstHour,
  look,
  modelsElsewhere,
  signIn,
} from './first-hour.ts';
import { type CertificateFile, certificateName } from './session.ts';

/** A compute system that its user knows by what its site has told: addresses as they stand there, files, a key. */
export interface OwnSystem {
  readonly webApi: string;
  readonly identityProvider: string;
  readonly genai: string;
  readonly authorityFile: string;
  readonly user: CertificateFile;
  readonly apiKey: string;
  /** What it lists. */
  readonly machine: string;
  /** The portal: makes a client that comes back to this one address. */
  register(redirectUrl: string): Promise<{ clientId: string; clientSecret: string }>;
}

/** From the certificate file, dropped on the first page, to machines. */
async function connect({ window, steps }: FirstHour, system: OwnSystem): Promise<void> {
  const { page, t } = window;
  await page.getByRole('heading', { name: t('start.have.question') }).waitFor();
  await dropFiles(page, page.getByRole('group', { name: t('start.have.certificate.title') }), [
    system.user.p12File,
  ]);
  await steps.keepCertificate(system.user, certificateName);
  await page.getByLabel(t('connect.fields.name'), { exact: true }).fill('Own site');
  await page.getByLabel(t('connect.fields.webApi')).fill(system.webApi);
  await openMore(window);
  await page.getByLabel(t('connect.fields.identityProvider')).fill(system.identityProvider);
  await page.getByLabel(t('connect.fields.genai')).fill(system.genai);
  const needed = page.getByText(t('connect.address.addAuthority'), { exact: false });
  await expect.poll(() => needed.count()).toBe(3);
  await look(window, 'authority-missing');
  await dropFiles(page, page.getByRole('group', { name: t('connect.authorities.drop') }), [
    system.authorityFile,
  ]);
  const answers = page.getByText(t('connect.address.reached', { host: '' }).trim(), {
    exact: false,
  });
  await expect.poll(() => answers.count()).toBe(3);
  await look(window, 'filled');
  await page.getByRole('button', { name: t('connect.action'), exact: true }).click();
  await page.getByRole('heading', { level: 1, name: t('frame.screens.machines') }).waitFor();
  await page.getByRole('button', { name: system.machine, exact: true }).waitFor();
}

/** A client for the address that the sheet shows, and both of its parts entered there. */
async function enterClient({ window, steps }: FirstHour, system: OwnSystem): Promise<void> {
  await steps.openSheet();
  // A browser of the user's would need the certificate first.
  const tab = steps.sheet.getByRole('radio', { name: window.t('signIn.way.tab') });
  if ((await tab.count()) > 0) await tab.click();
  const redirectUrl = steps.sheet.getByText(/^[a-z-]+:\/\/\S*oauth\/callback$/).first();
  const client = await system.register(await redirectUrl.innerText());
  await steps.enterClient({ client }, { route: null });
  await look(window, 'session');
}

/** The key of the models, as the portal has shown it once. */
async function addKey({ window, steps }: FirstHour, key: string): Promise<void> {
  const { page, t } = window;
  await steps.goTo('chat');
  await page.getByRole('button', { name: t('chat.keys.add') }).click();
  const keys = page.getByRole('dialog', { name: t('chat.keys.title') });
  await keys.getByRole('textbox', { name: t('chat.keys.name') }).fill('Project');
  await keys.getByLabel(t('chat.keys.key'), { exact: true }).fill(key);
  await keys.getByRole('button', { name: t('keys.testAndAdd') }).click();
  await keys.waitFor({ state: 'hidden' });
}

/** Somebody with a system of their own: from what the site has told to the end of the hour, without a step outside. */
export async function hourWithOwnSystem(hour: FirstHour, system: OwnSystem): Promise<void> {
  const { window, steps } = hour;
  const { page } = window;
  await connect(hour, system);

  await enterClient(hour, system);
  await signIn(hour);
  await steps.checkMachines();
  await page.getByRole('button', { name: system.machine, exact: true }).waitFor();

  await addKey(hour, system.apiKey);
  await ask(window, 'Show me a table');
  await modelsElsewhere(window, /https:\/\/localhost:\d+\/v1/);

  await steps.goTo('clients');
  await expect.poll(() => clientsPage(window).ids()).toContain('my-desk');
  await look(window, 'clients');

  const listed = await certificateElsewhere(hour, certificateName, 'by-user');
  expect(listed).toContain(system.machine);

  await steps.goTo('machines');
  const doctor = doctorOf(window);
  await doctor.open();
  for (const service of ['webApi', 'identityProvider', 'genai']) {
    await doctor.expectWell(service);
    await look(window, `doctor-${service}`);
  }
  await doctor.close();
}
