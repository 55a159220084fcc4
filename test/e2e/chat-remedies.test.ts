/**
 * The ways out of a limit, and of a key that is gone, driven through the window against a service that
 * does what the test says: what is pressed, what the service is then sent, and the way back.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { pngImage } from '../support/files/files.ts';
import { testFolder } from '../support/files/folder.ts';
import { patience } from '../support/patience.ts';
import { gate, plain, says } from '../support/servers/fake-genai.ts';
import { looksIn } from './support/looks.ts';
import { firstKey, openScriptedChat } from './support/scripted-service.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** Numbers as the languages here write them. */
const number = (value: number): string => value.toLocaleString('en-GB');
const tooLong = (context: number, input: number, answer: number) =>
  plain(400, {
    error: {
      message: `This model's maximum context length is ${context} tokens. However, you requested ${input + answer} tokens (${input} in the messages, ${answer} in the completion).`,
      type: 'invalid_request_error',
      code: 'context_length_exceeded',
    },
  });

describe('ways out', () => {
  test.each(looksIn('en'))(
    'a shorter answer is asked for, and the next request says so; undone, it does not, $language',
    async (look) => {
      const chat = await openScriptedChat(browser, look);
      const { page, t, fake } = chat;
      const [before, after] = t('limits.lower', { tokens: '\n' }).split('\n');
      const lower = page.getByRole('button', { name: new RegExp(`^${before}[\\d,]+${after}$`) });
      await chat.composer.fill('文'.repeat(180_000));
      await lower.waitFor();
      await chat.look('lower');
      const tokens = /[\d,]+/.exec((await lower.textContent()) ?? '')?.[0] ?? '';
      await lower.click();
      await page.getByText(t('limits.lowered', { tokens })).waitFor();
      await lower.waitFor({ state: 'detached' });
      await chat.button(t('common.undo')).click();
      await lower.click();
      await lower.waitFor({ state: 'detached' });
      await chat.composer.press('Enter');
      expect((await fake.seen(1)).body.max_tokens).toBe(Number(tokens.replaceAll(',', '')));
    },
  );

  test.each(looksIn('ja'))(
    'what an estimate takes for too long is sent anyway, where the user says so, $language',
    async (look) => {
      const chat = await openScriptedChat(browser, look);
      const { t, fake } = chat;
      await chat.composer.fill('文'.repeat(500_000));
      const anyway = chat.button(t('limits.sendAnyway'));
      await anyway.waitFor();
      await chat.look('send-anyway');
      await anyway.click();
      expect(JSON.stringify((await fake.seen(1)).body.messages)).toContain('文'.repeat(500_000));
      await chat.log.getByRole('article').last().getByText('Hello there.').waitFor();
      expect(await chat.composer.inputValue()).toBe('');
    },
  );

  test.each(looksIn('en'))(
    'early turns: summarised, cancelled, undone; the summary goes in their place, $language',
    async (look) => {
      const chat = await openScriptedChat(browser, look);
      const { page, t, fake } = chat;
      await chat.ask('文'.repeat(120_000));
      await chat.ask('Second question');
      await chat.composer.fill('文'.repeat(110_000));
      const summarise = chat.button(chat.many('limits.summarise', 1));
      const leaveOut = chat.buttonFrom(
        chat.many('limits.leaveOut', 1, { tokens: '\n' }).split('\n')[0] ?? '',
      );
      const mark = page.getByRole('region', { name: t('limits.mark') });

      // cancelled: nothing has changed
      const asked = gate();
      fake.queue(async (response) => {
        asked.open();
        await new Promise<void>((resolve) => response.once('close', () => resolve()));
      });
      await summarise.click();
      await asked.opened;
      const progress = page.getByRole('progressbar', {
        name: chat.many('limits.summarising', 1),
      });
      await progress.waitFor();
      await chat.look('summarising');
      await chat.button(t('common.cancel')).click();
      await progress.waitFor({ state: 'detached' });
      await summarise.waitFor();
      expect(await mark.count()).toBe(0);

      // done, read, undone
      fake.queue(says('What came before, ', 'in short.'));
      await summarise.click();
      await mark.waitFor();
      await page.getByText(chat.many('limits.summarised', 1)).waitFor();
      await summarise.waitFor({ state: 'detached' });
      await mark.getByRole('button', { name: t('limits.showSummary') }).click();
      await mark.getByText('What came before, in short.').waitFor();
      await chat.look('summarised');
      await chat.button(t('common.undo')).click();
      await mark.waitFor({ state: 'detached' });

      // done again, and sent: the long message is not in the request, its summary is
      fake.queue(says('What came before, in short.'));
      await summarise.click();
      await mark.waitFor();
      const count = fake.requests.length;
      await chat.composer.press('Enter');
      await expect.poll(() => fake.requests.length).toBe(count + 1);
      const sent = JSON.stringify(fake.requests.at(-1)?.body.messages);
      expect(sent).toContain('What came before, in short.');
      expect(sent).toContain('Second question');
      expect(sent.length).toBeLessThan(115_000);
      await chat.idle();

      // everything is sent again on demand, and left out without a summary
      await mark.getByRole('button', { name: t('limits.sendAll') }).click();
      await mark.waitFor({ state: 'detached' });
      await chat.composer.fill('once more');
      await leaveOut.click();
      await mark.waitFor();
      await chat.composer.press('Enter');
      await expect.poll(() => fake.requests.length).toBe(count + 2);
      expect(JSON.stringify(fake.requests.at(-1)?.body.messages).length).toBeLessThan(115_000);
    },
  );

  test.each(looksIn('ja'))(
    'an answer that the service refused as too long offers the same, with its numbers, $language',
    async (look) => {
      const chat = await openScriptedChat(browser, look);
      const { page, t, fake } = chat;
      await chat.ask('First question');
      const failed = chat.log.getByRole('article').last();

      fake.queue(tooLong(262_144, 250_000, 32_768));
      await chat.ask('A long question');
      await failed.getByText(new RegExp(number(250_000))).waitFor();
      await chat.look('refused');
      for (const name of [
        t('limits.lower', { tokens: number(12_144) }),
        t('limits.otherModel'),
        chat.many('limits.summarise', 1),
      ]) {
        await failed.getByRole('button', { name, exact: true }).waitFor();
      }
      // lowered: asked again with it, and answered
      await failed
        .getByRole('button', { name: t('limits.lower', { tokens: number(12_144) }), exact: true })
        .click();
      expect((await fake.seen(3)).body.max_tokens).toBe(12_144);
      await chat.idle();
      await failed.getByText('Hello there.').waitFor();

      // another model
      fake.queue(tooLong(262_144, 260_000, 12_144));
      await chat.ask('A longer question');
      await failed.getByRole('button', { name: t('limits.otherModel'), exact: true }).click();
      await page.getByRole('menuitem', { name: /^gamma-5\.3\b(?!-)/ }).click();
      expect((await fake.seen(5)).body.model).toBe('gamma-5.3');
      await chat.idle();
      await chat.button(t('chat.model.present', { model: 'gamma-5.3' })).waitFor();

      // early turns left out
      fake.queue(tooLong(1_048_576, 1_048_000, 12_144));
      await chat.ask('The longest question');
      await failed
        .getByRole('button', {
          name: new RegExp(look.language === 'ja' ? '往復を省く' : '^Leave out the first'),
        })
        .click();
      const again = await fake.seen(7);
      await chat.idle();
      expect(JSON.stringify(again.body.messages)).not.toContain('First question');
      await page.getByRole('region', { name: t('limits.mark') }).waitFor();
      await failed.getByText('Hello there.').waitFor();
    },
  );

  test.each(looksIn('en'))(
    'a model that is gone is told as such, and another one is asked the same, $language',
    async (look) => {
      const chat = await openScriptedChat(browser, look);
      const { page, t, fake } = chat;
      const message = 'The model `alpha3.6-35b` does not exist.';
      fake.queue(plain(404, { object: 'error', message, type: 'NotFoundError', code: 404 }));
      await chat.ask('Are you there?');
      const failed = chat.log.getByRole('article').last();
      await failed.getByText(t('errors.model-gone.what', { model: 'alpha3.6-35b' })).waitFor();
      const others = failed.getByRole('button', { name: t('limits.otherModel'), exact: true });
      await others.waitFor();
      await chat.look('model-gone');
      expect(await failed.getByText(t('errors.http-not-found.next')).count()).toBe(0);
      await others.click();
      await page.getByRole('menuitem', { name: /^gamma-5\.3\b(?!-)/ }).click();
      expect((await fake.seen(2)).body.model).toBe('gamma-5.3');
      await failed.getByText('Hello there.').waitFor();
    },
  );

  test.each(looksIn('ja'))(
    'images beyond 32 MB are made smaller: while written, and under an answer refused for them, $language',
    {
      timeout: patience(240_000),
    },
    async (look) => {
      const chat = await openScriptedChat(browser, look);
      const { page, t, fake } = chat;
      await chat.chooseModel('alpha3.6-35b', 'alpha3.8-27b');
      const folder = testFolder();
      const paths = ['one.png', 'two.png'].map((name) => join(folder, name));
      for (const [index, path] of paths.entries()) {
        writeFileSync(path, pngImage(300, 200 + index, 13_000_000));
      }
      await page.locator('input[data-picks=files]').first().setInputFiles(paths);
      const shrink = chat.button(chat.many('limits.shrinkImages', 2));
      // 26 MB go to main first, and come back to be redrawn
      await shrink.waitFor({ timeout: patience(90_000) });
      await chat.look('too-large');
      await shrink.click();
      await shrink.waitFor({ state: 'detached', timeout: patience(90_000) });
      fake.queue(plain(413, 'Request Entity Too Large'));
      await chat.send('What is this?');
      const first = await fake.seen(1);
      expect(JSON.stringify(first.body).length).toBeLessThan(1_000_000);
      await chat.idle();

      // the service takes less than it says: the same ways out
      const failed = chat.log.getByRole('article').last();
      await failed.getByText(t('errors.request-too-large.what')).first().waitFor();
      const leaveOut = failed.getByRole('button', {
        name: chat.many('limits.leaveOutImages', 2),
        exact: true,
      });
      await failed.getByRole('button', { name: chat.many('limits.shrinkImages', 2) }).waitFor();
      await chat.look('refused-images');
      await leaveOut.click();
      const second = await fake.seen(2);
      expect(JSON.stringify(second.body.messages)).not.toContain('image_url');
      await failed.getByText('Hello there.').waitFor();
    },
  );

  test.each(looksIn('en'))(
    'a key that was revoked elsewhere is said, replaced, and the next message works, $language',
    async (look) => {
      const chat = await openScriptedChat(browser, look);
      const { page, t, fake } = chat;
      await chat.ask('Before');
      const newKey = 'sk-second-000000000002222';
      const refused = plain(401, { error: { message: 'Invalid API key' } });
      const { usual, models } = fake;
      fake.usual = (response, request) =>
        (request.authorization === `Bearer ${newKey}` ? usual : refused)(response, request);
      fake.models = (response, request) =>
        (request.authorization === `Bearer ${newKey}` ? models : refused)(response, request);
      await chat.ask('After');
      const failed = chat.log.getByRole('article').last();
      await failed
        .getByText(t('errors.http-unauthorized.what', { host: new URL(fake.url).host }))
        .waitFor();
      await chat.look('revoked');

      await failed.getByRole('button', { name: t('chat.keys.title'), exact: true }).click();
      const list = page.getByRole('list', { name: t('chat.keys.title') });
      await list.getByText(t('keys.refusedNext')).waitFor();
      await list.getByRole('button', { name: t('keys.replace'), exact: true }).click();
      const field = page.getByRole('textbox', { name: t('keys.newKey'), exact: true });
      await field.fill(firstKey);
      await chat.button(t('keys.testAndReplace')).click();
      await chat.button(t('keys.keepAnyway')).waitFor();
      await field.fill(newKey);
      await chat.look('replace-key');
      await chat.button(t('keys.testAndReplace')).click();
      await page.getByText(chat.many('keys.accepted', 4, { name: 'project' })).waitFor();
      await list.getByText(t('keys.refusedNext')).waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });

      await chat.ask('And now?');
      await chat.log.getByRole('article').last().getByText('Hello there.').waitFor();
      expect(fake.requests.at(-1)?.authorization).toBe(`Bearer ${newKey}`);
      expect(await page.content()).not.toContain(newKey);
    },
  );

  test.each(looksIn('ja'))(
    'the prompt library goes out as a file and comes back; what is here is not doubled, $language',
    async (look) => {
      const chat = await openScriptedChat(browser, look);
      const { page, t } = chat;
      await chat.button(t('limits.more')).click();
      await page.getByRole('menuitem', { name: t('prompts.title') }).click();
      for (const name of ['Review', 'Explain']) {
        await chat.button(t('prompts.new')).click();
        await page.getByLabel(t('prompts.name'), { exact: true }).fill(name);
        await page.getByLabel(t('prompts.textField'), { exact: true }).fill(`${name} {{file}}`);
        await chat.button(t('common.save')).click();
        await chat.button(t('prompts.insertNamed', { name })).waitFor();
      }
      const saving = page.waitForEvent('download');
      await chat.button(t('prompts.export')).click();
      const path = await (await saving).path();
      expect(readFileSync(path, 'utf8')).toContain('Explain {{file}}');

      await chat.button(t('prompts.removeNamed', { name: 'Review' })).click();
      const review = chat.button(t('prompts.insertNamed', { name: 'Review' }));
      await review.waitFor({ state: 'detached' });
      const file = join(testFolder(), 'prompts.json');
      writeFileSync(file, readFileSync(path));
      const chooser = page.getByRole('dialog').locator('input[type=file]');
      await chooser.setInputFiles(file);
      await page.getByText(chat.many('prompts.imported', 1, { known: '1' })).waitFor();
      await review.waitFor();
      await chat.look('prompts-imported');

      // a file of something else is refused in words, and nothing is lost
      writeFileSync(file, '{"prompts": 7}');
      await chooser.setInputFiles(file);
      await page.getByRole('dialog').getByRole('alert').waitFor();
      await chat.look('prompts-refused');
      await review.waitFor();
    },
  );
});
