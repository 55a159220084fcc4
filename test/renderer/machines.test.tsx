// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../preload/contract/errors.ts';
import type { ResourceValue } from '../../preload/contract/index.ts';
import type { MachineView } from '../../preload/contract/machine-choices.ts';
import { openApp } from './app.tsx';
import { certificate, createWorld, machine, machinesOf, system } from './world.ts';

const machines = [machine('Altair', 'OK', 'up'), machine('Capella', 'NG', 'down', 'Power cut')];
const world = {
  systems: [system('alpha', 'Alpha', { certificateId: 'c1' }), system('beta', 'Beta')],
  certificates: [certificate('c1', 'Mine', { usedBy: ['alpha'] })],
  machines,
};

describe('the machines', () => {
  it('keep the last good rows and say why a check failed', async () => {
    const { bridge } = createWorld(world);
    await openApp(bridge);
    await screen.findByText('Capella');
    bridge.emit(
      'machines.changed',
      machinesOf('alpha', machines, {
        problem: new AppError('network-timeout', {
          details: { host: 'api.alpha.example.org' },
          retryable: true,
        }).toData(),
      }),
    );
    expect((await screen.findByRole('alert')).textContent).toContain(
      'api.alpha.example.org did not answer in time.',
    );
    expect(screen.getByText('Capella')).toBeTruthy();
    expect(screen.getByText(/from the last good check/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() =>
      expect(bridge.calls).toContainEqual({
        name: 'machines.refresh',
        input: { systemId: 'alpha' },
      }),
    );
  });

  it('of a refused certificate name the likely reasons in order and the system’s words, and lead to Certificates', async () => {
    const { bridge } = createWorld(world);
    await openApp(bridge);
    await screen.findByText('Capella');
    const details = { host: 'api.alpha', status: 403, server: 'Ask the operators.' };
    const problem = new AppError('certificate-refused', { details }).toData();
    bridge.emit('machines.changed', machinesOf('alpha', machines, { problem }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(
      /refused your certificate.*not issued by this system’s authority.*expired.*no right/,
    );
    expect(alert.textContent).not.toMatch(/sign.?in/i);
    expect(alert.textContent).toContain('Ask the operators.');
    fireEvent.click(screen.getByRole('button', { name: 'Open Certificates' }));
    expect(window.location.hash).toMatch(/^#\/certificates/);
  });

  it('show the record of a row as it was received', async () => {
    const { bridge } = createWorld(world);
    await openApp(bridge);
    fireEvent.click(await screen.findByRole('button', { name: 'Capella' }));
    const detail = await screen.findByRole('region', { name: 'Details of Capella' });
    expect(detail.textContent).toContain('"status": "NG"');
    expect(window.location.hash).toBe('#/machines/Capella');
    fireEvent.keyDown(detail, { key: 'Escape' });
    expect(screen.queryByRole('region', { name: 'Details of Capella' })).toBeNull();
  });

  it('ask for a certificate where the system has none', async () => {
    const { bridge } = createWorld({
      systems: [system('alpha', 'Alpha')],
      machinesChange: { checkedAt: null, attemptedAt: null },
    });
    await openApp(bridge);
    expect(await screen.findByRole('button', { name: 'Import a certificate' })).toBeTruthy();
  });

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

  it('tell availability of the observed time alone, and read their bar by the arrow keys', async () => {
    const { bridge } = createWorld(world);
    bridge.answer({
      'availability.snapshot': () => ({
        from: now - 3 * hour,
        to: now,
        generatedUntil: now - 2 * hour,
        machines: [
          { name: 'Capella', nth: 0, time: { up: 1.5 * hour, down: hour / 4, maintenance: hour } },
        ],
      }),
      'bar.snapshot': ({ name }) => (name === 'Capella' ? cells : []),
    });
    await openApp(bridge);
    const row = (await screen.findByText('Capella')).closest('tr');
    // six of seven quarters up; maintenance counts neither way
    await waitFor(() => expect(row?.textContent).toContain('85.71%'));
    const bar = await screen.findByRole('slider', { name: 'History of Capella' });
    expect(bar.getAttribute('aria-valuetext')).toContain(
      'not observed 1 hr (the Web API gave no answer)',
    );
    fireEvent.keyDown(bar, { key: 'ArrowLeft' });
    expect(bar.getAttribute('aria-valuetext')).toMatch(
      /Up 30 mins, Down 15 mins, not observed 15 mins \(the app was closed\)/,
    );
    fireEvent.keyDown(bar, { key: 'Home' });
    expect(bar.getAttribute('aria-valuetext')).toMatch(/: Up 1 hr$/);
    expect(screen.getByText(/made-up history/).querySelector('time')?.dateTime).toBe(
      new Date(now - 2 * hour).toISOString(),
    );
    // a machine that was never seen has no bar to read
    expect(screen.queryByRole('slider', { name: 'History of Altair' })).toBeNull();
  });

  it('ask for the span that is chosen, and again when there is more to tell', async () => {
    const { bridge } = createWorld(world);
    await openApp(bridge);
    fireEvent.click(await screen.findByRole('radio', { name: '90 d' }));
    const asked = () =>
      bridge.calls.filter(({ name }) => name === 'availability.snapshot').map(({ input }) => input);
    await waitFor(() => expect(asked().at(-1)).toEqual({ systemId: 'alpha', span: '90d' }));
    const before = asked().length;
    bridge.emit('availability.changed', { systemId: 'alpha' });
    await waitFor(() => expect(asked().length).toBeGreaterThan(before));
  });

  it('are found by any text of their record and by state', async () => {
    const { bridge } = createWorld(world);
    await openApp(bridge);
    await screen.findByText('Altair');
    const text = screen.getByRole('searchbox', { name: 'Find machines' });
    fireEvent.change(text, { target: { value: 'ＰＯＷＥＲ cut' } });
    expect(screen.queryByText('Altair')).toBeNull();
    expect(screen.getByText('Capella')).toBeTruthy();
    expect(screen.getByText('1 of 2')).toBeTruthy();
    fireEvent.change(text, { target: { value: '' } });
    fireEvent.change(screen.getByRole('combobox', { name: 'State' }), { target: { value: 'up' } });
    expect(screen.queryByText('Capella')).toBeNull();
    fireEvent.change(text, { target: { value: 'nothing has this' } });
    expect(screen.getByText('No machine is like that.')).toBeTruthy();
  });

  it('of a list of thousands are drawn as far as they are in view', async () => {
    const many = Array.from({ length: 5000 }, (_, n) => machine(`node-${n}`, 'OK', 'up'));
    const { bridge } = createWorld({ ...world, machines: many });
    await openApp(bridge);
    await screen.findByText('node-0');
    const table = screen.getByRole('table', { name: 'Machines' });
    expect(table.getAttribute('aria-rowcount')).toBe('5001');
    expect(table.querySelectorAll('tr').length).toBeLessThan(100);
  });

  it('have a page: incidents with the user’s notes, months by day, what changed, other fields', async () => {
    const { bridge } = createWorld(world);
    const day = 24 * hour;
    const month = Date.UTC(2026, 9, 10, 12);
    let note = '';
    const page = () => ({
      transitions: [
        { at: month, status: 'OK', state: 'up' as const },
        { at: month + hour, status: 'NG', state: 'down' as const },
        { at: month + 4 * hour, status: 'OK', state: 'up' as const },
        { at: month + 5 * hour, status: null, state: 'unknown' as const },
      ],
      incidents: [
        { from: month + hour, to: month + 4 * hour, state: 'down' as const, note },
        { from: month + 5 * hour, to: null, state: 'unknown' as const, note: '' },
      ],
      days: [
        { from: month, to: month + day, time: { up: 9 * hour, down: 3 * hour }, gap: null },
        { from: month + day, to: month + 2 * day, time: { up: 12 * hour }, gap: null },
      ],
      fields: [{ at: month + hour, changed: '{"queue":7}' }],
    });
    bridge.answer({
      'machinePage.snapshot': page,
      'machinePage.setIncidentNote': (input) => {
        note = input.note;
        bridge.emit('machinePage.changed', { systemId: 'alpha' });
      },
    });
    await openApp(bridge);
    fireEvent.click(await screen.findByText('Capella'));
    const incidents = await screen.findByRole('region', { name: 'Incidents of a year' });
    const [last, first] = within(incidents).getAllByRole('listitem');
    expect(last?.textContent).toMatch(/Unknown.*so far/);
    expect(first?.textContent).toMatch(/Down.*3 hrs?/);
    const field = within(incidents).getAllByRole('textbox')[1];
    if (field === undefined) throw new Error('no field for the note');
    fireEvent.change(field, { target: { value: ' power work ' } });
    fireEvent.blur(field);
    await waitFor(() => expect(note).toBe('power work'));
    expect(bridge.calls).toContainEqual({
      name: 'machinePage.setIncidentNote',
      input: { systemId: 'alpha', name: 'Capella', nth: 0, at: month + hour, note: 'power work' },
    });
    const months = screen.getByRole('region', { name: 'Availability by month and day' });
    // 21 of 24 observed hours
    expect(months.textContent).toContain('87.5%');
    const bar = within(months).getByRole('slider', { name: /^Capella in Oct/ });
    fireEvent.keyDown(bar, { key: 'Home' });
    expect(bar.getAttribute('aria-valuetext')).toMatch(/Up 9 hrs?, Down 3 hrs?/);
    const changes = screen.getByRole('region', { name: 'What changed' });
    expect(within(changes).getAllByRole('listitem')[0]?.textContent).toContain('left out');
    expect(screen.getByText('{"queue":7}')).toBeTruthy();
  });

  it('have a history that is saved as a file and taken in', async () => {
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
    await screen.findByText('Taken in: 34 changes of 2 machines');
    taken = { machines: 0, changes: 0 };
    choose();
    await screen.findByText('All of it is known here already.');
    bridge.answer({
      'machineArchive.importFile': () => Promise.reject(new AppError('history-unreadable')),
    });
    choose();
    expect((await screen.findByRole('alert')).textContent).toContain('no history of machines');
  });

  /** The world, with choices that are kept and told as main does. */
  function keeping(machines = world.machines, view: MachineView = { cards: false, columns: null }) {
    const { bridge } = createWorld({ ...world, machines });
    let kept: ResourceValue<'machineChoices'> = {
      ...{
        systemId: 'alpha',
        view,
        machines: [],
        meanings: [],
        polling: { every: 60, troubled: 30 },
      },
    };
    const keep = (change: Partial<typeof kept>) => {
      kept = { ...kept, ...change };
      bridge.emit('machineChoices.changed', kept);
    };
    bridge.answer({
      'machineChoices.snapshot': () => kept,
      'machineChoices.setView': ({ view }) => keep({ view }),
      'machineChoices.setMachine': ({ machine: one }) =>
        keep({
          machines: [
            ...kept.machines.filter(({ name }) => name !== one.name),
            { ...one, group: one.group ?? '' },
          ],
        }),
      'machineChoices.setMeaning': ({ status, state }) =>
        keep({ meanings: state === null ? [] : [{ status, state }] }),
    });
    return { bridge, kept: () => kept };
  }
  const names = () =>
    [...document.querySelectorAll('[data-row-button]')].map(({ textContent }) => textContent);

  it('are pinned, hidden, named and noted in their detail', async () => {
    const { bridge } = keeping();
    await openApp(bridge);
    fireEvent.click(await screen.findByText('Altair'));
    fireEvent.click(await screen.findByRole('button', { name: 'Pin' }));
    // above what is down
    await waitFor(() => expect(names()).toEqual(['Altairpinned', 'Capella']));
    const name = screen.getByRole('textbox', { name: 'Your name for it' });
    fireEvent.change(name, { target: { value: 'Big one' } });
    fireEvent.blur(name);
    await waitFor(() => expect(names()[0]).toContain('Big oneAltair'));
    const note = screen.getByRole('textbox', { name: 'Your note' });
    fireEvent.change(note, { target: { value: 'ask Yuki' } });
    fireEvent.blur(note);
    await waitFor(() =>
      expect(bridge.calls.at(-1)).toMatchObject({
        name: 'machineChoices.setMachine',
        input: { machine: { name: 'Altair', pinned: true, ownName: 'Big one', note: 'ask Yuki' } },
      }),
    );
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'yuki' } });
    await waitFor(() => expect(names()).toHaveLength(1));
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: '' } });
    fireEvent.click(screen.getByRole('button', { name: 'Hide' }));
    await waitFor(() => expect(names()).toEqual(['Capella']));
    fireEvent.change(screen.getByRole('combobox', { name: 'State' }), {
      target: { value: 'hidden' },
    });
    expect(names()[0]).toContain('Big one');
    fireEvent.click(screen.getByRole('button', { name: 'Show again' }));
    await waitFor(() => expect(screen.getByText('No machine is like that.')).toBeTruthy());
  });

  it('have other fields as columns and are cards by choice', async () => {
    const { bridge } = keeping();
    await openApp(bridge);
    await screen.findByText('Altair');
    const choose = async (what: string) => {
      fireEvent.keyDown(await screen.findByRole('button', { name: 'View' }), { key: 'Enter' });
      fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: what }));
    };
    const titles = () => screen.getAllByRole('columnheader').map((one) => one.textContent);
    await choose('nodes');
    await waitFor(() => expect(titles()).toContain('nodes'));
    expect(screen.getByText('Altair').closest('tr')?.textContent).toContain('64');
    await choose('Since');
    await waitFor(() => expect(titles()).not.toContain('Since'));
    await choose('Cards');
    const cards = await screen.findByRole('list', { name: 'Machines' });
    expect(cards.querySelectorAll('li')).toHaveLength(2);
    expect(screen.queryByRole('table', { name: 'Machines' })).toBeNull();
    fireEvent.click(screen.getByText('Capella'));
    expect(await screen.findByRole('region', { name: 'Details of Capella' })).toBeTruthy();
    await choose('Table');
    expect(await screen.findByRole('table', { name: 'Machines' })).toBeTruthy();
  });

  it('are cards a hundred at a time, as each asks for its bar', async () => {
    const many = Array.from({ length: 250 }, (_, n) => machine(`node-${n}`, 'OK', 'up'));
    const { bridge } = keeping(many, { cards: true, columns: null });
    await openApp(bridge);
    const cards = await screen.findByRole('list', { name: 'Machines' });
    const asked = () =>
      new Set(
        bridge.calls
          .filter(({ name }) => name === 'bar.snapshot')
          .map(({ input }) => JSON.stringify(input)),
      );
    await waitFor(() => expect(asked().size).toBe(100));
    expect(cards.querySelectorAll('li')).toHaveLength(100);
    fireEvent.click(screen.getByRole('button', { name: 'Show more (150)' }));
    await waitFor(() => expect(cards.querySelectorAll('li')).toHaveLength(200));
  });

  it('ask once what a raw value means that the app cannot read', async () => {
    const { bridge, kept } = keeping([machine('Vega', 'brumal', 'unknown')]);
    await openApp(bridge);
    await screen.findByText(/says “brumal”/);
    const meaning = screen.getByRole('combobox', { name: 'Meaning of “brumal”' });
    fireEvent.change(meaning, { target: { value: 'maintenance' } });
    await waitFor(() => expect(screen.queryByText(/says “brumal”/)).toBeNull());
    expect(kept().meanings).toEqual([{ status: 'brumal', state: 'maintenance' }]);
    // and again in its detail
    fireEvent.click(screen.getByText('Vega'));
    fireEvent.change(await screen.findByRole('combobox', { name: 'Meaning of “brumal”' }), {
      target: { value: 'own' },
    });
    await screen.findByText(/says “brumal”/);
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(kept().meanings).toEqual([{ status: 'brumal', state: 'unknown' }]));
    expect(screen.queryByText(/says “brumal”/)).toBeNull();
  });
});
