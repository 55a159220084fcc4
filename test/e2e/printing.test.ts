import { expect, onTestFinished, test } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { conversationFile, pagesOf, wideAnswer } from '../support/files/paper.ts';
import { startApp } from '../support/processes/running-app.ts';
import type { Language } from '../tour/texts.ts';
import { languagesIn } from './support/looks.ts';
import { openWindow, type Window } from './support/window.ts';

async function openPaper(language: Language = 'en'): Promise<Window> {
  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  const app = await startApp({ dataFolder: testFolder(), demo: true });
  onTestFinished(() => app.stop());
  const window = await openWindow({
    ...{ browser, url: app.url, language, violates: true },
    folder: `printing-${language}`,
  });
  // the browser's own dialog, which has no end here
  const content = "window.print = () => { document.title = 'printed: ' + document.title; };";
  await window.context.addInitScript({ content });
  // the tab has its secret before it is loaded again
  await window.goTo('chat');
  await window.page.reload();
  const { page, t } = window;
  await window.goTo('chat');
  await page.getByRole('button', { name: t('conversations.list.more') }).click();
  await page
    .getByRole('menuitem', { name: t('conversations.transfer.import'), exact: true })
    .click();
  const chooser = page.waitForEvent('filechooser');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common.drop.choose') })
    .click();
  const { name, bytes } = conversationFile('Paper', [
    'What fits on <b>paper</b>?',
    `${wideAnswer.text}\n\n<img src=x onerror="document.title='RAN'"><script>document.title='RAN'</script>`,
  ]);
  await (await chooser).setFiles({ name, mimeType: 'application/json', buffer: bytes });
  await page.getByRole('button', { name: 'Paper', exact: true }).first().click();
  await page.getByRole('heading', { level: 2, name: 'Paper' }).waitFor();
  return window;
}

test('Ctrl+P opens a page made for paper, which shows the browser’s dialog and holds nothing that runs', async () => {
  const { page, context, t, picture } = await openPaper();
  const opened = context.waitForEvent('page');
  await page.keyboard.press('Control+p');
  // a machine that takes seconds to draw the page asks first
  const ready = page.getByRole('button', { name: t('conversations.transfer.openPage') });
  await Promise.race([opened, ready.waitFor()]);
  if (await ready.isVisible()) await ready.click();
  const printed = await opened;
  await printed.waitForFunction('document.title.startsWith("printed: ")');
  expect(await printed.title()).toBe('printed: Paper');
  expect(await printed.evaluate('origin')).toBe('null');
  expect(await printed.evaluate('opener')).toBeNull();
  await picture('app');
  const bytes = await printed.pdf({ format: 'A4', preferCSSPageSize: true });
  const pages = await pagesOf(bytes);
  const text = pages.map((one) => one.text).join('');
  for (const words of wideAnswer.found) expect(text).toContain(words);
  expect(text).not.toContain('\\frac');
  for (const { width, left, right } of pages) {
    expect(left).toBeGreaterThan(30);
    expect(right).toBeLessThan(width - 30);
  }
  // once, for who asked for it
  const again = await context.request.get(printed.url());
  expect(again.status()).toBe(403);
});

test.each(languagesIn('ja'))(
  'a page that took longer than a browser remembers a key for is offered, %s',
  async (language) => {
    const { page, context, t, picture } = await openPaper(language);
    await page.evaluate(() => {
      Object.defineProperty(UserActivation.prototype, 'isActive', { get: () => false });
    });
    await page.keyboard.press('Control+p');
    const dialog = page.getByRole('dialog', { name: t('conversations.transfer.pageReady') });
    await dialog.waitFor();
    expect(context.pages()).toHaveLength(1);
    await expectAccessible(page, 'a page that is ready');
    await picture('ready');
    const opened = context.waitForEvent('page');
    await dialog.getByRole('button', { name: t('conversations.transfer.openPage') }).click();
    const printed = await opened;
    await printed.waitForFunction('document.title === "printed: Paper"');
    await dialog.waitFor({ state: 'detached' });
  },
);
