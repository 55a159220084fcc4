import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { downloaded, onClients } from './support/clients.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

test('sorted by the titles, filtered, chosen, exported, duplicated and deleted by keyboard', async () => {
  const screen = await onClients(browser);
  const { page, t, sheet, dialog, ids } = screen;
  for (const [id, url] of [
    ['beta', 'https://beta.example/cb'],
    ['Alpha', 'https://shared.example/cb'],
    ['gamma', 'https://shared.example/cb*'],
  ] as const) {
    await screen.create(id, url);
    await screen.close();
  }
  const title = (key: string) => page.getByRole('columnheader', { name: t(key) });
  const sortBy = (key: string) => title(key).getByRole('button').click();
  expect(await title('clients.createdAt').getAttribute('aria-sort')).toBe('descending');
  await sortBy('clients.clientId');
  expect(await ids()).toEqual(['Alpha', 'beta', 'gamma']);
  await sortBy('clients.clientId');
  expect(await ids()).toEqual(['gamma', 'beta', 'Alpha']);
  expect(await title('clients.clientId').getAttribute('aria-sort')).toBe('descending');
  await sortBy('clients.createdAt');
  expect(await title('clients.createdAt').getAttribute('aria-sort')).toBe('ascending');
  await sortBy('clients.clientId');

  // local time, UTC on hover
  const created = page.getByRole('row', { name: /Alpha/ }).locator('time');
  await created.hover();
  await page.getByText(/UTC$/).first().waitFor();
  await screen.look('list');

  // by keyboard: arrows, Enter, Escape
  await page.getByRole('button', { name: 'Alpha' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await sheet.getByRole('heading', { name: 'gamma' }).waitFor();
  await screen.act('gamma', 'clients.duplicate');
  await sheet.getByText(t('clients.likeTitle', { clientId: 'gamma' })).waitFor();
  expect(await screen.redirectUrl(1).inputValue()).toBe('https://shared.example/cb*');
  await sheet.getByRole('textbox', { name: t('clients.clientId') }).fill('gamma-2');
  await page.keyboard.press('Enter');
  await sheet.getByRole('heading', { name: 'gamma-2' }).waitFor();
  await screen.close();

  const filter = page.getByRole('searchbox', { name: t('clients.filter.label') });
  await filter.fill('SHARED');
  expect(await ids()).toEqual(['Alpha', 'gamma', 'gamma-2']);
  const file = await downloaded(screen, () => screen.menu('clients.export.action'));
  const exported = JSON.parse(file) as { clients: Record<string, unknown>[] };
  expect(exported.clients.map(({ clientId }) => clientId).sort()).toEqual([
    'Alpha',
    'gamma',
    'gamma-2',
  ]);
  expect(exported.clients[0]).not.toHaveProperty('secret');
  await filter.fill('nothing like it');
  await page.getByText(t('clients.filter.none')).waitFor();
  await filter.fill('gamma');

  // all that are shown, less one
  const choose = (name: string) => page.getByRole('checkbox', { name, exact: true });
  await choose(t('clients.select.all')).check();
  await choose(t('clients.select.one', { clientId: 'gamma' })).uncheck();
  await filter.fill('');
  await choose(t('clients.select.one', { clientId: 'Alpha' })).check();
  const several = t('clients.deleteMany_other', { count: 2 });
  await page.getByRole('button', { name: several }).click();
  for (const name of ['Alpha', 'gamma-2']) await dialog.getByText(name, { exact: true }).waitFor();
  await screen.look('delete-several');
  await dialog.getByRole('button', { name: t('common.cancel') }).click();
  expect(await ids()).toHaveLength(4);
  await page.getByRole('button', { name: several }).click();
  await dialog.getByRole('button', { name: several }).click();
  await expect.poll(ids).toEqual(['beta', 'gamma']);

  // the Delete key asks for the row that has the focus
  await page.getByRole('button', { name: 'beta' }).focus();
  await page.keyboard.press('Delete');
  await dialog.getByText(t('clients.deleteTitle', { clientId: 'beta' })).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(ids).toEqual(['gamma']);
});

test('a revealed secret hides after 30 seconds; a copied one leaves the clipboard after 60', async () => {
  const screen = await onClients(browser);
  const { page, t, sheet, context } = screen;
  await screen.create('batch', 'https://app.example/cb');
  const copy = sheet.getByRole('button', {
    name: t('common.copyNamed', { name: t('clients.secretOf', { clientId: 'batch' }) }),
  });
  await context.grantPermissions(['clipboard-write']);
  await copy.click();
  await sheet.getByText(t('clients.secretStays')).waitFor();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.install();
  const secret = await screen.reveal('batch');
  await page.clock.runFor(29_000);
  await sheet.getByText(secret).waitFor();
  await page.clock.runFor(2_000);
  await sheet.getByText(secret).waitFor({ state: 'hidden' });

  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await copy.click();
  await sheet.getByText(t('clients.secretCopied')).waitFor();
  expect(await clipboard()).toBe(secret);
  await page.clock.runFor(61_000);
  await expect.poll(clipboard).toBe('');
  await sheet
    .getByRole('button', { name: t('common.copyNamed', { name: t('clients.clientId') }) })
    .click();
  await expect.poll(clipboard).toBe('batch');
});

test('what the web interface made is kept, its date changed, deleted and brought back', async () => {
  const screen = await onClients(browser);
  const { page, t, sheet, dialog, ids } = screen;
  await screen.openCreate();
  await sheet.getByRole('radio', { name: t('clients.way.kept') }).check();
  await screen.fill('from-portal', 'https://app.example/cb');
  await sheet.locator('input[type=password]').fill('the secret of the portal');
  await screen.field('createdAt').fill('2026-02-03T04:05');
  await sheet.getByRole('button', { name: t('clients.keep') }).click();
  await sheet.getByText(t('clients.made.kept')).waitFor();
  const date = sheet.locator('time');
  const local = (text: string) => page.evaluate((one) => new Date(one).toISOString(), text);
  expect(await date.getAttribute('datetime')).toBe(await local('2026-02-03T04:05'));

  await sheet.getByRole('button', { name: t('clients.edit.action'), exact: true }).click();
  expect(await screen.field('createdAt').inputValue()).toBe('2026-02-03T04:05');
  await screen.field('createdAt').fill('2025-12-31T23:59');
  await screen.look('edit-kept');
  await sheet.getByRole('button', { name: t('common.save') }).click();
  await expect.poll(() => date.getAttribute('datetime')).toBe(await local('2025-12-31T23:59'));
  await sheet.getByRole('button', { name: t('clients.edit.action'), exact: true }).click();
  await screen.field('createdAt').fill('');
  await sheet.getByRole('button', { name: t('common.save') }).click();
  await sheet.getByText(t('clients.noDate')).waitFor();

  await screen.act('from-portal', 'clients.delete');
  await dialog.getByText(t('clients.deleteKeptText_one')).waitFor();
  await dialog.getByRole('button', { name: t('clients.delete'), exact: true }).click();
  await page.getByText(t('clients.empty.title')).waitFor();
  await page.getByRole('button', { name: t('common.undo') }).click();
  await expect.poll(ids).toEqual(['from-portal']);
  await screen.open('from-portal');
  expect(await screen.reveal('from-portal')).toBe('the secret of the portal');
});

test('the site’s web interface opens from the app', async () => {
  const screen = await onClients(browser);
  const { page, t, sheet, context } = screen;
  await context.route('https://portal.example.org/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Portal</title>' }),
  );
  await screen.menu('frame.shortcuts.clientPlaces');
  const address = sheet.getByRole('textbox', { name: t('clients.places.webInterface') });
  await address.fill('portal');
  await sheet.getByText(t('clients.places.notAnAddress')).waitFor();
  await address.fill('https://portal.example.org/clients');
  await screen.look('places');
  await page.keyboard.press('Enter');
  await sheet.waitFor({ state: 'hidden' });
  const opened = context.waitForEvent('page');
  await screen.menu('frame.shortcuts.webInterface');
  await (await opened).waitForURL('https://portal.example.org/clients');
});

