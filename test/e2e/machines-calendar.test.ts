import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { pagesOf } from '../support/files/paper.ts';
import { startApp } from '../support/processes/running-app.ts';
import { createThemes, languagesIn } from './support/looks.ts';
import { inWindow, openWindow } from './support/window.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const themes = createThemes();

test.each([
  { language: 'en' as const, size: { width: 1280, height: 800 } },
  { language: 'ja' as const, size: { width: 960, height: 640 } },
])('maintenance is planned by keyboard alone and shades the bar ($language)', async (look) => {
  const { language, size } = look;
  const app = await startApp({ dataFolder: testFolder() });
  onTestFinished(() => app.stop());
  const window = await openWindow({ browser, url: app.url, folder: 'machines-calendar', language });
  const { page, t } = window;
  await page.setViewportSize(size);
  await page.getByRole('button', { name: t('start.demo.title') }).click();
  await page.getByRole('button', { name: 'cpu-main', exact: true }).waitFor();

  const openCalendar = async () => {
    // in a narrow window it is in the menu
    const button = page.getByRole('button', { name: t('machines.view.calendar'), exact: true });
    const view = page.getByRole('button', { name: t('machines.view.title'), exact: true });
    await view.waitFor();
    if (await button.isVisible()) await button.focus();
    else {
      await view.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: t('machines.view.calendar') }).focus();
    }
    await page.keyboard.press('Enter');
  };
  await openCalendar();
  const calendar = page.getByRole('region', { name: t('calendar.name'), exact: true });
  // the demo brings a year along
  await calendar.getByRole('slider').waitFor();
  await page.locator('[data-day][tabindex="0"]').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-current'))).toBe(
    'date',
  );
  await page.getByRole('button', { name: t('calendar.add') }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: t('calendar.add') });
  await dialog.getByLabel(t('calendar.title')).fill('Disks');
  // at this hour, whichever it is, so that it is in the last of the bar's days
  await dialog.getByLabel(t('calendar.time')).fill('00:00');
  await dialog.getByLabel(t('calendar.hours')).fill('47.5');
  for (const theme of themes()) {
    await page.emulateMedia({ colorScheme: theme });
    await expectAccessible(page, `the form, ${theme}`);
    await window.picture(`form-${language}-${theme}`);
  }
  await dialog.getByLabel(t('calendar.hours')).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await calendar.getByRole('listitem').filter({ hasText: 'Disks' }).waitFor();
  for (const theme of themes()) {
    await page.emulateMedia({ colorScheme: theme });
    await expectAccessible(page, `the calendar, ${theme}`);
    await window.picture(`calendar-${language}-${theme}`);
  }
  await page.getByRole('button', { name: t('calendar.calendars') }).click();
  const calendars = page.getByRole('dialog', { name: t('calendar.calendars') });
  const ics = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'X-WR-CALNAME:Office', 'BEGIN:VEVENT', 'UID:1'],
    ...['SUMMARY:cpu-main <b>stops</b>', 'DTSTART:20991231T100000Z', 'DURATION:PT1H', 'END:VEVENT'],
    'END:VCALENDAR',
  ].join('\r\n');
  await calendars
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.ics', mimeType: 'text/calendar', buffer: Buffer.from(ics) });
  await calendars.getByText('Office', { exact: true }).waitFor();
  await window.picture(`calendars-${language}`);
  await expectAccessible(page, 'the calendars');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: t('calendar.close') }).click();
  const bar = page.getByRole('slider', { name: t('machines.history.of', { name: 'cpu-main' }) });
  await bar.focus();
  await page.keyboard.press('End');
  const planned = t('machines.history.planned', { duration: '' }).trim();
  await expect.poll(() => bar.getAttribute('aria-valuetext')).toContain(planned);
  await window.picture(`bar-${language}`);
});

test.each(languagesIn('ja'))('a month of machines goes onto paper whole (%s)', async (language) => {
  const app = await startApp({ dataFolder: testFolder(), demo: true });
  onTestFinished(() => app.stop());
  const folder = 'machines-report';
  const { page, context, t } = await openWindow({ browser, url: app.url, folder, language });
  await page.getByRole('button', { name: 'cpu-main', exact: true }).waitFor();
  await page.getByRole('button', { name: t('machines.view.calendar'), exact: true }).click();
  // a month that the demo's year has behind it
  await page.getByRole('button', { name: t('calendar.before') }).click();
  await page.getByRole('button', { name: t('calendar.report.open') }).click();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: t('calendar.report.page') }).click();
  const saved = join(testFolder(), 'report.html');
  await (await saving).saveAs(saved);

  const report = await context.newPage();
  const asked: string[] = [];
  report.on('request', (request) => asked.push(request.url()));
  await report.goto(pathToFileURL(saved).href);
  await expectAccessible(report, 'the page to print');
  await inWindow(report, folder, language).picture(`page-${language}`);
  const pages = await pagesOf(await report.pdf({ preferCSSPageSize: true }));
  const text = pages.map((one) => one.text).join('');
  for (const word of ['machine', 'state', 'from', 'to', 'incidents'] as const) {
    expect(text).toContain(t(`calendar.report.${word}`).replaceAll(' ', ''));
  }
  expect(text).toContain('cpu-main');
  for (const { width, height, left, right } of pages) {
    expect(width).toBeGreaterThan(height);
    expect(left).toBeGreaterThan(30);
    expect(right).toBeLessThan(width - 30);
  }
  expect(asked).toEqual([pathToFileURL(saved).href]);
});
