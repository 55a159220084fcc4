import { expect, test } from 'vitest';
import { findOutages } from '../../../../main/machines/history/incidents.ts';
import type { MachineState } from '../../../../preload/contract/machines/machines.ts';

const told = (...states: MachineState[]) =>
  findOutages(states.map((state, at) => ({ at, state, status: state })));

test('an incident lasts from the first state that is not up to the next that is, and is as bad as its worst', () => {
  expect(told()).toEqual([]);
  expect(told('up', 'up')).toEqual([]);
  expect(told('up', 'degraded', 'down', 'maintenance', 'up', 'unknown')).toEqual([
    { from: 1, to: 4, state: 'down' },
    { from: 5, to: null, state: 'unknown' },
  ]);
  expect(told('down', 'up', 'up', 'down', 'up')).toEqual([
    { from: 0, to: 1, state: 'down' },
    { from: 3, to: 4, state: 'down' },
  ]);
});
