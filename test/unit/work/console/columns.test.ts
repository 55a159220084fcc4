import { expect, test } from 'vitest';
import { columnWidth } from '../../../../renderer/features/work/console/answer/records.ts';

const rows = [
  { state: 'under_maintenance', n: 1, nodes: { total: 1536, available: 66 } },
  { state: 'OK', n: 2, nodes: { total: 4, available: 0 }, text: 'a'.repeat(5_000) },
];
const records = { place: '[]', rows, fields: ['state', 'n', 'nodes', 'text'] };
const width = (name: string) => columnWidth(records, name);

test('a column is as wide as its longest value, within bounds', () => {
  expect(width('state')).toBe('under_maintenance'.length * 0.5 + 1.5);
  expect(width('n')).toBeLessThan(width('state'));
  expect(width('text')).toBe(17.5);
});

test('objects do not take the room of what can be read', () => {
  expect(width('nodes')).toBeLessThan(width('state'));
  // small ones are shown whole in a wide window
  expect(columnWidth(records, 'nodes', true)).toBe(
    '{"total":1536,"available":66}'.length * 0.5 + 1.5,
  );
});
