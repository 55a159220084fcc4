// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AppError } from '../../../preload/contract/errors.ts';
import type { CallInput, ResourceValue } from '../../../preload/contract/index.ts';
import type { MaintenanceWindow } from '../../../preload/contract/machines/maintenance.ts';
import {
  startOfDay,
  startOfMonth,
} from '../../../renderer/features/machines/machines/calendar/month.ts';
import { fromPalette, openApp } from '../app.tsx';
import { createWorld, machine, system } from '../world.ts';

const hour = 3_600_000;
const today = startOfDay(Date.now());
const window: MaintenanceWindow = {
  ...{ id: 'w1', title: 'Patches', machines: [{ name: 'Altair', nth: 0 }], day: '2026-01-01' },
  ...{ time: '22:00', minutes: 90, zone: 'UTC', repeats: 'monthly', until: null },
};

/** The calendar of a system with an incident and maintenance today. */
async function openCalendar(change: Partial<ResourceValue<'maintenance'>> = {}) {
  const { bridge } = createWorld({
    systems: [system('alpha', 'Alpha')],
    machines: [machine('Altair', 'OK', 'up'), machine('Capella', 'NG', 'down')],
  });
  let state: ResourceValue<'maintenance'> = {
    ...{ systemId: 'alpha', windows: [window], calendars: [] },
    ...change,
  };
  bridge.answer({
    'maintenance.snapshot': () => state,
    'machineHistory.calendar': () => ({
      incidents: [
        { name: 'Capella', nth: 0, from: today + hour, to: today + 3 * hour, state: 'down' },
        { name: 'Vega', nth: 0, from: today + hour, to: today + hour * 2, state: 'maintenance' },
      ],
      planned: [
        {
          ...{ from: today + 22 * hour, to: today + 26 * hour, title: 'Patches', origin: 'w1' },
          machines: [{ name: 'Altair', nth: 0 }],
        },
      ],
      more: false,
    }),
    'machineHistory.api': () => ({
      cells: [
        { from: today, to: today + hour, time: { up: hour * 0.75, down: hour * 0.25 }, gap: null },
      ],
      outages: [{ from: today, to: today + hour / 4, code: 'network-timeout' }],
    }),
    'maintenance.setWindow': ({ window }) => {
      state = { ...state, windows: [window] };
      bridge.emit('maintenance.changed', state);
    },
    'maintenance.removeWindow': () => undefined,
    'maintenance.addAddress': () => {
      throw new AppError('calendar-page', { details: { line: 3 } });
    },
    'maintenance.removeCalendar': () => undefined,
    'maintenance.setCalendar': () => undefined,
  });
  await openApp(bridge);
  await screen.findByText('Capella');
  fireEvent.click(await screen.findByRole('button', { name: 'Calendar' }));
  const page = await screen.findByRole('region', { name: 'Calendar' });
  await within(page).findByRole('button', { name: /1 incident/ });
  const sent = (name: string) => bridge.calls.filter((call) => call.name === name);
  return { bridge, page, sent };
}

const dayButton = (page: HTMLElement, at: number) =>
  page.querySelector<HTMLElement>(`[data-day="${at}"]`);

it('the calendar shows what was and what is planned by day, and is moved through by keys', async () => {
  const { page, bridge } = await openCalendar();
  const cell = dayButton(page, today);
  // maintenance is no incident, and both have their names in the cell
  expect(cell?.textContent).toContain('1 incident, 1 in maintenance, 1 planned');
  expect(cell?.textContent).toMatch(/Capella.*Vega/);
  expect(cell?.tabIndex).toBe(0);
  expect(page.querySelectorAll('[data-day][tabindex="0"]')).toHaveLength(1);
  // the next day has the end of it, and no incident
  fireEvent.keyDown(cell as HTMLElement, { key: 'ArrowRight' });
  const next = dayButton(page, startOfDay(today, 1));
  expect(next?.getAttribute('aria-pressed')).toBe('true');
  await waitFor(() => expect(document.activeElement).toBe(next));
  const months = () =>
    new Set(
      bridge.calls
        .filter(({ name }) => name === 'machineHistory.calendar')
        .map(({ input }) => (input as CallInput<'machineHistory.calendar'>).from),
    ).size;
  const before = months();
  fireEvent.keyDown(next as HTMLElement, { key: 'PageDown' });
  const status = await within(page).findByRole('status');
  await waitFor(() => expect(months()).toBeGreaterThan(before));
  const later = new Intl.DateTimeFormat('en', { month: 'short' }).format(
    startOfMonth(startOfDay(today, 1), 1),
  );
  expect(status.textContent).toContain(later);
  // the keys go on in the other month
  expect(document.activeElement?.getAttribute('data-day')).not.toBeNull();
  // the screen with the machines is where it was
  fireEvent.click(within(page).getByRole('button', { name: 'Back to Machines' }));
  expect(await screen.findByRole('button', { name: 'Capella' })).toBeTruthy();
});

