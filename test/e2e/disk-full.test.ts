import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { patience } from '../support/patience.ts';
import { startApp } from '../support/processes/running-app.ts';
import { smallDisk, whyNoSmallDisk } from '../support/processes/small-disk.ts';
import { begin, delta, gate } from '../support/servers/fake-genai.ts';
import { looksIn } from './support/looks.ts';
import { openScriptedChat } from './support/scripted-service.ts';
import { openWindow } from './support/window.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const reason = whyNoSmallDisk();
const needs = reason === null ? '' : ` [not run: ${reason}]`;
const end = 'and here is its last word.';
const long = `${'words of a long answer '.repeat(10_000)}\n\n${end}`;

test.skipIf(reason !== null).each(looksIn('ja'))(
  `disk full ($language): the answer says that it is not saved yet, and so does closing; then it is, and is there after a restart${needs}`,
  async ({ language, theme }) => {
    const disk = smallDisk(24);
    const chat = await openScriptedChat(browser, {
      ...{ language, theme, dataFolder: disk.folder, pictures: 'disk-full' },
    });
    const { fake, page, t, log } = chat;
    const opened = gate();
    fake.queue(async (response) => {
      begin(response);
      delta(response, { content: 'It begins. ' });
      await opened.opened;
      delta(response, { content: long }, 'stop');
      response.end('data: [DONE]\n\n');
    });
    await chat.send('Tell me all');
    await log.getByText('It begins.').waitFor();
    disk.fill();
    opened.open();
    await chat.idle();
    const why = (code: string) => ({
      what: t(`errors.${code}.what`),
      next: t(`errors.${code}.next`),
    });
    const notSaved = page.getByText(t('chat.notSavedYet', why('disk-full')));
    await notSaved.waitFor();
    await log.getByText(end).waitFor();
    await chat.look('not-saved-yet');

    // the tab is not closed without a question, and who stays is told the way on
    const question = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const asked = await question;
    expect(asked.type()).toBe('beforeunload');
    await asked.dismiss();
    const warning = page.getByRole('dialog', { name: t('frame.unsaved.title') });
    await warning.getByText(chat.many('frame.unsaved.text', 1)).waitFor();
    await chat.look('asked-before-closing');
    await page.keyboard.press('Escape');
    await warning.waitFor({ state: 'detached' });

    // what cannot be sent says so, and is in the composer again
    await chat.send('x'.repeat(300_000));
    await page.getByText(t('errors.disk-full.what'), { exact: true }).waitFor();
    const { composer } = chat;
    await composer.click();
    await page.keyboard.press('Control+End');
    await expect.poll(() => composer.innerText()).toContain('x'.repeat(1_000));
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');

    disk.empty();
    await notSaved.waitFor({ state: 'detached', timeout: patience(30_000) });
    expect(fake.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
    await chat.stopApp();
    const again = await startApp({ dataFolder: disk.folder });
    onTestFinished(() => again.stop());
    const next = await openWindow({ browser, url: again.url, folder: 'disk-full', language });
    await next.goTo('chat');
    await next.page.getByRole('button', { name: 'Tell me all', exact: true }).click();
    await next.page.getByText(end).waitFor();
    expect(await next.page.getByText(t('chat.interrupted')).count()).toBe(0);
  },
);