test('a client made here becomes the one that this app signs in with, and deleting it warns', async () => {
  const screen = await onClients(browser);
  const { page, t, sheet, dialog } = screen;
  await screen.create('mine', 'https://elsewhere.example/cb');
  const use = sheet.getByRole('button', { name: t('clients.signInWith.action') });
  await use.click();
  await dialog.getByText(t('clients.signInWith.noUrl')).waitFor();
  await screen.look('sign-in-refused');
  await dialog.getByRole('button', { name: t('common.cancel') }).click();
  await sheet.getByRole('button', { name: t('clients.edit.action'), exact: true }).click();
  await sheet.getByRole('button', { name: t('clients.addAppUrls') }).click();
  await sheet.getByRole('button', { name: t('common.save') }).click();
  await use.click();
  await sheet.getByText(t('clients.signInWith.done')).waitFor();
  await sheet.getByText(t('clients.signsIn'), { exact: true }).waitFor();
  await screen.look('signs-in');
  await sheet.getByRole('button', { name: t('clients.signInWith.now') }).click();
  await sheet.getByRole('heading', { name: t('session.title') }).waitFor();
  await sheet.getByRole('button', { name: t('session.nextSignIn') }).click();
  await sheet.getByText('mine', { exact: true }).waitFor();
  await screen.close();

  await screen.open('mine');
  await screen.act('mine', 'clients.delete');
  await dialog.getByText(t('clients.deleteOwn', { clientId: 'mine' })).waitFor();
  await screen.look('delete-own');
  await page.keyboard.press('Escape');
});