it('the Web API has its own history there, with each time that it could not be reached', async () => {
  const { page } = await openCalendar();
  const api = await within(page).findByRole('region', { name: 'Web API' });
  await waitFor(() => expect(api.textContent).toContain('reachable in 75%'));
  expect(within(api).getByRole('slider')).toBeTruthy();
  expect(within(api).getByRole('listitem').textContent).toMatch(/15 min.*did not respond in time/);
});

it('an incident leads to its machine', async () => {
  const { page } = await openCalendar();
  fireEvent.click(within(page).getByRole('button', { name: 'Capella' }));
  expect(await screen.findByRole('region', { name: 'Details of Capella' })).toBeTruthy();
});

it('maintenance is planned, changed, and taken away with a way back', async () => {
  const { page, sent } = await openCalendar();
  fireEvent.click(within(page).getByRole('button', { name: 'Plan maintenance' }));
  const dialog = await screen.findByRole('dialog', { name: 'Plan maintenance' });
  const save = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Save' });
  fireEvent.change(within(dialog).getByLabelText('Purpose'), { target: { value: ' Disks ' } });
  const hours = within(dialog).getByLabelText('Duration in hours');
  for (const wrong of ['', '0', '-1', '745', 'x']) {
    fireEvent.change(hours, { target: { value: wrong } });
    expect(save.disabled).toBe(true);
  }
  fireEvent.change(hours, { target: { value: '1,5' } });
  fireEvent.change(within(dialog).getByLabelText('Repeats'), { target: { value: 'weekly' } });
  fireEvent.click(within(dialog).getByRole('radio', { name: 'Some machines' }));
  expect(save.disabled).toBe(true);
  fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Altair' }));
  fireEvent.click(save);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent('maintenance.setWindow')).toMatchObject([
    {
      input: {
        systemId: 'alpha',
        window: {
          ...{ title: 'Disks', minutes: 90, repeats: 'weekly', until: null, time: '22:00' },
          machines: [{ name: 'Altair', nth: 0 }],
        },
      },
    },
  ]);
});

it('a window is removed with a way back', async () => {
  const { page, sent } = await openCalendar();
  fireEvent.click(within(page).getByRole('button', { name: 'Change “Patches”' }));
  const dialog = await screen.findByRole('dialog', { name: 'Change planned maintenance' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent('maintenance.setWindow')).toMatchObject([{ input: { window } }]));
  expect(sent('maintenance.removeWindow')).toHaveLength(1);
});

