import type { Browser } from 'playwright';
import { afterAll, test as base, expect, inject } from 'vitest';
import { findProgram } from '../../scripts/lanes/needs.ts';
import { launchChromium } from '../support/chromium.ts';
import { patience } from '../support/patience.ts';
import { keepClient, openApp, setUpVault, signInByBrowser } from './app-window.ts';
import { isKnown } from './clients-world.ts';
import { connectKeycloak } from './keycloak.ts';

const keycloak = connectKeycloak(inject('keycloak'));
const { clients, users } = keycloak;

const test = base.skipIf(
  findProgram('chromium', 'chromium-browser', 'google-chrome') === undefined,
);

let browser: Browser | undefined;
const chromium = async (): Promise<Browser> => {
  browser ??= await launchChromium();
  return browser;
};
afterAll(() => browser?.close());

/** What Keycloak itself has under a Client ID. */
async function inKeycloak(clientId: string): Promise<readonly { redirectUris: string[] }[]> {
  const found = await keycloak.admin.call('GET', `/realms/op/clients?clientId=${clientId}`);
  return found as { redirectUris: string[] }[];
}

test('who may manage clients keeps one, signs in with it, and manages the realm’s on screen', {
  timeout: patience(240_000),
}, async () => {
  const folder = 'keycloak-clients/manager';
  const app = await openApp(await chromium(), keycloak, { user: users.manager, folder });
  const { page, t, sheet, dialog, look, ids } = app;
  await page.getByText(t('clients.realm.signed-out')).waitFor();
  await look('before');

  await keepClient(app, clients.rotating);
  await sheet.getByRole('button', { name: t('clients.signInWith.action') }).click();
  await sheet.getByText(t('clients.signInWith.done')).waitFor();
  await look('kept');
  await sheet.getByRole('button', { name: t('clients.signInWith.now') }).click();
  await signInByBrowser(app);

  // the realm's clients, that kept here among them once, without what Keycloak is made of
  await expect.poll(ids).toContain('compute-desk-bound');
  const all = await ids();
  expect(all.filter((id) => id === 'compute-desk')).toHaveLength(1);
  expect(all).not.toContain('realm-management');
  await look('realm');

  // create: the secret is Keycloak's own
  await app.openCreate();
  expect(
    await sheet.getByRole('radio', { name: t('clients.way.keycloak-admin') }).isChecked(),
  ).toBe(true);
  await app.fill('made_on-screen', 'https://app.example/cb*', '/relative');
  await look('create');
  await sheet.getByRole('button', { name: t('clients.create') }).click();
  await sheet.getByText(t('clients.made.issued')).waitFor();
  const secret = await app.reveal('made_on-screen');
  expect(await isKnown(keycloak, 'made_on-screen', secret)).toBe(true);
  await look('created');

  // redirect URLs
  await sheet.getByRole('button', { name: t('clients.edit.action'), exact: true }).click();
  await app.redirectUrl(1).fill('https://changed.example/cb');
  await sheet.getByRole('button', { name: t('common.save') }).click();
  await sheet.getByText('https://changed.example/cb', { exact: true }).waitFor();
  const [changed] = await inKeycloak('made_on-screen');
  expect(changed?.redirectUris).toContain('https://changed.example/cb');
  expect(changed?.redirectUris).toHaveLength(2);

  // another secret
  await app.act('made_on-screen', 'clients.rotate.action');
  await dialog.getByRole('button', { name: t('clients.rotate.action') }).click();
  await sheet.getByText(t('clients.rotate.done', { clientId: 'made_on-screen' })).waitFor();
  await app.close();
  await app.open('made_on-screen');
  const next = await app.reveal('made_on-screen');
  expect(next).not.toBe(secret);
  expect(await isKnown(keycloak, 'made_on-screen', next)).toBe(true);
  expect(await isKnown(keycloak, 'made_on-screen', secret)).toBe(false);

  // a Client ID that somebody else takes meanwhile
  await app.close();
  await keycloak.admin.call('POST', '/realms/op/clients', { clientId: 'quicker' });
  await app.openCreate();
  await app.fill('quicker', 'https://app.example/');
  await sheet.getByRole('button', { name: t('clients.create') }).click();
  await sheet.getByText(t('errors.client-id-taken.what')).waitFor();
  await app.discard();
  await app.menu('clients.refresh');
  await expect.poll(ids).toContain('quicker');

  // deleting one, cancelled and confirmed; then several
  await app.open('made_on-screen');
  const remove = () => app.act('made_on-screen', 'clients.delete');
  await remove();
  await dialog.getByRole('button', { name: t('common.cancel') }).click();
  expect(await inKeycloak('made_on-screen')).toHaveLength(1);
  await remove();
  await dialog.getByRole('button', { name: t('clients.delete'), exact: true }).click();
  await expect.poll(ids).not.toContain('made_on-screen');
  expect(await inKeycloak('made_on-screen')).toEqual([]);
  await app.create('also-made', 'https://app.example/');
  await app.close();
  for (const clientId of ['also-made', 'quicker']) {
    await page.getByRole('checkbox', { name: t('clients.select.one', { clientId }) }).check();
  }
  const several = t('clients.deleteMany_other', { count: 2 });
  await page.getByRole('button', { name: several }).click();
  await look('delete-several');
  await dialog.getByRole('button', { name: several }).click();
  await expect.poll(ids).not.toContain('quicker');
  expect([...(await inKeycloak('also-made')), ...(await inKeycloak('quicker'))]).toEqual([]);

  // its own: warned of, and left alone
  await app.open('compute-desk');
  await app.act('compute-desk', 'clients.delete');
  await dialog.getByText(t('clients.deleteOwn', { clientId: 'compute-desk' })).waitFor();
  await dialog.getByRole('button', { name: t('common.cancel') }).click();
});

