import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { preparedSystemId } from '../support/files/prepared-folder.ts';
import { patience } from '../support/patience.ts';
import { answersAtOnce, startApp } from '../support/processes/running-app.ts';
import { callOf } from './support/page-calls.ts';
import { openScriptedChat } from './support/scripted-service.ts';
import { openWindow } from './support/window.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const looks = [
  { language: 'en', theme: 'light', table: 'Make a table', long: 'Give me a long answer' },
  { language: 'ja', theme: 'dark', table: '表を作って', long: '長い回答をください' },
] as const;

test.each(looks)(
  'answers side by side are resized, collapsed and kept in view, and their tables are whole, $language',
  async ({ language, theme, table, long }) => {
    const app = await startApp({ dataFolder: testFolder(), demo: true, env: answersAtOnce });
    onTestFinished(() => app.stop());
    const folder = `chat-comparing-${language}`;
    const window = await openWindow({ browser, url: app.url, folder, language });
    const { page, t, picture } = window;
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await window.goTo('chat');
    await page.getByRole('meter', { name: t('chat.context.label') }).waitFor();
    const log = page.getByRole('log', { name: t('chat.thread') });
    const composer = page.getByRole('textbox', { name: t('chat.composer.label'), exact: true });
    const ask = async (text: string) => {
      await composer.fill(text);
      await page.keyboard.press('Enter');
      await expect.poll(() => log.getByText(text).count()).toBeGreaterThan(0);
      await expect
        .poll(() => log.getAttribute('aria-busy'), { timeout: patience(60_000) })
        .toBe('false');
    };
    await page.keyboard.press('Control+Shift+L');
    const dialog = page.getByRole('dialog');
    for (const model of ['beta-k3', 'gamma-5.3']) {
      await dialog.getByRole('checkbox', { name: model, exact: true }).check();
    }
    await dialog.getByRole('button', { name: t('conversations.several.use') }).click();
    await ask(table);

    const compared = log
      .getByRole('region', { name: t('conversations.several.heading', { count: '3' }) })
      .last();
    const column = (model: string) =>
      compared
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name: model, exact: true }) });
    const articles = compared.getByRole('article');
    const action = (key: string, model: string) =>
      compared.getByRole('button', { name: t(key, { model }), exact: true });

    // two have room, the chosen one among them; no table is cut
    await expect.poll(() => articles.count()).toBe(2);
    const collapsed = t(`conversations.several.collapsed_${language === 'en' ? 'one' : 'other'}`, {
      answers: '3',
      count: '1',
    });
    await compared.getByText(collapsed).waitFor();
    await column('alpha3.6-35b').getByText(t('conversations.several.chosenOne')).waitFor();
    const overWide = () =>
      compared
        .locator('.md-table')
        .evaluateAll((tables) => tables.map((one) => one.scrollWidth - one.clientWidth));
    await expect.poll(overWide).toEqual([0, 0]);
    // the button of a table that an answer begins with: nothing covers or clips it, and nothing moves for it
    const first = compared.locator('.md-table-box').first();
    const heightOf = () => first.evaluate((box) => box.getBoundingClientRect().height);
    const before = await heightOf();
    await first.hover();
    await first.getByRole('button', { name: t('chat.markdown.copyTable') }).click({ trial: true });
    expect(await heightOf()).toBe(before);
    await picture('table-1280');
    await expectAccessible(page, 'side by side');
    await page.setViewportSize({ width: 960, height: 640 });
    await expect.poll(overWide).toEqual([0, 0]);
    await picture('table-960');
    await page.setViewportSize({ width: 1280, height: 800 });

    // by keyboard
    const splitter = compared.getByRole('separator');
    const widthOf = async (model: string) => (await column(model).boundingBox())?.width ?? 0;
    const equal = await widthOf('alpha3.6-35b');
    await splitter.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => widthOf('alpha3.6-35b')).toBeGreaterThan(equal + 20);
    await page.keyboard.press('Enter');
    await expect.poll(() => widthOf('alpha3.6-35b')).toBe(equal);
    // by the pointer
    const box = await splitter.boundingBox();
    if (box === null) throw new Error('the splitter is not drawn');
    await page.mouse.move(box.x + 8, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 58, box.y + box.height / 2, { steps: 3 });
    await page.mouse.up();
    await expect.poll(() => widthOf('alpha3.6-35b')).toBeGreaterThan(equal + 40);
    await picture('dragged-1280');
    await compared.getByRole('button', { name: t('conversations.several.equal') }).click();
    await expect.poll(() => widthOf('alpha3.6-35b')).toBe(equal);

    // the third one takes the place of the second
    await action('conversations.several.expand', 'gamma-5.3').click();
    await column('gamma-5.3').getByRole('article').waitFor();
    await expect.poll(() => column('beta-k3').count()).toBe(0);
    await action('conversations.several.collapse', 'gamma-5.3').click();
    await column('beta-k3').getByRole('article').waitFor();

    // a header stays while its answer is read
    await ask(long);
    await expect.poll(() => articles.count()).toBe(2);
    const place = async () => {
      const view = await log.boundingBox();
      const header = await column('alpha3.6-35b').locator('header').boundingBox();
      return Math.round((header?.y ?? 0) - (view?.y ?? 0));
    };
    await expect.poll(place).toBe(0);
    await picture('long-1280');

    // a wide window has room for all, a narrow one hides the list for them
    await page.setViewportSize({ width: 1920, height: 1080 });
    await expect.poll(() => articles.count()).toBe(3);
    await picture('long-1920');
    await page.setViewportSize({ width: 960, height: 640 });
    await expect.poll(() => articles.count()).toBe(2);
    const list = page.getByRole('region', { name: t('chat.conversations') });
    await expect.poll(() => list.count()).toBe(0);
    await log.evaluate((one) => one.scrollTo(0, 0));
    await picture('table-960');
    await expectAccessible(page, 'side by side in a narrow window');
  },
);

test.each(looks)(
  'the control of reasoning that a system names is chosen under Parameters, shown, and sent, $language',
  async ({ language, theme }) => {
    const chat = await openScriptedChat(browser, {
      ...{ language, theme, pictures: 'chat-reasoning-control' },
    });
    const { page, t, fake } = chat;
    await callOf(page, 'systems.update', {
      id: preparedSystemId,
      reasoningControl: { field: 'reasoning_effort', choices: ['low', 'high'] },
    });
    const open = chat.button(t('chat.parameters.default'));
    await open.click();
    const control = page.getByRole('combobox', { name: 'reasoning_effort' });
    await control.selectOption('high');
    await chat.look('sheet');
    await page.locator('button[form]').click();
    const changes = 'reasoning_effort high';
    await chat.button(t('chat.parameters.changed', { changes })).waitFor();
    await chat.ask('Think hard');
    expect(fake.requests.at(-1)?.body).toMatchObject({ reasoning_effort: 'high' });
    await chat.look('sent');

    // not sent any more
    await chat.button(t('chat.parameters.changed', { changes })).click();
    await control.selectOption({ label: t('chat.parameters.notSent') });
    await page.locator('button[form]').click();
    await open.waitFor();
    await chat.ask('Think as you like');
    expect(fake.requests.at(-1)?.body).not.toHaveProperty('reasoning_effort');
  },
);
