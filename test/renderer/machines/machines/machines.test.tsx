// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { CallInput, ResourceValue } from '../../../../preload/contract/index.ts';
import type { MachineView } from '../../../../preload/contract/machines/machine-choices.ts';
import { openApp } from '../../app.tsx';
import { certificate, createWorld, machine, machinesOf, system } from '../../world.ts';

const machines = [machine('Altair', 'OK', 'up'), machine('Capella', 'NG', 'down', 'Power cut')];
const world = {
  systems: [system('alpha', 'Alpha', { certificateId: 'c1' }), system('beta', 'Beta')],
  certificates: [certificate('c1', 'Mine', { usedBy: ['alpha'] })],
  machines,
};

describe('the machines', () => {
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

  it('are sorted by how bad their state is, not by its word', async () => {
    const three = [
      machine('a', 'LIMITED', 'degraded'),
      machine('b', 'NG', 'down'),
      machine('c', 'OK', 'up'),
    ];
    const { bridge } = createWorld({ ...world, machines: three });
    await openApp(bridge);
    const byState = await screen.findByRole('button', { name: 'State' });
    const rowOrder = () => names().map((text) => text?.at(0));
    fireEvent.click(byState);
    expect(rowOrder()).toEqual(['b', 'a', 'c']);
    fireEvent.click(byState);
    expect(rowOrder()).toEqual(['c', 'a', 'b']);
  });

  it('are never called none while the first of them are drawn', async () => {
    const { bridge } = createWorld({
      ...world,
      machines: [],
      machinesChange: { checkedAt: null, attemptedAt: null, checking: true },
    });
    await openApp(bridge);
    await screen.findByText('Asking for the machines');
    const seen: string[] = [];
    const observer = new MutationObserver(() => seen.push(document.body.textContent ?? ''));
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    bridge.emit('machines.changed', machinesOf('alpha', machines));
    await screen.findByText('Capella');
    observer.disconnect();
    expect(seen.filter((text) => text.includes('The system returned an empty list.'))).toEqual([]);
  });

  it.each([
    ['paused', 'checks are paused'],
    ['metered', 'no checks on a metered connection'],
    ['locked', 'checks wait: the screen is locked'],
  ] as const)('say that nothing asks by itself: %s', async (held, words) => {
    const { bridge } = createWorld(world);
    await openApp(bridge);
    await screen.findByText('Capella');
    bridge.emit('machines.changed', machinesOf('alpha', machines, { held, nextCheckAt: null }));
    await screen.findByText(new RegExp(`^checked .* · ${words}$`));
    bridge.emit('machines.changed', machinesOf('alpha', [], { held, checkedAt: null }));
    await screen.findByText(words);
  });

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
      'api.alpha.example.org did not respond in time.',
    );
    expect(screen.getByText('Capella')).toBeTruthy();
    expect(screen.getByText(/from the last successful check/)).toBeTruthy();
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
      /refused your certificate.*another authority than this system’s.*expired.*no permission/,
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
    fireEvent.click(within(detail).getByRole('button', { name: 'Record as received (JSON)' }));
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
    expect(screen.getByText('No machines match.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(screen.getByText('Altair')).toBeTruthy();
    expect(screen.getByText('Capella')).toBeTruthy();
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

  it('are pinned, hidden, named and noted in their detail', async () => {
    const { bridge } = keeping();
    await openApp(bridge);
    fireEvent.click(await screen.findByText('Altair'));
    const more = async (name: string) => {
      const button = await screen.findByRole('button', { name: 'More actions for Altair' });
      fireEvent.keyDown(button, { key: 'Enter' });
      fireEvent.click(await screen.findByRole('menuitem', { name }));
    };
    await more('Pin');
    // above what is down
    await waitFor(() => expect(names()).toEqual(['Altairpinned', 'Capella']));
    fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
    const name = await screen.findByRole('textbox', { name: 'Your name for it' });
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
    await more('Hide');
    await waitFor(() => expect(names()).toEqual(['Capella']));
    fireEvent.change(screen.getByRole('combobox', { name: 'State' }), {
      target: { value: 'hidden' },
    });
    expect(names()[0]).toContain('Big one');
    await more('Show again');
    await waitFor(() => expect(screen.getByText('No machines match.')).toBeTruthy());
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
    expect(screen.getByText('1 of 2 up')).toBeTruthy();
    // a message, because a record has one; the reported value by choice
    expect(titles()).toContain('Message');
    expect(titles()).not.toContain('Reported value');
    await choose('nodes');
    await waitFor(() => expect(titles()).toContain('Nodes'));
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
          .filter(({ name }) => name === 'machineHistory.bars')
          .flatMap(({ input }) => (input as CallInput<'machineHistory.bars'>).machines)
          .map(({ name }) => name),
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
    fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    fireEvent.change(await screen.findByRole('combobox', { name: 'Meaning of “brumal”' }), {
      target: { value: 'own' },
    });
    await screen.findByText(/says “brumal”/);
    const question = screen.getByText(/says “brumal”/).closest<HTMLElement>('[role=status]');
    if (question === null) throw new Error('no question');
    fireEvent.click(within(question).getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(kept().meanings).toEqual([{ status: 'brumal', state: 'unknown' }]));
    expect(screen.queryByText(/says “brumal”/)).toBeNull();
  });

  it('list what each value of the system means, also of those that no machine has now', async () => {
    const { bridge, kept } = keeping([machine('Vega', 'OK', 'up'), machine('Deneb', 'NG', 'down')]);
    const before = kept();
    bridge.answer({
      'machineChoices.snapshot': () => ({
        ...before,
        meanings: [{ status: 'brumal', state: 'unknown' as const }],
      }),
      'machineHistory.statuses': () => ['halted', 'OK'],
    });
    await openApp(bridge);
    fireEvent.keyDown(await screen.findByRole('button', { name: 'View' }), { key: 'Enter' });
    fireEvent.click(await screen.findByRole('menuitem', { name: 'What values mean' }));
    const dialog = await screen.findByRole('dialog', { name: /values mean/ });
    await waitFor(() => expect(dialog.textContent).toContain('halted'));
    const values = [...dialog.querySelectorAll('li')].map(({ textContent }) => textContent);
    expect(values.map((text) => /^(?:brumal|halted|NG|OK)/.exec(text ?? '')?.[0])).toEqual([
      ...['brumal', 'halted', 'NG', 'OK'],
    ]);
    expect(values.filter((text) => text?.includes('No machine has it now'))).toHaveLength(2);
    fireEvent.change(screen.getByRole('combobox', { name: 'Meaning of “NG”' }), {
      target: { value: 'maintenance' },
    });
    await waitFor(() => expect(kept().meanings).toEqual([{ status: 'NG', state: 'maintenance' }]));
  });
});
