import { expect } from 'vitest';
import { pictureOfFailure } from '../support/files/pictures.ts';
import { openSection } from '../support/settings-section.ts';
import { apiConsole } from './console.ts';
import { jobs } from './jobs.ts';
import type { Tour } from './tour.ts';

/** Step 2: the first screen offers two ways; the form judges addresses as they are typed. */
export async function firstScreen({ page, t, look }: Tour): Promise<void> {
  const demo = page.getByRole('button', { name: t('start.demo.title') });
  const connect = page.getByRole('button', { name: t('start.have.byHand') });
  await demo.waitFor();
  await look('first-screen');

  await connect.click();
  const webApi = page.getByLabel(t('connect.fields.webApi'));
  await webApi.fill('http://api.example.org');
  await page.getByText(t('connect.address.not-https')).waitFor();
  await webApi.fill('https://localhost:9/status/');
  await page.getByText(t('errors.network-refused.what', { host: 'localhost:9' })).waitFor();
  await page.getByLabel(t('connect.fields.genai')).fill('https://localhost:9/v1');
  await look('connect');
  await page.getByRole('button', { name: t('start.back') }).click();
  await demo.click();
  await page.getByRole('heading', { level: 1, name: t('frame.screens.machines') }).waitFor();
}

/** Step 4: machines and their states, raw value included, on demand too; other fields can be looked at. */
export async function machines({ page, t, look, goTo }: Tour): Promise<void> {
  await goTo('machines');
  const table = page.getByRole('table');
  const first = table.getByRole('button', { name: 'cpu-main' });
  await first.waitFor();
  await expect.poll(() => table.getByRole('row').count()).toBeGreaterThan(4);
  await look('machines');
  await page.getByRole('button', { name: t('machines.check') }).click();
  await page.getByRole('button', { name: t('machines.check') }).waitFor();
  await first.click();
  const detail = page.getByRole('region', {
    name: t('machines.detail.title', { name: 'cpu-main' }),
  });
  await detail.getByRole('button', { name: t('machines.detail.record'), exact: true }).click();
  await detail.getByText('"machine"').first().waitFor();
  await look('machine-detail');
  await page.keyboard.press('Escape');
}

/** Step 3: a wrong passphrase can be typed again; rename, export, delete, import by drop. */
export async function certificates(tour: Tour): Promise<void> {
  const { page, t, look, goTo, savePem } = tour;
  const certificate = tour.certificate();
  await goTo('certificates');
  const card = page.getByRole('heading', { level: 2 });
  await card.first().waitFor();
  const original = (await card.first().textContent()) ?? '';

  const act = async (name: string, action: string) => {
    await page.getByRole('button', { name: t('certificates.actions', { name }) }).click();
    await page.getByRole('menuitem', { name: t(action) }).click();
  };
  // delete: cancel leaves it, confirm takes it away
  await act(original, 'certificates.delete.action');
  await look('certificate-delete');
  await page.getByRole('button', { name: t('common.cancel') }).click();
  expect(await card.count()).toBe(1);
  await act(original, 'certificates.delete.action');
  await page.getByRole('button', { name: t('certificates.delete.confirm') }).click();
  await page.getByText(t('certificates.drop.label')).waitFor();
  await look('certificates-empty');

  // import
  const chooser = page.waitForEvent('filechooser');
  await page.getByText(t('certificates.drop.choose')).click();
  await (await chooser).setFiles(certificate.path);
  const passphrase = page.getByLabel(t('certificates.passphrase.label'), { exact: true });
  const open = page.getByRole('button', { name: t('certificates.passphrase.open'), exact: true });
  await passphrase.fill('not the passphrase');
  await open.click();
  await page.getByText(t('certificates.passphrase.wrong')).waitFor();
  await look('certificate-wrong-passphrase');
  await passphrase.fill(certificate.passphrase);
  await open.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(t('certificates.facts.fingerprint')).first().waitFor();
  for (const fact of ['subject', 'issuer', 'validity']) {
    await dialog
      .getByText(t(`certificates.facts.${fact}`), { exact: true })
      .first()
      .waitFor();
  }
  await look('certificate-preview');
  await dialog.getByRole('button', { name: t('certificates.preview.keep') }).click();
  await page.getByRole('heading', { level: 2, name: original }).waitFor();
  await expect.poll(() => dialog.count()).toBe(0);

  // rename and export
  await act(original, 'certificates.rename.action');
  await page.getByRole('textbox', { name: t('certificates.name') }).fill('My certificate');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 2, name: 'My certificate' }).waitFor();
  await look('certificates');
  await act('My certificate', 'certificates.export.action');
  await page.getByRole('radio', { name: t('certificates.export.plain') }).click();
  await page.getByText(t('certificates.export.warning')).waitFor();
  await look('certificate-export');
  const pem = await savePem(() =>
    page.getByRole('button', { name: t('certificates.export.writePlain') }).click(),
  );
  expect(pem).toMatch(/^-----BEGIN CERTIFICATE-----/);
  expect(pem).toContain('-----BEGIN PRIVATE KEY-----');
  await page
    .getByRole('button', { name: t('common.close') })
    .last()
    .click();
}

