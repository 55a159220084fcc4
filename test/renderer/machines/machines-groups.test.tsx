// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { MachineChoice } from '../../../preload/contract/machines/machine-choices.ts';
import { openApp } from '../app.tsx';
import { createWorld, machine, system } from '../world.ts';

const hour = 3_600_000;
const first = Date.now() - 10 * hour;
const choice = (name: string, group: string): MachineChoice => ({
  ...{ name, nth: 0, pinned: false, hidden: false, ownName: '', note: '', group },
});

async function openGrouped(groups: readonly MachineChoice[]) {
  const { bridge } = createWorld({
    systems: [system('alpha', 'Alpha')],
    machines: [
      ...[machine('Altair', 'OK', 'up'), machine('Capella', 'NG', 'down')],
      ...[machine('Deneb', 'OK', 'up'), machine('Rigel', 'OK', 'up')],
    ],
  });
  bridge.answer({
    'machineChoices.snapshot': ({ systemId }) => ({
      ...{ systemId, view: { cards: false, columns: null }, machines: [...groups], meanings: [] },
      polling: { every: 60, troubled: 30 },
    }),
    'machineChoices.setMachine': () => undefined,
    'machineHistory.availability': () => ({
      ...{ from: first, to: Date.now(), generatedUntil: first + hour },
      machines: [
        { name: 'Altair', nth: 0, time: { up: 6 * hour }, first },
        // two of its three hours down were planned
        {
          ...{ name: 'Capella', nth: 0, time: { up: hour, down: 3 * hour }, first },
          aside: { down: 2 * hour },
        },
        { name: 'Deneb', nth: 0, time: { up: 8 * hour }, first },
      ],
    }),
  });
  await openApp(bridge);
  await screen.findByText('Capella');
  return bridge;
}

it('machines stand in the groups that the user gave them, each with what it comes to, and fold away', async () => {
  await openGrouped([
    choice('Altair', 'Rack 10'),
    choice('Capella', 'Rack 10'),
    choice('Deneb', 'Rack 2'),
  ]);
  await screen.findByRole('region', { name: 'Rack 2' });
  const names = ['Rack 2', 'Rack 10', 'Other machines'];
  const headings = screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent ?? '');
  expect(headings.map((text) => names.find((name) => text.startsWith(name)))).toEqual(names);
  const rack = screen.getByRole('region', { name: 'Rack 10' });
  await waitFor(() => expect(rack.textContent).toContain('87.5% available'));
  expect(rack.textContent).toContain('1 of 2 not up');
  expect(within(rack).getByRole('button', { name: 'Capella' })).toBeTruthy();
  // what was made up is said once, not in each group
  expect(await screen.findAllByText(/made-up history/)).toHaveLength(1);
  const fold = within(rack).getByRole('button', { name: 'Rack 10' });
  fireEvent.click(fold);
  expect(fold.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByRole('button', { name: 'Capella' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Deneb' })).toBeTruthy();
  // found by its group
  fireEvent.change(screen.getByRole('searchbox', { name: 'Find machines' }), {
    target: { value: 'rack 2' },
  });
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Rack 10' })).toBeNull());
  expect(screen.getByRole('button', { name: 'Deneb' })).toBeTruthy();
});

it('without groups machines stand as they did; a machine’s detail puts it in one', async () => {
  const bridge = await openGrouped([]);
  expect(screen.queryByRole('region', { name: 'Other machines' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Capella' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  const field = await screen.findByLabelText('Group');
  fireEvent.change(field, { target: { value: 'Rack 10' } });
  fireEvent.blur(field);
  await waitFor(() =>
    expect(bridge.calls).toContainEqual(
      expect.objectContaining({
        name: 'machineChoices.setMachine',
        input: expect.objectContaining({
          machine: expect.objectContaining({ name: 'Capella', group: 'Rack 10' }),
        }),
      }),
    ),
  );
});