it('a calendar that cannot be read says why; one that is there is removed by the user’s word', async () => {
  const { page, sent } = await openCalendar({
    calendars: [
      {
        ...{ id: 'c1', name: 'Office', url: 'https://a.example/x.ics', readAt: null },
        ...{ dates: 1, leftOut: 2, problem: new AppError('http-redirect-refused').toData() },
        ...{ unnamed: 'all', zone: null, ownZone: 'Asia/Tokyo' },
        leftOutEvents: [{ title: 'bad', line: 4, fault: 'rule' }],
        unknownZones: [{ name: 'Nowhere', events: 2 }],
      },
    ],
  });
  fireEvent.click(within(page).getByRole('button', { name: 'Calendars' }));
  const dialog = await screen.findByRole('dialog', { name: 'Calendars' });
  expect(dialog.textContent).toContain('1 date · 2 events could not be read');
  expect(dialog.textContent).toContain('redirected to another server');
  const unnamed = within(dialog).getByLabelText('Events of “Office” that name no machine');
  fireEvent.change(unnamed, { target: { value: 'nobody' } });
  await waitFor(() =>
    expect(sent('maintenance.setCalendar')).toMatchObject([
      { input: { systemId: 'alpha', id: 'c1', unnamed: 'nobody' } },
    ]),
  );
  expect(dialog.textContent).toContain('“bad” (line 4): its repetition (RRULE) is not valid');
  expect(dialog.textContent).toContain('1 more');
  expect(dialog.textContent).toContain(
    '2 events have the unknown time zone “Nowhere”: their times are read as Asia/Tokyo.',
  );
  const zone = within(dialog).getByLabelText(/^Time zone of “Office”/);
  expect(zone.textContent).toContain('Automatic: Asia/Tokyo (from the calendar)');
  fireEvent.change(zone, { target: { value: 'Europe/Berlin' } });
  await waitFor(() =>
    expect(sent('maintenance.setCalendar').at(-1)?.input).toEqual({
      ...{ systemId: 'alpha', id: 'c1', zone: 'Europe/Berlin' },
    }),
  );
  fireEvent.change(within(dialog).getByLabelText('Address'), { target: { value: 'https://x' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Add' }));
  await within(dialog).findByText('This is a web page, not a calendar.');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Remove “Office”' }));
  const question = await screen.findByRole('alertdialog', { name: 'Remove “Office”?' });
  expect(sent('maintenance.removeCalendar')).toEqual([]);
  fireEvent.click(within(question).getByRole('button', { name: 'Remove calendar' }));
  await waitFor(() => expect(sent('maintenance.removeCalendar')).toHaveLength(1));
});

it.each(['ask', 'was-all'] as const)(
  'events that name no machine concern none until the user has chosen (%s)',
  async (unnamed) => {
    const source = {
      ...{ id: 'c1', name: 'Office', url: null, readAt: null, dates: 1, leftOut: 0, problem: null },
      ...{ unnamed, zone: null, ownZone: null, leftOutEvents: [], unknownZones: [] },
    };
    const { sent } = await openCalendar({ calendars: [source] });
    // where the machines are
    const [question] = await screen.findAllByText(/Do events of “Office” that name no machine/);
    expect(question?.textContent?.includes('Earlier versions')).toBe(unnamed === 'was-all');
    fireEvent.click(screen.getByRole('button', { name: 'No machine' }));
    await waitFor(() =>
      expect(sent('maintenance.setCalendar')).toMatchObject([
        { input: { systemId: 'alpha', id: 'c1', unnamed: 'nobody' } },
      ]),
    );
  },
);

it('a month of all machines is saved as a picture and as a page to print', async () => {
  const { page, bridge, sent } = await openCalendar();
  bridge.answer({
    'machineHistory.report': () => ({
      machines: [
        {
          ...{ name: 'Capella', nth: 0 },
          days: [{ from: today, to: today + 24 * hour, time: { up: 3 * hour, down: hour } }],
        },
      ],
      more: 2,
      incidents: [{ name: 'Capella', nth: 0, from: today, to: null, state: 'down' }],
    }),
    'app.saveText': () => ({ kind: 'saved', path: '/a' }),
  });
  fireEvent.click(within(page).getByRole('button', { name: 'Report' }));
  const dialog = await screen.findByRole('dialog', { name: 'Report' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Picture (SVG)' }));
  await waitFor(() => expect(sent('app.saveText')).toHaveLength(1));
  await waitFor(() =>
    expect(
      within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Page to print' }).disabled,
    ).toBe(false),
  );
  fireEvent.click(within(dialog).getByRole('radio', { name: /^The week of/ }));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Page to print' }));
  await waitFor(() => expect(sent('app.saveText')).toHaveLength(2));
  const [svg, html] = sent('app.saveText').map(({ input }) => input as CallInput<'app.saveText'>);
  expect(svg?.name).toMatch(/^Alpha: machines .*\.svg$/);
  expect(svg?.text).toContain('>75%<');
  expect(svg?.text).toContain('2 more machines are left out.');
  expect(html?.name).toMatch(/\.html$/);
  expect(html?.text).toContain('<td><bdi>Capella</bdi></td>');
  const spans = sent('machineHistory.report').map(({ input }) => {
    const { from, to } = input as CallInput<'machineHistory.report'>;
    return Math.round((to - from) / (24 * hour));
  });
  expect(spans[0]).toBeGreaterThan(27);
  expect(spans[1]).toBe(7);
});

it('gives way to a machine that a notification leads to', async () => {
  const { bridge } = await openCalendar();
  act(() => bridge.emit('app.goTo', { place: '#/machines/Altair' }));
  expect(await screen.findByRole('region', { name: 'Details of Altair' })).toBeTruthy();
});

it('the palette leads to the calendar, Escape and the sidebar back to the list', async () => {
  const { bridge } = createWorld({
    systems: [system('alpha', 'Alpha')],
    machines: [machine('Altair', 'OK', 'up')],
  });
  bridge.answer({
    'maintenance.snapshot': () => ({ systemId: 'alpha', windows: [], calendars: [] }),
    'machineHistory.calendar': () => ({ incidents: [], planned: [], more: false }),
    'machineHistory.api': () => ({ cells: [], outages: [] }),
  });
  await openApp(bridge, '#/settings');
  await fromPalette('calendar', /^Calendar/);
  const page = await screen.findByRole('region', { name: 'Calendar' });
  await waitFor(() => expect(document.activeElement).toBe(page));
  fireEvent.keyDown(page, { key: 'Escape' });
  fireEvent.click(await screen.findByRole('button', { name: 'Calendar' }));
  await screen.findByRole('region', { name: 'Calendar' });
  fireEvent.click(screen.getByRole('button', { name: /^Machines/ }));
  await screen.findByRole('button', { name: 'Calendar' });
  expect(screen.queryByRole('region', { name: 'Calendar' })).toBeNull();
});
