import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { patience } from '../support/patience.ts';
import { answersAtOnce, startApp } from '../support/processes/running-app.ts';
import { type Look, looksIn } from './support/looks.ts';
import { pressAllowed } from './support/permission.ts';
import { openWindow, type Window } from './support/window.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const environmentKey = 'sk-from-the-environment-4321';

/** A new conversation with the demo. */
async function openChat({ language, theme }: Look, env: Record<string, string> = {}) {
  const app = await startApp({
    dataFolder: testFolder(),
    demo: true,
    env: { OPENAI_API_KEY: environmentKey, ...env },
  });
  onTestFinished(() => app.stop());
  const folder = `chat-model-${language}`;
  const window = await openWindow({ browser, url: app.url, folder, language });
  const { page, t } = window;
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  if (language === 'ja') await page.setViewportSize({ width: 960, height: 640 });
  await window.goTo('chat');
  const composer = page.getByRole('textbox', { name: t('chat.composer.label'), exact: true });
  await page.getByRole('meter', { name: t('chat.context.label') }).waitFor();
  return {
    ...window,
    composer,
    /** Keeps a picture, and finds no fault by axe. */
    async look(name: string) {
      await window.picture(name);
      await expectAccessible(page, name);
    },
    async openMore(key: string) {
      await page.getByRole('button', { name: t('limits.more') }).click();
      await page.getByRole('menuitem', { name: t(key) }).click();
      await page.getByRole('dialog').waitFor();
    },
    async close() {
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    },
    /** Waits until nothing streams. */
    async idle() {
      await page
        .getByRole('button', { name: t('chat.composer.stop'), exact: true })
        .waitFor({ state: 'detached', timeout: patience(60_000) });
    },
  };
}

const button = ({ page, t }: Pick<Window, 'page' | 't'>, key: string, values = {}) =>
  page.getByRole('button', { name: t(key, values), exact: true });