/** Step 5: choose a model, send, watch, stop; a reload in mid-answer finds it still running. */
export async function chat(tour: Tour): Promise<void> {
  const { page, t, look, goTo, language } = tour;
  await goTo('chat');
  await page
    .getByRole('button', { name: t('chat.model.present', { model: 'alpha3.6-35b' }) })
    .click();
  await page.getByRole('option', { name: /gamma-5\.3-flash/ }).waitFor();
  await look('chat-models');
  await page.getByRole('option', { name: /beta-k3/ }).click();

  const composer = page.getByRole('textbox', { name: t('chat.composer.label') });
  const stop = page.getByRole('button', { name: t('chat.composer.stop'), exact: true });
  const answer = page.getByRole('article', { name: t('chat.answerOf', { model: 'beta-k3' }) });
  await composer.fill(language === 'ja' ? '長い回答をください' : 'Give me a long answer');
  await page.keyboard.press('Enter');
  await stop.waitFor();
  await expect.poll(async () => (await answer.first().innerText()).length).toBeGreaterThan(200);
  await look('chat-streaming');

  await page.reload();
  await stop.waitFor();
  const shown = async () => (await answer.first().innerText()).length;
  await expect.poll(shown).toBeGreaterThan(200);
  const length = await shown();
  await expect.poll(shown).toBeGreaterThan(length);
  await stop.click();
  await page.getByText(t('chat.stopped')).waitFor();
  await look('chat-stopped');

  await composer.fill(language === 'ja' ? '表を見せてください' : 'Show me a table');
  await page.getByRole('button', { name: t('chat.composer.send') }).click();
  await expect.poll(() => answer.count()).toBe(2);
  await stop.waitFor({ state: 'hidden' });
  await look('chat');
}

/** Step 6: create (the secret is issued), sort by the titles, delete with cancel and confirm. */
export async function clients({ page, t, look, goTo }: Tour): Promise<void> {
  await goTo('clients');
  const create = page.getByRole('button', { name: t('clients.new') });
  for (const clientId of ['batch-2', 'batch_1']) {
    await create.first().click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('textbox', { name: t('clients.clientId') }).fill('not allowed!');
    await sheet.getByText(t('session.wrongCharacters')).waitFor();
    await sheet.getByRole('textbox', { name: t('clients.clientId') }).fill(clientId);
    await sheet
      .getByLabel(t('clients.redirectUrlNumber', { number: 1 }))
      .fill('https://app.example.org/callback*');
    if (clientId === 'batch-2') await look('client-create');
    await sheet.getByRole('button', { name: t('clients.create') }).click();
    // the new client opens, its secret hidden until asked for
    await sheet.getByRole('heading', { name: clientId }).waitFor();
    const secret = t('clients.secretOf', { clientId });
    await sheet.getByRole('img', { name: t('common.secret.hidden', { name: secret }) }).waitFor();
    if (clientId === 'batch-2') {
      await look('client');
      await sheet
        .getByRole('button', { name: t('common.secret.showNamed', { name: secret }) })
        .click();
      await sheet
        .getByRole('button', { name: t('common.secret.hideNamed', { name: secret }) })
        .waitFor();
    }
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });
  }
  const ids = () => page.locator('tbody [data-row-button]').allInnerTexts();
  const title = (key: string) =>
    page.getByRole('columnheader', { name: t(key) }).getByRole('button');
  await title('clients.clientId').click();
  const ascending = await ids();
  expect(ascending).toHaveLength(2);
  await title('clients.clientId').click();
  expect(await ids()).toEqual([...ascending].reverse());
  await title('clients.createdAt').click();
  expect(await ids()).toEqual(['batch-2', 'batch_1']);
  await look('clients');

  const remove = async (answer: string) => {
    await page.getByRole('button', { name: 'batch-2' }).click();
    const name = t('clients.moreOf', { clientId: 'batch-2' });
    await page.getByRole('dialog').getByRole('button', { name }).click();
    await page.getByRole('menuitem', { name: t('clients.delete') }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: answer }).click();
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
  };
  await remove(t('common.cancel'));
  expect(await ids()).toHaveLength(2);
  await page.keyboard.press('Escape');
  await remove(t('clients.delete'));
  await expect.poll(ids).toEqual(['batch_1']);
}

/** Step 7: theme, language, data folder. */
export async function settings({ page, t, look, goTo, dataFolder }: Tour): Promise<void> {
  await goTo('settings');
  await openSection(page, 'data');
  await page.getByText(dataFolder).waitFor();
  await openSection(page, 'appearance');
  await look('settings');
  await page.getByRole('radio', { name: t('common.theme.dark'), exact: true }).click();
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
  await look('settings-dark');
}

/** Steps 2 to 7. Where it fails, the last picture shows what was on screen. */
export async function wholeTour(tour: Tour): Promise<void> {
  try {
    await firstScreen(tour);
    await machines(tour);
    await certificates(tour);
    await machines(tour);
    await jobs(tour);
    await apiConsole(tour);
    await chat(tour);
    await clients(tour);
    await settings(tour);
  } catch (cause) {
    await pictureOfFailure(tour.page, `${tour.screenshots}/failed.png`);
    throw cause;
  }
}
