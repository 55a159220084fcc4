import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/folder.ts';
import { startApp } from '../support/running-app.ts';
import { type ClientsPage, clientsPage, downloaded } from './support/clients.ts';
import { openWindow, type Window } from './support/window.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** A demo of its own with the screen of the clients open. */
async function onClients(language: 'en' | 'ja' = 'en'): Promise<Window & ClientsPage> {
  const app = await startApp({ dataFolder: testFolder(), demo: true });
  onTestFinished(() => app.stop());
  const window = await openWindow({
    browser,
    url: app.url,
    folder: `clients/${language}`,
    language,
  });
  await window.page.getByRole('row').nth(2).waitFor();
  await window.goTo('clients');
  await window.page.getByText(window.t('clients.empty.title')).waitFor();
  return { ...window, ...clientsPage(window) };
}

describe.each(['en', 'ja'] as const)('in %s', (language) => {
  test('a client is typed under live checks, created, used, changed, and deleted', async () => {
    const screen = await onClients(language);
    const { page, t, sheet, dialog, look, redirectUrl } = screen;
    await look('empty');

    // Client ID
    await screen.openCreate();
    const create = sheet.getByRole('button', { name: t('clients.create') });
    const id = sheet.getByRole('textbox', { name: t('clients.clientId') });
    for (const wrong of ['a b', 'a.b', 'ä', 'バッチ', 'a/b']) {
      await id.fill(wrong);
      await sheet.getByText(t('clients.wrong.characters')).waitFor();
    }
    await id.fill('Batch_7-a');
    await sheet.getByText(t('clients.wrong.characters')).waitFor({ state: 'hidden' });
    expect(await create.isDisabled()).toBe(true);

    // Redirect URLs
    const saysOf = (number: number) =>
      redirectUrl(number).evaluate((field) =>
        (field.getAttribute('aria-describedby') ?? '')
          .split(' ')
          .map((one) => document.getElementById(one)?.textContent ?? '')
          .join(' ')
          .trim(),
      );
    const expectSaid = (number: number, text: string) =>
      expect.poll(() => saysOf(number)).toContain(text);
    const said = async (url: string, key: string, values: Record<string, string> = {}) => {
      await redirectUrl(1).fill(url);
      await expectSaid(1, t(`clients.redirect.${key}`, values));
    };
    await said('cb', 'no-slash');
    await said('https://', 'not-a-url');
    await said('https://app.example/#part', 'fragment');
    expect(await create.isDisabled()).toBe(true);
    await look('refused-url');
    await said('*', 'any-url');
    await said('https://app.example*', 'host-wildcard', {
      example: 'https://app.example.other.example/',
    });
    await said('https://*.example/cb', 'wildcard-elsewhere');
    await said('http://intranet.example/cb', 'http-beyond-loopback');
    await said('/cb', 'provider-page');
    expect(await create.isDisabled()).toBe(false);
    await sheet.getByLabel(t('clients.rootUrl')).fill('https://jobs.example/app');
    await expectSaid(1, t('clients.redirect.resolved', { address: 'https://jobs.example/app/cb' }));
    await sheet.getByRole('button', { name: t('clients.addUrl'), exact: true }).click();
    await redirectUrl(2).fill('https://app.example/callback*');
    await expectSaid(
      2,
      t('clients.redirect.prefix', { beginning: 'https://app.example/callback' }),
    );
    await sheet.getByRole('button', { name: t('clients.addUrl'), exact: true }).click();
    await redirectUrl(3).fill('https://app.example/callback*');
    await expectSaid(3, t('clients.redirect.repeated'));
    await redirectUrl(3).fill('http://127.0.0.1:8000/');
    expect(await saysOf(3)).toBe('');
    await sheet.getByRole('button', { name: t('clients.addAppUrls') }).click();
    expect(await redirectUrl(4).inputValue()).toBe('compute-desk://oauth/callback');
    expect(await redirectUrl(5).inputValue()).toBe('http://127.0.0.1/oauth/callback');
    await look('urls');

    // What would match
    const attempt = sheet.getByRole('textbox', { name: t('clients.try.label') });
    await attempt.fill('https://app.example/callback/next?x=1');
    await sheet.getByText(t('clients.try.matches', { number: 2 })).waitFor();
    await attempt.fill('https://jobs.example/app/cb');
    await sheet.getByText(t('clients.try.matches', { number: 1 })).waitFor();
    await attempt.fill('http://127.0.0.1:49152/oauth/callback');
    await sheet.getByText(t('clients.try.matches', { number: 5 })).waitFor();
    await attempt.fill('https://evil.example/callback');
    await sheet.getByText(t('clients.try.none')).waitFor();

    await create.click();
    await sheet.getByRole('heading', { name: 'Batch_7-a' }).waitFor();
    await sheet.getByText(t('clients.made.issued')).waitFor();
    await look('created');

    // The same Client ID again
    await screen.close();
    await screen.openCreate();
    await id.fill('Batch_7-a');
    await sheet.getByText(t('clients.wrong.taken')).waitFor();
    await look('taken');
    await id.fill('compute-desk');
    await redirectUrl(1).fill('https://app.example/');
    await create.click();
    await sheet.getByText(t('errors.client-id-taken.what')).waitFor();
    await look('taken-elsewhere');
    await screen.close();

    // Ready settings, without the secret
    await screen.open('Batch_7-a');
    const secret = await screen.reveal('Batch_7-a');
    expect(secret.length).toBeGreaterThan(20);
    await look('revealed');
    await sheet.getByRole('button', { name: t('clients.use.show') }).click();
    for (const kind of ['curl', 'env', 'json']) {
      await sheet
        .getByText(t(`clients.use.${kind}`), { exact: true })
        .first()
        .click();
      const text = await sheet.getByRole('region', { name: t(`clients.use.${kind}`) }).innerText();
      expect(text).toContain('Batch_7-a');
      expect(text).not.toContain(secret);
    }
    await look('use');

    // Another secret
    await screen.act('Batch_7-a', 'clients.rotate.action');
    await dialog.getByRole('button', { name: t('common.cancel') }).click();
    await dialog.waitFor({ state: 'hidden' });
    await screen.act('Batch_7-a', 'clients.rotate.action');
    await look('rotate');
    await dialog.getByRole('button', { name: t('clients.rotate.action') }).click();
    await sheet.getByText(t('clients.rotate.done', { clientId: 'Batch_7-a' })).waitFor();
    await screen.close();
    await screen.open('Batch_7-a');
    expect(await screen.reveal('Batch_7-a')).not.toBe(secret);

    // Other redirect URLs
    await sheet.getByRole('button', { name: t('clients.edit.action'), exact: true }).click();
    await redirectUrl(1).fill('https://changed.example/cb');
    await look('edit');
    await sheet.getByRole('button', { name: t('common.save') }).click();
    await sheet.getByText('https://changed.example/cb', { exact: true }).waitFor();

    // Deleting
    const remove = sheet.getByRole('button', { name: t('clients.delete'), exact: true });
    await remove.click();
    await dialog.getByText(t('clients.deleteTitle', { clientId: 'Batch_7-a' })).waitFor();
    await look('delete');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await sheet.getByRole('heading', { name: 'Batch_7-a' }).waitFor();
    await remove.click();
    await dialog.getByRole('button', { name: t('clients.delete'), exact: true }).click();
    await page.getByText(t('clients.empty.title')).waitFor();
    await page.getByText(t('clients.deleted', { clientId: 'Batch_7-a' })).waitFor();
  });
});

