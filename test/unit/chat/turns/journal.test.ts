import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createJournal } from '../../../../main/chat/turns/turn/journal.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const second = () => vi.advanceTimersByTimeAsync(1000);

test('what was added is written within 250 ms, in one piece', async () => {
  const written: string[][] = [];
  const journal = createJournal(
    async (...piece) => void written.push(piece),
    () => undefined,
  );
  for (const text of ['a', 'b', 'c']) journal.add(text, text.toUpperCase());
  await vi.advanceTimersByTimeAsync(250);
  expect(written).toEqual([['abc', 'ABC']]);
  await second();
  expect(written).toHaveLength(1);
});

test('a failed write is told and its text comes with the next', async () => {
  const written: string[] = [];
  const failures: unknown[] = [];
  let full = true;
  const journal = createJournal(
    async (content) => {
      if (full) throw new Error('disk full');
      written.push(content);
    },
    (error) => failures.push(error),
  );
  journal.add('a', '');
  await vi.advanceTimersByTimeAsync(250);
  full = false;
  journal.add('b', '');
  await second();
  expect(failures).toHaveLength(1);
  expect(written.join('')).toBe('ab');
});

test('a character is never cut in two', async () => {
  const written: string[] = [];
  const journal = createJournal(
    async (content) => void written.push(content),
    () => undefined,
  );
  journal.add('x\ud83d', '');
  await vi.advanceTimersByTimeAsync(250);
  expect(written).toEqual(['x']);
  journal.add('\ude00', '');
  await second();
  expect(written).toEqual(['x', '😀']);
});

test('only one write runs at a time', async () => {
  let running = 0;
  let most = 0;
  const journal = createJournal(
    async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 900));
      running -= 1;
    },
    () => undefined,
  );
  for (let at = 0; at < 20; at += 1) {
    journal.add('x', '');
    await vi.advanceTimersByTimeAsync(250);
  }
  await Promise.all([journal.stop(), second()]);
  expect(most).toBe(1);
});
