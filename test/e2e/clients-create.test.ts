import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { onClients } from './support/clients.ts';
import { languagesIn } from './support/looks.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

describe.each(languagesIn('ja'))('in %s', (language) => {
  test('a client is typed under live checks, created, used, changed, and deleted', async () => {
    const screen = await onClients(browser, language);
    const { page, t, sheet, dialog, look, redirectUrl } = screen;
    await look('empty');

    // Client ID
    await screen.openCreate();
    const create = sheet.getByRole('button', { name: t('clients.create') });
    const id = sheet.getByRole('textbox', { name: t('clients.clientId') });
    for (const wrong of ['a b', 'a.b', 'ä', 'バッチ', 'a/b']) {
      await id.fill(wrong);
      await sheet.getByText(t('session.wrongCharacters')).waitFor();
    }
    await id.fill('Batch_7-a');
    await sheet.getByText(t('session.wrongCharacters')).waitFor({ state: 'hidden' });
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
    // A press beside the sheet does not lose what was typed.
    await page.mouse.click(300, 700);
    await screen.dialog.getByText(t('common.discard.text')).waitFor();
    await look('discard');
    await screen.dialog.getByRole('button', { name: t('common.discard.keep') }).click();
    expect(await id.inputValue()).toBe('compute-desk');
    await screen.discard();

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
    await screen.act('Batch_7-a', 'clients.delete');
    await dialog.getByText(t('clients.deleteTitle', { clientId: 'Batch_7-a' })).waitFor();
    await look('delete');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await sheet.getByRole('heading', { name: 'Batch_7-a' }).waitFor();
    await screen.act('Batch_7-a', 'clients.delete');
    await dialog.getByRole('button', { name: t('clients.delete'), exact: true }).click();
    await page.getByText(t('clients.empty.title')).waitFor();
    await page.getByText(t('clients.deleted', { clientId: 'Batch_7-a' })).waitFor();
  });
});