test('sorted by the titles, filtered, chosen, exported, duplicated and deleted by keyboard', async () => {
  const screen = await onClients();
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
  const screen = await onClients();
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
  const screen = await onClients();
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

  await sheet.getByRole('button', { name: t('clients.delete'), exact: true }).click();
  await dialog.getByText(t('clients.deleteKeptText_one')).waitFor();
  await dialog.getByRole('button', { name: t('clients.delete'), exact: true }).click();
  await page.getByText(t('clients.empty.title')).waitFor();
  await page.getByRole('button', { name: t('common.undo') }).click();
  await expect.poll(ids).toEqual(['from-portal']);
  await screen.open('from-portal');
  expect(await screen.reveal('from-portal')).toBe('the secret of the portal');
});

test('the site’s web interface opens from the app', async () => {
  const screen = await onClients();
  const { page, t, sheet, context } = screen;
  await context.route('https://portal.example.org/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Portal</title>' }),
  );
  await screen.menu('clients.places.action');
  const address = sheet.getByRole('textbox', { name: t('clients.places.webInterface') });
  await address.fill('portal');
  await sheet.getByText(t('clients.places.notAnAddress')).waitFor();
  await address.fill('https://portal.example.org/clients');
  await screen.look('places');
  await page.keyboard.press('Enter');
  await sheet.waitFor({ state: 'hidden' });
  const opened = context.waitForEvent('page');
  await screen.menu('clients.webInterface.open');
  expect((await opened).url()).toBe('https://portal.example.org/clients');
});

test('a client made here becomes the one that this app signs in with, and deleting it warns', async () => {
  const screen = await onClients();
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
  await sheet.getByText('mine', { exact: true }).waitFor();
  await screen.close();

  await screen.open('mine');
  await sheet.getByRole('button', { name: t('clients.delete'), exact: true }).click();
  await dialog.getByText(t('clients.deleteOwn', { clientId: 'mine' })).waitFor();
  await screen.look('delete-own');
  await page.keyboard.press('Escape');
});
