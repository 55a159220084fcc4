import { describe, expect, test } from 'vitest';
import type { TreeNode } from '../../../../preload/contract/chat/conversation.ts';
import { layOut } from '../../../../renderer/features/chat/conversations/tree/layout.ts';

const node = (id: string, parentId: string | null, depth: number): TreeNode => ({
  id,
  parentId,
  depth,
  role: depth % 2 === 0 ? 'user' : 'assistant',
  state: 'complete',
  model: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  beginning: id,
});

describe('the drawing of a tree', () => {
  test('keeps the branch shown in the first lane, other versions one lane further each', () => {
    // a - b - c, b2 beside b with two answers of its own, and another beginning
    const nodes = [
      node('a', null, 0),
      node('b', 'a', 1),
      node('b2', 'a', 1),
      node('c', 'b', 2),
      node('d', 'b2', 2),
      node('d2', 'b2', 2),
      node('z', null, 0),
    ];
    const { rows, lanes, branches } = layOut(nodes, 'c');
    expect(
      rows.map((row) => [row.node.id, row.lane, row.turnsOff, row.goesOn, row.current]),
    ).toEqual([
      ['z', 1, true, false, false],
      ['a', 0, false, true, true],
      ['b2', 1, true, true, false],
      ['d', 2, true, false, false],
      ['d2', 1, false, false, false],
      ['b', 0, false, true, true],
      ['c', 0, false, false, true],
    ]);
    expect({ lanes, branches }).toEqual({ lanes: 3, branches: 4 });
  });

  test('takes a conversation 20,000 messages deep', () => {
    const nodes = Array.from({ length: 20_000 }, (_, depth) =>
      node(`m${depth}`, depth === 0 ? null : `m${depth - 1}`, depth),
    );
    const { rows, lanes } = layOut(nodes, 'm19999');
    expect(rows).toHaveLength(20_000);
    expect(lanes).toBe(1);
    expect(rows.every(({ current }) => current)).toBe(true);
  });

  test('without messages is empty, and an end that is not there marks nothing', () => {
    expect(layOut([], null)).toEqual({ rows: [], lanes: 1, branches: 0 });
    expect(layOut([node('a', null, 0)], 'gone').rows[0]?.current).toBe(false);
  });
});
