import { expect, it } from 'vitest';
import { tableOf } from '../../../../renderer/features/chat/chat/thread/toolTable.ts';

const since = '2026-01-01T00:00:00.000Z';
const machine = (name: string, state: string) => ({ name, status: 'OK', state, since });

it('machines are a table with the worst first', () => {
  const result = {
    checkedAt: since,
    machines: [machine('a', 'up'), machine('c', 'maintenance'), machine('b', 'down')],
  };
  expect(tableOf(JSON.stringify(result))).toEqual({
    kind: 'machines',
    machines: [
      { name: 'b', state: 'down', since: Date.parse(since) },
      { name: 'c', state: 'maintenance', since: Date.parse(since) },
      { name: 'a', state: 'up', since: Date.parse(since) },
    ],
  });
});

it('a list of plain records is a table, alone or as the only list of an object', () => {
  const rows = [
    { job: 1, name: 'a' },
    { job: 2, done: true },
  ];
  const table = {
    kind: 'records',
    columns: ['job', 'name', 'done'],
    rows: [
      ['1', 'a', ''],
      ['2', '', 'true'],
    ],
  };
  expect(tableOf(JSON.stringify(rows))).toEqual(table);
  expect(tableOf(JSON.stringify({ total: 2, jobs: rows }))).toEqual(table);
  // unknown states are records as any other
  expect(tableOf(JSON.stringify([machine('a', 'odd')]))?.kind).toBe('records');
});

it.each([
  ['a text', 'no table'],
  ['a number', '42'],
  ['an empty text', ''],
  ['cut JSON', '[{"a": 1'],
  ['an empty list', '[]'],
  ['a list of numbers', '[1, 2]'],
  ['a mixed list', '[{"a": 1}, 2]'],
  ['two lists', '{"a": [{"x": 1}], "b": [{"x": 1}]}'],
  ['nested records', '[{"a": {"b": 1}}]'],
  ['many columns', JSON.stringify([{ a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1 }])],
  ['long cells', JSON.stringify([{ a: 'x'.repeat(300) }])],
  ['a long result', JSON.stringify([{ a: 'x'.repeat(300_000) }])],
  ['null', 'null'],
])('%s is no table', (_, result) => {
  expect(tableOf(result)).toBeNull();
});
