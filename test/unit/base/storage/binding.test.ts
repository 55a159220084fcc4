import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { bindByName, bindsNumberedInOrder } from '../../../../main/base/storage/binding.ts';

const db = new DatabaseSync(':memory:');

test('this runtime binds numbered places in order', () => {
  expect(bindsNumberedInOrder(db)).toBe(true);
});

test('a runtime that does not is told by trying', () => {
  const refusing = {
    prepare: () => ({
      get() {
        throw new Error('column index out of range');
      },
    }),
  } as unknown as DatabaseSync;
  expect(bindsNumberedInOrder(refusing)).toBe(false);
});

test.each([
  ['SELECT ?2 AS a, ?1 AS b, ?2 AS c', ['one', 'two'], { a: 'two', b: 'one', c: 'two' }],
  ['SELECT ?1 AS a, ?10 AS b', [0, 0, 0, 0, 0, 0, 0, 0, 0, null], { a: 0, b: null }],
  ['SELECT ? AS a, ? AS b', [1, 2], { a: 1, b: 2 }],
  ['SELECT 1 AS a', [], { a: 1 }],
])('%s is bound the same by name', (sql, params, row) => {
  const bound = bindByName(sql)(params) as (string | number | null)[];
  expect(db.prepare(sql).all(...bound)).toEqual([row]);
});
