import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createChecker } from '../../../../renderer/features/chat/chat/limits/checker.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

interface Subject {
  readonly of: string;
  readonly text: string;
}

function world() {
  const asked: Subject[] = [];
  const told: (string | null)[] = [];
  const open: { answer(text: string): void; fail(): void }[] = [];
  const checker = createChecker<Subject, string>(
    (subject) => {
      asked.push(subject);
      return new Promise((resolve, reject) => {
        open.push({ answer: resolve, fail: () => reject(new Error('no')) });
      });
    },
    (answer) => told.push(answer),
    (one, other) => one.of === other.of,
  );
  return { checker, asked, told, open, texts: () => asked.map(({ text }) => text) };
}
const settle = () => vi.advanceTimersByTimeAsync(0);

test('typing is judged once it rests, and only its last state', async () => {
  const { checker, texts, told, open } = world();
  for (const text of ['a', 'ab', 'abc']) {
    checker.look({ of: 'c1', text });
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(texts()).toEqual([]);
  await vi.advanceTimersByTimeAsync(300);
  expect(texts()).toEqual(['abc']);
  open[0]?.answer('fits');
  await settle();
  expect(told).toEqual([null, 'fits']);
});

test('one question at a time; what came meanwhile is asked after it, later when answers are slow', async () => {
  const { checker, texts, open, told } = world();
  checker.look({ of: 'c1', text: 'a' }, true);
  await settle();
  checker.look({ of: 'c1', text: 'b' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(texts()).toEqual(['a']);
  open[0]?.answer('one');
  await settle();
  expect(told.at(-1)).toBe('one');
  await vi.advanceTimersByTimeAsync(3900);
  expect(texts()).toEqual(['a']);
  await vi.advanceTimersByTimeAsync(200);
  expect(texts()).toEqual(['a', 'b']);
});

test('an answer for another conversation is not told, and the old one goes at once', async () => {
  const { checker, open, told, texts } = world();
  checker.look({ of: 'c1', text: 'a' }, true);
  await settle();
  open[0]?.answer('of c1');
  await settle();
  checker.look({ of: 'c1', text: 'b' }, true);
  await settle();
  checker.look({ of: 'c2', text: 'c' }, true);
  expect(told).toEqual([null, 'of c1', null]);
  open[1]?.answer('late');
  await vi.advanceTimersByTimeAsync(400);
  expect(told).toEqual([null, 'of c1', null]);
  expect(texts()).toEqual(['a', 'b', 'c']);
});

test('while there is nothing to be judged, nothing is asked, and what was asked before is not told', async () => {
  const { checker, open, told, texts } = world();
  checker.look({ of: 'c1', text: 'a' }, true);
  await settle();
  checker.look(null, true);
  open[0]?.answer('late');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(told).toEqual([null, null]);
  checker.look({ of: 'c1', text: 'b' }, true);
  checker.look(null);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(texts()).toEqual(['a']);
});

test('what cannot be judged is told as nothing, and the next is judged again', async () => {
  const { checker, open, told } = world();
  checker.look({ of: 'c1', text: 'a' }, true);
  await settle();
  open[0]?.fail();
  await settle();
  checker.look({ of: 'c1', text: 'b' }, true);
  await settle();
  open[1]?.answer('fits');
  await settle();
  expect(told).toEqual([null, null, 'fits']);
  checker.close();
  checker.look({ of: 'c1', text: 'c' });
  await vi.advanceTimersByTimeAsync(5000);
  expect(open).toHaveLength(2);
});
