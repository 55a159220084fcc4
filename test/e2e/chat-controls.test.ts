import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { preparedSystemId } from '../support/files/prepared-folder.ts';
import { patience } from '../support/patience.ts';
import { answersAtOnce, startApp } from '../support/processes/running-app.ts';
import { plain } from '../support/servers/fake-genai.ts';
import { callOf } from './support/page-calls.ts';
import { pressAllowed } from './support/permission.ts';
import { openScriptedChat } from './support/scripted-service.ts';
import { openWindow } from './support/window.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const sizes = [
  { width: 960, height: 640 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];
const looks = [
  { language: 'en', theme: 'light', starter: /You can use \d of \d machines/ },
  { language: 'ja', theme: 'dark', starter: /\d 台のうち \d 台を使えます/ },
] as const;

/** The colour that a custom property of the design stands for, as computed. */
const token = (page: Page, name: string) =>
  page.evaluate((property) => {
    const probe = document.createElement('i');
    probe.style.color = `var(${property})`;
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, name);

const drawn = (one: Locator) =>
  one.evaluate((element) => {
    const { backgroundColor, color } = getComputedStyle(element);
    return { backgroundColor, color };
  });

const nothing = 'rgba(0, 0, 0, 0)';

/** Expects every control in one line of 32 px, none of them cut. */
async function expectOneLine(page: Page, line: Locator): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    const box = await line.evaluate((element) => ({
      height: element.getBoundingClientRect().height,
      over: element.scrollWidth - element.clientWidth,
      tops: [...element.querySelectorAll('button')]
        .map((button) => button.getBoundingClientRect())
        .filter(({ width }) => width > 0)
        .map(({ top, height }) => Math.round(top + height / 2)),
    }));
    expect(box.height, `${size.width} px`).toBe(32);
    expect(box.over, `${size.width} px`).toBeLessThanOrEqual(0);
    expect(new Set(box.tops).size, `${size.width} px`).toBe(1);
  }
}

test.each(looks)(
  'the line of controls shows the true state of each, and the question about machines is answered, $language',
  async ({ language, theme, starter }) => {
    const app = await startApp({ dataFolder: testFolder(), demo: true, env: answersAtOnce });
    onTestFinished(() => app.stop());
    const window = await openWindow({
      ...{ browser, url: app.url, language },
      folder: `chat-controls-${language}`,
    });
    const { page, t, picture } = window;
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await window.goTo('chat');
    const meter = page.getByRole('meter', { name: t('chat.context.label') });
    await meter.waitFor();
    const named = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
    const line = page
      .locator('div')
      .filter({ has: meter, hasNot: page.locator('form') })
      .last();
    const pictures = async (name: string) => {
      for (const size of sizes) {
        await page.setViewportSize(size);
        await picture(`${name}-${size.width}`);
      }
    };

    // a fresh conversation: nothing is changed, and an empty meter is empty
    expect(await meter.getAttribute('aria-valuenow')).toBe('0');
    expect(
      await meter.locator('*').evaluateAll((all) => all.map((one) => one.clientWidth)),
    ).toEqual([0]);
    expect(
      (await drawn(page.getByRole('main').getByRole('button', { name: t('tools.action') })))
        .backgroundColor,
    ).toBe(nothing);
    expect((await drawn(named(t('chat.parameters.default')))).backgroundColor).toBe(nothing);
    expect(await page.content()).not.toContain('••••');
    await pictures('fresh');
    await expectOneLine(page, line);

    // the starter turns its tool on: drawn in the accent
    const accent = {
      backgroundColor: await token(page, '--accent-soft'),
      color: await token(page, '--accent-text'),
    };
    await named(t('chat.askMachines')).click();
    const tools = named(t(language === 'en' ? 'tools.on_one' : 'tools.on_other', { count: '1' }));
    expect(await drawn(tools)).toEqual(accent);
    await page.keyboard.press('Enter');
    await pressAllowed(named(t('permission.once')));
    await page.getByText(starter).waitFor({ timeout: patience(60_000) });
    expect(await page.getByText(/State the goal|目的を一文で/).count()).toBe(0);
    await pictures('answered');

    // a parameter off its default says its value
    await named(t('chat.parameters.default')).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel(t('chat.parameters.temperature')).fill('0.2');
    await sheet.getByLabel(t('chat.parameters.temperature')).press('Enter');
    const changes = `${t('chat.parameters.temperature').split('（')[0]} 0.2`;
    const parameters = named(t('chat.parameters.changed', { changes }));
    await parameters.getByText(changes).waitFor();
    expect(await drawn(parameters)).toEqual(accent);
    await expectOneLine(page, line);

    // a tool that is on and never allowed is drawn in red
    await page.setViewportSize({ width: 1280, height: 800 });
    await tools.click();
    const panel = page.getByRole('dialog', { name: t('tools.title') });
    await panel.getByRole('checkbox', { name: 'calculator' }).check();
    await pictures('tools');
    await expectAccessible(page, 'tools');
    await panel.getByLabel(t('tools.approvalOf', { name: 'machine_states' })).selectOption('never');
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    const never = t(language === 'en' ? 'tools.refused_one' : 'tools.refused_other', {
      count: '1',
    });
    expect(await drawn(named(never))).toEqual({
      backgroundColor: await token(page, '--down-soft'),
      color: await token(page, '--down-text'),
    });
    await pictures('changed');
    await expectOneLine(page, line);
    await expectAccessible(page, 'changed and refused');
    await named(t('chat.model.present', { model: 'alpha3.6-35b' })).click();
    await page.getByRole('option').first().waitFor();
    await pictures('models');
  },
);

test.each(looks)(
  'a refused key is red, and secrets locked by choice are no error, $language',
  async ({ language, theme }) => {
    const chat = await openScriptedChat(browser, { language, theme, pictures: 'chat-controls' });
    const { page, t, fake } = chat;
    await page.setViewportSize({ width: 1280, height: 800 });
    await callOf(page, 'vault.lock', undefined);
    await callOf(page, 'genai.refreshModels', { systemId: preparedSystemId });
    const locked = page.getByRole('status').filter({ hasText: t('errors.vault-locked.what') });
    await locked.waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await chat.look('locked');
    await locked.getByRole('button', { name: t('frame.vault.unlock') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('frame.vault.passphrase'), { exact: true }).fill('of this test');
    await dialog.getByRole('button', { name: t('frame.vault.unlock') }).click();
    await locked.waitFor({ state: 'detached' });

    fake.models = plain(401, { error: { message: 'Incorrect API key provided.' } });
    fake.queue(plain(401, { error: { message: 'Incorrect API key provided.' } }));
    await chat.send('hello');
    const name = t('chat.keys.refused', { name: 'project' });
    const key = chat.button(t('chat.keys.short', { name }));
    await key.waitFor();
    expect(await drawn(key)).toEqual({
      backgroundColor: await token(page, '--down-soft'),
      color: await token(page, '--down-text'),
    });
    await chat.look('key-refused-line');
  },
);
