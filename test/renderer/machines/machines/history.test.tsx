// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { MachineNotification } from '../../../../preload/contract/machines/notifications.ts';
import { openApp } from '../../app.tsx';
import { certificate, createWorld, machine, noticeRule, system } from '../../world.ts';

const machines = [machine('Altair', 'OK', 'up'), machine('Capella', 'NG', 'down', 'Power cut')];
const world = {
  systems: [system('alpha', 'Alpha', { certificateId: 'c1' }), system('beta', 'Beta')],
  certificates: [certificate('c1', 'Mine', { usedBy: ['alpha'] })],
  machines,
};

describe('the history of machines', () => {
  const hour = 3_600_000;
  const now = Math.floor(Date.now() / hour) * hour;
  const cells = [
    { from: now - 3 * hour, to: now - 2 * hour, time: { up: hour }, gap: null },
    {
      from: now - 2 * hour,
      to: now - hour,
      time: { up: hour / 2, down: hour / 4 },
      gap: 'closed' as const,
    },
    { from: now - hour, to: now, time: {}, gap: 'unreachable' as const },
  ];

  it('tell availability of the observed time alone, and read their bar from the row by the arrow keys', async () => {
    const { bridge } = createWorld(world);
    bridge.answer({
      'machineHistory.availability': () => ({
        from: now - 3 * hour,
        to: now,
        generatedUntil: now - 2 * hour,
        machines: [
          {
            ...{ name: 'Capella', nth: 0, first: now - 3 * hour },
            time: { up: 1.5 * hour, down: hour / 4, maintenance: hour },
          },
          { name: 'Altair', nth: 0, time: { up: 120_000 }, first: now - 120_000 },
        ],
      }),
      'machineHistory.bars': ({ machines }) =>
        machines.map(({ name }) => (name === 'Capella' ? cells : [])),
    });
    await openApp(bridge);
    const row = (await screen.findByText('Capella')).closest('tr');
    // six of seven quarters up; maintenance counts neither way
    await waitFor(() => expect(row?.textContent).toContain('85.71% up · 2 h 45 min observed'));
    // there is nothing to say of two minutes yet
    const other = screen.getByText('Altair').closest('tr');
    expect(other?.textContent).toContain('observing for 2 min');
    const bar = await screen.findByRole('slider', { name: 'History of Capella' });
    expect(bar.getAttribute('aria-valuetext')).toContain(
      'not observed 1 h (the Web API did not respond)',
    );
    // one tab stop a row: the arrow keys lead into it, Escape back
    expect(bar.tabIndex).toBe(-1);
    const button = screen.getByRole('button', { name: 'Capella' });
    button.focus();
    fireEvent.keyDown(button, { key: 'ArrowLeft' });
    expect(document.activeElement).toBe(bar);
    fireEvent.keyDown(bar, { key: 'ArrowLeft' });
    expect(bar.getAttribute('aria-valuetext')).toMatch(
      /Up 30 min, Down 15 min, not observed 15 min \(the app was closed\)/,
    );
    fireEvent.keyDown(bar, { key: 'Home' });
    expect(bar.getAttribute('aria-valuetext')).toMatch(/: Up 1 h$/);
    fireEvent.keyDown(bar, { key: 'Escape' });
    expect(document.activeElement).toBe(button);
    expect((await screen.findByText(/made-up history/)).querySelector('time')?.dateTime).toBe(
      new Date(now - 2 * hour).toISOString(),
    );
    // a machine that was never seen has no bar to read
    expect(screen.queryByRole('slider', { name: 'History of Altair' })).toBeNull();
  });

  it('of a new system are its last checks, and since when is not made up', async () => {
    const { bridge } = createWorld(world);
    const minute = 60_000;
    const at = Math.floor(Date.now() / minute) * minute;
    const recent = (down: number) =>
      Array.from({ length: 20 }, (_, n) => {
        const from = at - (19 - n) * minute;
        const time = n === down ? { up: 20_000, down: 40_000 } : n > 16 ? { up: minute } : {};
        return { from, to: from + minute, time, gap: null };
      });
    const since = Date.parse(machines[0]?.since ?? '');
    bridge.answer({
      'machineHistory.availability': () => ({
        ...{ from: at - 24 * hour, to: at + minute, generatedUntil: null },
        machines: [{ name: 'Altair', nth: 0, time: { up: 3 * minute }, first: since }],
      }),
      'machineHistory.bars': ({ span, machines: some }) =>
        some.map(() => (span === 'recent' ? recent(18) : [])),
    });
    await openApp(bridge);
    await screen.findByText('Last checks');
    const bar = await screen.findByRole('slider', { name: 'History of Altair' });
    await waitFor(() => expect(bar.getAttribute('aria-valuetext')).toBe('Last check: Up'));
    fireEvent.keyDown(bar, { key: 'ArrowLeft' });
    await waitFor(() => expect(bar.getAttribute('aria-valuetext')).toMatch(/Up 20 .*Down 40 /));
    fireEvent.keyDown(bar, { key: 'Home' });
    expect(bar.getAttribute('aria-valuetext')).toMatch(/not observed/);
    const row = bar.closest('tr');
    expect(row?.textContent).toContain('observing for 3 min');
    expect(row?.textContent).toMatch(/before \d/);
    // the other was seen before it changed
    expect(screen.getByText('Capella').closest('tr')?.textContent).not.toContain('before');
    await screen.findByRole('button', { name: 'Set up notifications…' });
    // the panel has no figures either
    fireEvent.click(screen.getByRole('button', { name: 'Altair' }));
    const detail = await screen.findByRole('region', { name: 'Details of Altair' });
    await waitFor(() => expect(detail.textContent).toContain('observing'));
    expect(detail.textContent).not.toMatch(/\d%/);
  });

  it('of the demo begin in the history that comes with it, in the table as beside it', async () => {
    const { bridge } = createWorld(world);
    const since = Date.now() - 12 * 24 * hour - hour;
    bridge.answer({
      'machineHistory.availability': () => ({
        ...{ from: now - 24 * hour, to: now + hour, generatedUntil: Date.now() },
        machines: [
          { name: 'Capella', nth: 0, time: { up: 2 * hour }, first: now - 300 * 24 * hour, since },
        ],
      }),
    });
    await openApp(bridge);
    const row = (await screen.findByText('Capella')).closest('tr');
    await waitFor(() => expect(row?.textContent).toContain('12 days ago'));
    fireEvent.click(screen.getByRole('button', { name: 'Capella' }));
    const detail = await screen.findByRole('region', { name: 'Details of Capella' });
    expect(detail.textContent).toMatch(/Down.*for 12 days/);
  });

  it('are asked for together', async () => {
    const { bridge } = createWorld(world);
    await openApp(bridge);
    const asked = () => bridge.calls.filter(({ name }) => name === 'machineHistory.bars');
    await waitFor(() => expect(asked().length).toBeGreaterThan(0));
    expect(asked()[0]?.input).toMatchObject({
      machines: [{ name: 'Capella' }, { name: 'Altair' }],
    });
    expect(bridge.calls.some(({ name }) => name === 'machineHistory.bar')).toBe(false);
  });

  it('ask for the span that is chosen, and again when there is more to tell', async () => {
    const { bridge } = createWorld(world);
    await openApp(bridge);
    fireEvent.click(await screen.findByRole('radio', { name: '90 d' }));
    const asked = () =>
      bridge.calls
        .filter(({ name }) => name === 'machineHistory.availability')
        .map(({ input }) => input);
    await waitFor(() => expect(asked().at(-1)).toEqual({ systemId: 'alpha', span: '90d' }));
    const before = asked().length;
    bridge.emit('machineHistory.changed', { systemId: 'alpha', observed: null });
    await waitFor(() => expect(asked().length).toBeGreaterThan(before));
  });

  it('have a page: incidents with the user’s notes, months by day, what changed, other fields', async () => {
    const { bridge } = createWorld(world);
    const day = 24 * hour;
    const month = Date.UTC(2026, 9, 10, 12);
    let note = '';
    const noticeOf = (name: string, after: number, id: number): MachineNotification => ({
      ...{ id, systemId: 'alpha', at: month + hour + after, outcome: 'given', more: 0 },
      changes: [
        { machine: { name, nth: 0 }, state: 'down', status: 'NG', lasted: null, atMost: false },
      ],
    });
    const page = () => ({
      transitions: [
        { at: month, status: 'OK', state: 'up' as const },
        { at: month + hour, status: 'NG', state: 'down' as const },
        { at: month + 4 * hour, status: 'OK', state: 'up' as const },
        { at: month + 5 * hour, status: null, state: 'unknown' as const },
      ],
      incidents: [
        { from: month + hour, to: month + 4 * hour, state: 'down' as const, note },
        {
          ...{ from: month + 4.2 * hour, to: month + 4.7 * hour, note: '' },
          state: 'maintenance' as const,
        },
        { from: month + 5 * hour, to: null, state: 'unknown' as const, note: '' },
      ],
      days: [
        { from: month, to: month + day, time: { up: 9 * hour, down: 3 * hour }, gap: null },
        { from: month + day, to: month + 2 * day, time: { up: 12 * hour }, gap: null },
      ],
      fields: [{ at: month + hour, changed: '{"queue":7}' }],
    });
    bridge.answer({
      'machineHistory.page': page,
      'notifications.snapshot': () => ({
        ...{ rule: noticeRule, by: 'page', failed: false },
        past: [
          ...[noticeOf('Other', 60_000, 1), noticeOf('Capella', 90_000, 2)],
          ...[noticeOf('Capella', 120_000, 3), noticeOf('Capella', -60_000, 4)],
        ],
      }),
      'machineHistory.setIncidentNote': (input) => {
        note = input.note;
        bridge.emit('machineHistory.changed', { systemId: 'alpha', observed: null });
      },
    });
    await openApp(bridge);
    fireEvent.click(await screen.findByText('Capella'));
    const incidents = await screen.findByRole('region', { name: 'Incidents' });
    expect(incidents.textContent).toContain('2 in 12 months');
    const [last, first] = within(incidents).getAllByRole('listitem');
    expect(last?.textContent).toMatch(/Unknown.*so far/);
    expect(first?.textContent).toMatch(/Down.*3 h/);
    const told = within(incidents).getByRole('button', { name: /^Notified/ });
    expect(first?.contains(told)).toBe(true);
    expect(told.querySelector('time')?.dateTime).toBe(
      new Date(month + hour + 90_000).toISOString(),
    );
    const pens = within(incidents).getAllByRole('button', { name: /^Note on the incident of/ });
    if (pens[1] === undefined) throw new Error('no way to note something');
    fireEvent.click(pens[1]);
    const field = within(incidents).getByRole('textbox');
    fireEvent.change(field, { target: { value: ' power work ' } });
    fireEvent.blur(field);
    await waitFor(() => expect(note).toBe('power work'));
    expect(bridge.calls).toContainEqual({
      name: 'machineHistory.setIncidentNote',
      input: { systemId: 'alpha', name: 'Capella', nth: 0, at: month + hour, note: 'power work' },
    });
    const months = screen.getByRole('region', { name: 'Availability by month and day' });
    // 21 of 24 observed hours
    expect(months.textContent).toContain('87.5%');
    const bar = within(months).getByRole('slider', { name: /^Capella in Oct/ });
    fireEvent.keyDown(bar, { key: 'Home' });
    expect(bar.getAttribute('aria-valuetext')).toMatch(/Up 9 h, Down 3 h/);
    // maintenance is no incident
    const maintenance = screen.getByRole('region', { name: 'Maintenance' });
    fireEvent.click(within(maintenance).getByRole('button', { name: /^Maintenance/ }));
    expect(within(maintenance).getByText('30 min')).toBeTruthy();
    const changes = screen.getByRole('region', { name: 'All changes' });
    fireEvent.click(within(changes).getByRole('button'));
    expect(within(changes).getAllByRole('listitem')[0]?.textContent).toContain('missing');
    fireEvent.click(screen.getByRole('button', { name: /^Changes of other fields/ }));
    expect(screen.getByText('{"queue":7}')).toBeTruthy();
  });

  it('have a history that is saved as a file and imported', async () => {
    const { bridge } = createWorld(world);
    let taken = { machines: 2, changes: 34 };
    bridge.answer({
      'machineArchive.exportFile': ({ format }) => ({
        kind: 'saved',
        name: `h.${format}`,
        path: '/h',
      }),
      'machineArchive.importFile': () => taken,
    });
    await openApp(bridge);
    await screen.findByText('Altair');
    fireEvent.keyDown(await screen.findByRole('button', { name: 'View' }), { key: 'Enter' });
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Save the history as CSV' }));
    await waitFor(() =>
      expect(bridge.calls).toContainEqual({
        name: 'machineArchive.exportFile',
        input: { systemId: 'alpha', format: 'csv' },
      }),
    );
    const chooser = document.querySelector<HTMLInputElement>('input[data-history]');
    if (chooser === null) throw new Error('no place for a file');
    const choose = () =>
      fireEvent.change(chooser, { target: { files: [new File(['{}'], 'history.json')] } });
    choose();
    await screen.findByText('Imported 34 changes of 2 machines');
    taken = { machines: 0, changes: 0 };
    choose();
    await screen.findByText('Everything in it was imported before.');
    bridge.answer({
      'machineArchive.importFile': () =>
        Promise.reject(
          new AppError('history-unreadable', {
            details: { fault: 'table-date', row: 12, field: 'from' },
          }),
        ),
    });
    choose();
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Row 12, column “from”: This is not a date and time',
    );
  });
});
