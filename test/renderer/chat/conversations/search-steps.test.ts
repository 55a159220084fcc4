import { expect, test, vi } from 'vitest';
import type { SearchHit, SearchResult } from '../../../../preload/contract/chat/search.ts';
import type { Client } from '../../../../renderer/client/index.ts';
import { createSearch } from '../../../../renderer/features/chat/conversations/search/search.ts';
import { patience } from '../../../support/patience.ts';

const at = '2026-01-02T03:04:05.000Z';
const hit = (number: number): SearchHit => ({
  ...{ number, messageId: `m${number}`, conversationId: 'c', title: '', folderId: null },
  ...{ archived: false, role: 'user', model: null, createdAt: at, depth: 0 },
  ...{ in: 'content', name: null, excerpt: [] },
});
const ended = { terms: ['x'], indexing: null };

test('an answer that ended early is gone on with by itself, and says meanwhile how far back it was', async () => {
  const answers: SearchResult[] = [
    { ...ended, hits: [], more: true, unsearched: { before: 900, at } },
    { ...ended, hits: [hit(700)], more: true, unsearched: { before: 500, at } },
    { ...ended, hits: [], more: false, unsearched: null },
  ];
  const asked: unknown[] = [];
  const call = async (_name: string, { before, limit }: { before?: number; limit: number }) => {
    asked.push([before, limit]);
    return answers[asked.length - 1];
  };
  const search = createSearch({ call } as unknown as Client, 'system-1', 5);
  const told: (string | null)[] = [];
  const nothing: boolean[] = [];
  search.subscribe(({ searchedBackTo, busy, hits, answered }) => {
    told.push(searchedBackTo);
    nothing.push(answered !== null && !busy && hits.length === 0);
  });
  search.look('x', {});
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(0), patience(5000));
  await vi.waitFor(() => expect(asked).toHaveLength(3), patience(5000));
  await vi.waitFor(() => expect(search.getState().busy).toBe(false), patience(5000));
  expect(asked).toEqual([
    [undefined, 5],
    [900, 5],
    [500, 4],
  ]);
  expect(search.getState().hits.map(({ number }) => number)).toEqual([700]);
  expect(told).toContain(at);
  expect(search.getState().searchedBackTo).toBe(null);
  expect(nothing).not.toContain(true);
  search.close();
});
