import { expect, test } from 'vitest';
import type { Machine } from '../../../../preload/contract/machines/machines.ts';
import { createListing, matching } from '../../../../renderer/features/machines/machines/filter.ts';

const machine = (name: string, status = 'OK', record: Machine['record'] = { status }): Machine => ({
  ...{ name, status, state: status === 'OK' ? 'up' : 'down', since: '2026-11-23T10:00:00.000Z' },
  record,
});
/** As it arrives with every check: equal, and another object. */
const again = (machines: readonly Machine[]): Machine[] => structuredClone([...machines]);

test('after a check that says the same, all is the same; where one machine changed, the others are', () => {
  const list = createListing();
  const answer = [machine('a'), machine('b'), machine('c', 'OK', { queue: 1 })];
  const before = list(answer, []);
  expect(list(again(answer), [])).toBe(before);
  const after = list([machine('a'), machine('b', 'NG'), machine('c', 'OK', { queue: 2 })], []);
  expect(after).not.toBe(before);
  expect(after.map((one, at) => one === before[at])).toEqual([true, false, false]);
  expect(after.map(({ status }) => status)).toEqual(['OK', 'NG', 'OK']);
});

test('machines of one name keep their places, however many of them an answer has', () => {
  const list = createListing();
  const places = (...machines: Machine[]) => list(machines, []).map(({ name, nth }) => name + nth);
  expect(places(machine('a'), machine('a', 'NG'), machine(''))).toEqual(['a0', 'a1', '0']);
  expect(places(machine('a', 'NG'))).toEqual(['a0']);
  expect(places(machine('a'), machine('a'), machine('a'))).toEqual(['a0', 'a1', 'a2']);
  expect(places()).toEqual([]);
});

test('an order of its own with every answer changes the order, and no machine', () => {
  const list = createListing();
  const answer = Array.from({ length: 100 }, (_, n) => machine(`node-${n}`));
  const before = new Set(list(answer, []));
  const after = list(again(answer).reverse(), []);
  expect(after.every((one) => before.has(one))).toBe(true);
  expect(after[0]?.name).toBe('node-99');
});

test('what the user sets for a machine is seen at once', () => {
  const list = createListing();
  const [before] = list([machine('a')], []);
  const choice = {
    name: 'a',
    nth: 0,
    pinned: true,
    hidden: false,
    ownName: 'A',
    note: '',
    group: '',
  };
  const [after] = list([machine('a')], [choice]);
  expect(after).toMatchObject({ pinned: true, ownName: 'A' });
  expect(after).not.toBe(before);
  expect(matching(list([machine('a')], [{ ...choice, hidden: true }]), '', 'all')).toEqual([]);
});
