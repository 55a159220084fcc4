import type { Locator } from 'playwright';
import { choose, press, show, type Walk, type World } from './world.ts';

export async function openView(world: World): Promise<Locator> {
  const { page, t } = world;
  const close = page.getByRole('button', { name: t('calendar.close'), exact: true });
  await show(world, 'machines');
  if (await close.isVisible()) await close.press('Enter');
  return page.getByRole('button', { name: t('machines.view.title'), exact: true });
}

/** The calendar, on the screen of the machines. */
async function openCalendar(world: World): Promise<void> {
  const { page, t } = world;
  await show(world, 'machines');
  const calendar = page.getByRole('region', { name: t('calendar.name'), exact: true });
  if (await calendar.isVisible()) return;
  const view = await openView(world);
  await view.waitFor();
  // in a narrow window it is an entry of the menu
  const button = page.getByRole('button', { name: t('machines.view.calendar'), exact: true });
  if (await button.isVisible()) await button.press('Enter');
  else await choose(world, view, 'machines.view.calendar');
  await calendar.waitFor();
}

async function fromCalendar(world: World, key: string): Promise<Locator> {
  await openCalendar(world);
  return press(world, key);
}

const ics = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'X-WR-CALNAME:Office',
  'BEGIN:VEVENT',
  'UID:1',
  'SUMMARY:cpu-main stops',
  'DTSTART:20991231T100000Z',
  'DURATION:PT1H',
  'END:VEVENT',
  'END:VCALENDAR',
].join('\r\n');

export const ofMachines: readonly Walk[] = [
  {
    site: 'features/machines/machines/meaning/MeaningsDialog.tsx Dialog',
    name: (t) => t('machines.meaning.title'),
    async open(world) {
      return choose(world, await openView(world), 'machines.meaning.open');
    },
  },
  {
    site: 'features/machines/machines/calendar/WindowForm.tsx Dialog',
    name: (t) => t('calendar.add'),
    open: (world) => fromCalendar(world, 'calendar.add'),
    fails: (dialog, { t }) => dialog.getByLabel(t('calendar.hours')).fill('many'),
  },
  {
    site: 'features/machines/machines/calendar/ReportDialog.tsx Dialog',
    name: (t) => t('calendar.report.title'),
    open: (world) => fromCalendar(world, 'calendar.report.open'),
  },
  {
    site: 'features/machines/machines/calendar/Calendars.tsx Dialog',
    name: (t) => t('calendar.calendars'),
    describes: { 'calendar.address': 'calendar.addressHint' },
    open: (world) => fromCalendar(world, 'calendar.calendars'),
    async fails(dialog, { t }) {
      const address = dialog.getByRole('textbox', { name: t('calendar.address') });
      await address.fill('ftp://nowhere.example/a.ics');
      await address.press('Enter');
    },
  },
  {
    site: 'features/machines/machines/calendar/Calendars.tsx ConfirmDialog',
    role: 'alertdialog',
    name: (t) => t('calendar.removeQuestion', { name: 'Office' }),
    async open(world) {
      const { page, t } = world;
      await fromCalendar(world, 'calendar.calendars');
      await page
        .getByRole('dialog')
        .locator('input[type=file]')
        .setInputFiles({ name: 'a.ics', mimeType: 'text/calendar', buffer: Buffer.from(ics) });
      const name = t('calendar.removeCalendar', { name: 'Office' });
      const remove = page.getByRole('button', { name, exact: true });
      await remove.press('Enter');
      return remove;
    },
  },
];
