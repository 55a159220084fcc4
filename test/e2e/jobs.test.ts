import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { startApp } from '../support/processes/running-app.ts';
import { cancelJob, inTime, scriptOf, submitJob as submit } from '../tour/jobs.ts';
import { createThemes } from './support/looks.ts';
import { openWindow } from './support/window.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const themes = createThemes();
test.each([
  { language: 'en' as const, size: { width: 1280, height: 800 } },
  { language: 'ja' as const, size: { width: 960, height: 640 } },
])(
  'a script is submitted, runs and ends, its output is read, and an array with a failure is explained ($language)',
  async ({ language, size }) => {
    const app = await startApp({ dataFolder: testFolder() });
    onTestFinished(() => app.stop());
    const window = await openWindow({ browser, url: app.url, folder: 'jobs', language });
    const { page, t } = window;
    await page.setViewportSize(size);
    const see = async (name: string) => {
      for (const theme of themes()) {
        await page.emulateMedia({ colorScheme: theme });
        await window.picture(`${name}-${language}-${theme}`);
        await expectAccessible(page, `${name}, ${theme}`);
      }
    };
    const panel = (name: string) =>
      page.getByRole('region', { name: t('jobs.panel.title', { name }) });
    const close = async (name: string) => {
      await panel(name)
        .getByRole('button', { name: t('common.close') })
        .press('Escape');
      await panel(name).waitFor({ state: 'detached' });
    };
    await page.getByRole('button', { name: t('start.demo.title') }).click();
    await page.getByRole('button', { name: 'cpu-main', exact: true }).waitFor();
    await page.keyboard.press('Control+7');
    // what the demo's user has run lately; a machine without an answer is a line, no bar
    await page.getByText('train-segments', { exact: true }).waitFor(inTime);
    await see('first');
    await page.getByText('train-again', { exact: true }).click();
    await panel('train-again').getByText('epoch 1').waitFor(inTime);
    await see('first-open');
    await close('train-again');

    // one that ends well: its page opens, and its output is followed
    await submit(window, scriptOf('greets', 'echo "first line"', 'sleep 4', 'echo "last line"'));
    const greets = panel('greets');
    await greets.getByText('first line').waitFor(inTime);
    await see('following');
    await greets.getByText('last line').waitFor(inTime);
    await greets.getByText(t('jobs.states.done'), { exact: true }).first().waitFor(inTime);
    await see('done');
    await close('greets');

    // an array with one task that fails
    const array = scriptOf('sweep', '#PJM --bulk --sparam 0-3', 'cat input-$PJM_BULKNUM.txt');
    await submit(window, array);
    const sweep = panel('sweep');
    await sweep.getByRole('button', { name: t('frame.jobs.explain') }).waitFor(inTime);
    await close('sweep');

    // one that would run for long is cancelled
    await submit(window, scriptOf('long', 'sleep 1000'));
    const long = panel('long');
    await long.getByText(t('jobs.states.running'), { exact: true }).first().waitFor(inTime);
    await cancelJob(window, language);
    await long.getByText(t('jobs.states.cancelled'), { exact: true }).first().waitFor(inTime);
    await close('long');

    // the same again begins with what was sent
    await page
      .getByRole('button', { name: t('jobs.submit.open') })
      .first()
      .press('Enter');
    await page.getByRole('button', { name: t('jobs.submit.recent') }).press('Enter');
    await page.getByRole('menuitem').filter({ hasText: 'sweep' }).press('Enter');
    await expect
      .poll(() => page.getByRole('textbox', { name: t('jobs.submit.script') }).inputValue())
      .toBe(array);
    await page.getByText(/POST https:/).waitFor();
  },
);

test('a job that ends is told of, and a press on the notice leads to it', async () => {
  const app = await startApp({ dataFolder: testFolder() });
  onTestFinished(() => app.stop());
  const window = await openWindow({ browser, url: app.url, folder: 'jobs' });
  const { page, t } = window;
  await window.context.grantPermissions(['notifications'], { origin: new URL(app.url).origin });
  // the browser's own notices, kept as they are made
  await page.addInitScript(() => {
    const shown: Notification[] = [];
    const Real = globalThis.Notification;
    Object.assign(globalThis, { shown });
    globalThis.Notification = class extends Real {
      constructor(title: string, options?: NotificationOptions) {
        super(title, options);
        shown.push(this);
      }
    };
  });
  await page.reload();
  await page.getByRole('button', { name: t('start.demo.title') }).click();
  await page.getByRole('button', { name: 'cpu-main', exact: true }).waitFor();
  await page.evaluate(() => {
    location.hash = '#/settings/notifications';
  });
  await page.getByRole('switch', { name: t('notices.on') }).click();
  await page.keyboard.press('Control+7');
  await page.getByText('train-segments', { exact: true }).waitFor(inTime);
  await submit(window, scriptOf('quick', 'echo "here"'));
  const panel = page.getByRole('region', { name: t('jobs.panel.title', { name: 'quick' }) });
  await panel.getByText(t('jobs.states.done'), { exact: true }).first().waitFor(inTime);
  await page.keyboard.press('Control+1');
  await page.getByRole('heading', { level: 1, name: t('frame.screens.machines') }).waitFor();
  const press = () =>
    page.evaluate(() => {
      const { shown } = globalThis as unknown as { readonly shown: readonly Notification[] };
      const notice = shown.findLast(({ title, body }) => `${title} ${body}`.includes('quick'));
      notice?.onclick?.call(notice, new Event('click'));
      return notice !== undefined;
    });
  await expect.poll(press, inTime).toBe(true);
  await panel.waitFor();
  await panel.getByText('here', { exact: true }).waitFor();
});