describe('a conversation’s model and service', () => {
  test.each(looksIn('ja'))(
    'a draft that does not fit is said with numbers, and another model takes it, $language',
    async (look) => {
      const chat = await openChat(look);
      const { page, t, composer } = chat;
      await composer.fill('文'.repeat(340_000));
      await page
        .getByText(/340,0\d\d/)
        .first()
        .waitFor();
      await chat.look('limit');
      await button(chat, 'limits.otherModel').click();
      await page.getByRole('menuitem', { name: /^gamma-5\.3\b(?!-)/ }).click();
      await button(chat, 'chat.model.present', { model: 'gamma-5.3' }).waitFor();
      await button(chat, 'limits.otherModel').waitFor({ state: 'detached' });
      await button(chat, 'common.undo').click();
      await button(chat, 'limits.otherModel').waitFor();
      await composer.fill('');

      // the picker: what is known of each, favourites first, found by typing
      await button(chat, 'chat.model.present', { model: 'alpha3.6-35b' }).click();
      await page.getByRole('option', { name: /beta-k2\.6/ }).waitFor();
      await chat.look('models');
      await page.getByRole('combobox').fill('beta-k3');
      await button(chat, 'models.favouriteOf', { model: 'beta-k3' }).click();
      await page.getByText(t('models.favourites')).waitFor();
      await page.getByRole('option', { name: /beta-k3/ }).click();
      await button(chat, 'chat.model.present', { model: 'beta-k3' }).waitFor();
    },
  );

  test.each(looksIn('en'))(
    'early turns are left out visibly and come back, $language',
    async (look) => {
      const chat = await openChat(look);
      const { page, t, composer } = chat;
      for (const text of ['文'.repeat(120_000), '短い']) {
        await composer.fill(text);
        await page.keyboard.press('Enter');
        await button(chat, 'chat.composer.stop').click();
        await chat.idle();
      }
      await composer.fill('文'.repeat(110_000));
      const leaveOut = page.getByRole('button', {
        name: new RegExp(look.language === 'ja' ? '往復を省く' : '^Leave out the first'),
      });
      await leaveOut.waitFor();
      await chat.look('limit-turns');
      await leaveOut.click();
      const mark = page.getByRole('region', { name: t('limits.mark') });
      await mark.waitFor();
      await leaveOut.waitFor({ state: 'detached' });
      await mark.scrollIntoViewIfNeeded();
      await chat.look('left-out');
      await mark.getByRole('button', { name: t('limits.sendAll') }).click();
      await mark.waitFor({ state: 'detached' });
      await leaveOut.waitFor();
    },
  );

  test.each(looksIn('ja'))(
    'a tool waits for leave, and not any more once it is always allowed, $language',
    async (look) => {
      const chat = await openChat(look, answersAtOnce);
      const { page, t, composer } = chat;
      await page
        .getByRole('main')
        .getByRole('button', { name: look.language === 'ja' ? /^ツール/ : /^Tools/ })
        .click();
      await page.getByRole('checkbox', { name: 'machine_states' }).check();
      await page
        .getByRole('button', { name: t('tools.schema') })
        .first()
        .click();
      await page.getByText('"type": "object"').first().waitFor();
      await chat.look('tools');
      await chat.close();
      await composer.fill('machine_states');
      await page.keyboard.press('Enter');
      await button(chat, 'permission.always').waitFor();
      await chat.look('tool-waits');
      await pressAllowed(button(chat, 'permission.always'));
      await chat.idle();
      await composer.fill('machine_states again');
      await page.keyboard.press('Enter');
      const calls = page.getByRole('list', { name: t('chat.tools.title') });
      await expect.poll(() => calls.count()).toBe(2);
      await chat.idle();
      await calls.last().getByRole('table').waitFor();
      await chat.look('tool-done');
      await calls
        .last()
        .getByRole('button', { name: t('chat.tools.json') })
        .click();
      await calls.last().getByText(t('tools.result')).waitFor();

      // what it took is in the account, as a table and as a file
      await chat.openMore('chat.usage');
      await page.getByRole('cell', { name: 'alpha3.6-35b' }).waitFor();
      await chat.look('usage');
      const saving = page.waitForEvent('download');
      await button(chat, 'usage.export').click();
      const csv = readFileSync(await (await saving).path(), 'utf8');
      expect(csv).toMatch(/^\uFEFFday,key,model,/);
      expect(csv).toContain('"demo-project","alpha3.6-35b",4,');
      await chat.close();
    },
  );

  test.each(looksIn('en'))(
    'API keys: tested on entry, taken from the environment, renamed, removed, $language',
    async (look) => {
      const chat = await openChat(look);
      const { page, t } = chat;
      await page.getByRole('button', { name: /demo-project/ }).click();
      await button(chat, 'chat.keys.add').click();
      await page.getByLabel(t('chat.keys.name')).fill('wrong');
      await page
        .getByRole('textbox', { name: t('chat.keys.key'), exact: true })
        .fill('sk-nobody-knows-this');
      await button(chat, 'keys.testAndAdd').click();
      await button(chat, 'keys.keepAnyway').waitFor();
      await chat.look('key-refused');
      await button(chat, 'common.cancel').click();

      await button(chat, 'keys.look').click();
      await page.getByText(t('keys.found', { lastFour: '••••4321' })).waitFor();
      await button(chat, 'keys.take').click();
      const list = page.getByRole('list', { name: t('chat.keys.title') });
      // the service does not know it: it says so, and what to do
      await list.getByText(t('keys.refusedNext')).waitFor();
      await chat.look('key-revoked');
      expect(await page.content()).not.toContain(environmentKey);

      await button(chat, 'keys.actionsOf', { name: 'OPENAI_API_KEY' }).click();
      await page.getByRole('menuitem', { name: t('keys.rename') }).click();
      await list.getByLabel(t('chat.keys.name')).fill('shell');
      await page.keyboard.press('Enter');
      await button(chat, 'keys.actionsOf', { name: 'shell' }).click();
      await page.getByRole('menuitem', { name: t('chat.keys.remove') }).click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('chat.keys.remove') })
        .click();
      await expect.poll(() => list.getByRole('listitem').count()).toBe(1);

      // the portal's pages are the user's to say
      await button(chat, 'keys.portalEdit').click();
      await page.getByLabel(t('keys.portalKeys')).fill('portal.example.org');
      await button(chat, 'common.save').click();
      await page.getByText(t('keys.portalWrong')).waitFor();
      await page.getByLabel(t('keys.portalKeys')).fill('https://portal.example.org/keys');
      await button(chat, 'common.save').click();
      await button(chat, 'keys.openKeys').waitFor();
      await chat.look('keys');
    },
  );

  test.each(looksIn('ja'))(
    'prompts: written, found by a slash, filled in; settings for other programs, $language',
    async (look) => {
      const chat = await openChat(look);
      const { page, t, composer } = chat;
      await chat.openMore('prompts.title');
      await button(chat, 'prompts.new').click();
      await page.getByLabel(t('prompts.name'), { exact: true }).fill('Review');
      await page
        .getByLabel(t('prompts.textField'), { exact: true })
        .fill('Read {{file=a.ts}} {{how}}');
      await chat.look('prompt-edit');
      await button(chat, 'common.save').click();
      await button(chat, 'prompts.insertNamed', { name: 'Review' }).waitFor();
      await chat.look('prompts');
      await chat.close();

      await composer.focus();
      await page.keyboard.type('/rev');
      await page.getByRole('option', { name: /Review/ }).waitFor();
      await chat.look('prompt-slash');
      await page.keyboard.press('Enter');
      await page.getByLabel('how', { exact: true }).fill('twice');
      await chat.look('prompt-fill');
      await button(chat, 'prompts.insert').click();
      await expect.poll(() => composer.inputValue()).toBe('Read a.ts twice');
      // nothing was sent by it
      await page.getByRole('heading', { name: t('chat.newConversation') }).waitFor();

      await chat.openMore('prompts.title');
      await button(chat, 'prompts.removeNamed', { name: 'Review' }).click();
      await button(chat, 'common.undo').click();
      await button(chat, 'prompts.insertNamed', { name: 'Review' }).waitFor();
      await chat.close();

      await chat.openMore('elsewhere.title');
      await page.getByText('from openai import OpenAI').waitFor();
      await chat.look('elsewhere');
      await page.getByText('curl', { exact: true }).click();
      await page.getByText('Authorization: Bearer $OPENAI_API_KEY').waitFor();
      await page.getByText('PowerShell', { exact: true }).click();
      await page.getByText('$env:OPENAI_BASE_URL').waitFor();
    },
  );
});