test('who may look at clients only is offered nothing that Keycloak would refuse', {
  timeout: patience(180_000),
}, async () => {
  const folder = 'keycloak-clients/viewer';
  const app = await openApp(await chromium(), keycloak, { user: users.viewer, folder });
  const { page, t, sheet, look, ids } = app;
  await keepClient(app, clients.rotating);
  await sheet.getByRole('button', { name: t('clients.signInWith.action') }).click();
  await sheet.getByRole('button', { name: t('clients.signInWith.now') }).click();
  await signInByBrowser(app);
  await expect.poll(ids).toContain('compute-desk-bound');
  await look('views');
  const select = (clientId: string) =>
    page.getByRole('checkbox', { name: t('clients.select.one', { clientId }), exact: true });
  expect(await select('compute-desk-bound').isDisabled()).toBe(true);
  expect(await select('compute-desk').isEnabled()).toBe(true);

  await app.open('compute-desk-bound');
  await sheet.getByText(t('clients.viewOnly')).waitFor();
  const edit = sheet.getByRole('button', { name: t('clients.edit.action'), exact: true });
  expect(await edit.count()).toBe(0);
  const more = t('clients.moreOf', { clientId: 'compute-desk-bound' });
  await sheet.getByRole('button', { name: more }).click();
  await page.getByRole('menuitem').first().waitFor();
  expect(await page.getByRole('menuitem', { name: t('clients.delete') }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await look('view-only');
  // What is offered works: the secret is Keycloak's.
  const secret = await app.reveal('compute-desk-bound');
  expect(secret).toBe(clients.bound.secret);
  await app.close();

  // The one that is kept here is the user's own.
  await app.open('compute-desk');
  await sheet.getByRole('button', { name: t('clients.edit.action'), exact: true }).waitFor();
  await app.close();
  await app.openCreate();
  await sheet.getByText(t('clients.realm.views')).waitFor();
  await app.close();
});

test('who may not manage clients reads why, and has the other ways', {
  timeout: patience(180_000),
}, async () => {
  const folder = 'keycloak-clients/ordinary';
  const app = await openApp(await chromium(), keycloak, { user: users.ordinary, folder });
  const { t, sheet, look, ids } = app;
  await keepClient(app, clients.rotating);
  await sheet.getByRole('button', { name: t('clients.signInWith.action') }).click();
  await sheet.getByRole('button', { name: t('clients.signInWith.now') }).click();
  await signInByBrowser(app);
  await app.openCreate();
  await sheet.getByText(t('clients.realm.refused')).waitFor();
  const way = (name: string) => sheet.getByRole('radio', { name: t(`clients.way.${name}`) });
  expect(await way('keycloak-admin').isDisabled()).toBe(true);
  expect(await way('kept').isChecked()).toBe(true);
  await look('refused');
  await app.close();
  expect(await ids()).toEqual(['compute-desk']);
});

test('a client is registered on screen by an initial access token, renewed, changed, deleted', {
  timeout: patience(180_000),
}, async () => {
  const folder = 'keycloak-clients/registration';
  const app = await openApp(await chromium(), keycloak, { user: users.ordinary, folder });
  const { page, t, sheet, dialog, look } = app;
  await app.menu('frame.shortcuts.clientPlaces');
  await sheet.getByRole('button', { name: t('clients.places.usual') }).click();
  await sheet.locator('input[type=password]').fill(await keycloak.createInitialAccessToken());
  await sheet.getByRole('button', { name: t('common.save') }).click();
  await setUpVault(app);
  await sheet.waitFor({ state: 'hidden' });

  await app.create('registered_here', 'https://app.example/cb');
  await sheet.getByText(t('clients.made.issued')).waitFor();
  const secret = await app.reveal('registered_here');
  expect(await isKnown(keycloak, 'registered_here', secret)).toBe(true);
  await look('registered');

  await app.act('registered_here', 'clients.rotate.action');
  await dialog.getByRole('button', { name: t('clients.rotate.action') }).click();
  await sheet.getByText(t('clients.rotate.done', { clientId: 'registered_here' })).waitFor();
  await app.close();
  await app.open('registered_here');
  const next = await app.reveal('registered_here');
  expect(await isKnown(keycloak, 'registered_here', next)).toBe(true);
  expect(await isKnown(keycloak, 'registered_here', secret)).toBe(false);

  await sheet.getByRole('button', { name: t('clients.edit.action'), exact: true }).click();
  await app.redirectUrl(1).fill('https://changed.example/cb');
  await sheet.getByRole('button', { name: t('common.save') }).click();
  await sheet.getByText('https://changed.example/cb', { exact: true }).waitFor();
  expect(await inKeycloak('registered_here')).toMatchObject([
    { redirectUris: ['https://changed.example/cb'] },
  ]);
  await app.close();

  // the token was for one client
  await app.openCreate();
  await app.fill('one-too-many', 'https://app.example/cb');
  await sheet.getByRole('button', { name: t('clients.create') }).click();
  await sheet.getByText(t('errors.registration-token-refused.what')).waitFor();
  await look('token-spent');
  await app.discard();

  await app.open('registered_here');
  await app.act('registered_here', 'clients.delete');
  await dialog.getByRole('button', { name: t('clients.delete'), exact: true }).click();
  await page.getByText(t('clients.deleted', { clientId: 'registered_here' })).waitFor();
  expect(await inKeycloak('registered_here')).toEqual([]);
});
