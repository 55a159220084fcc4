import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withText } from '../../../../main/chat/turns/drafts/merge.ts';
import {
  createDraftSync,
  type DraftSync,
} from '../../../../renderer/features/chat/chat/composer/draftSync.ts';
import { mapPosition } from '../../../../renderer/features/chat/chat/composer/field/writingField.ts';
import type { RemoteDraft } from '../../../../renderer/features/chat/chat/conversation/latestDraft.ts';
import { seeded } from '../../../support/files/seeded.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface TestedWindow {
  readonly sync: DraftSync;
  /** As it stands in the field. */
  shown: string;
  type(text: string): void;
}

/** Main's rule over windows whose saves and news take their time, each in its own order. */
function desk(names: readonly string[]) {
  let main = { draft: '', otherDrafts: [] as readonly string[] };
  const toMain: (() => void)[] = [];
  const toWindow = names.map((): (() => void)[] => []);
  const windows = names.map((writer, own): TestedWindow => {
    const made: TestedWindow = {
      shown: '',
      type(text) {
        made.shown = text;
        made.sync.write(text);
      },
      sync: createDraftSync({
        writer,
        save: (draft, over) =>
          new Promise((answer) => {
            toMain.push(() => {
              main = withText(main, draft, over);
              const heard: RemoteDraft = { draft: main.draft, writer };
              for (const [at, queue] of toWindow.entries()) {
                queue.push(() => windows[at]?.sync.hear(heard));
              }
              toWindow[own]?.push(() => answer(true));
            });
          }),
        show(text) {
          made.shown = text;
        },
      }),
    };
    return made;
  });
  const queues = [toMain, ...toWindow];
  return {
    windows,
    main: () => main,
    /** Hands over the oldest of what is under way there: 0 is main. */
    async step(at: number): Promise<void> {
      queues[at]?.shift()?.();
      await vi.advanceTimersByTimeAsync(0);
    },
    async settle(): Promise<void> {
      for (let round = 0; round < 40; round += 1) {
        for (const queue of queues) {
          while (queue.length > 0) queue.shift()?.();
          await vi.advanceTimersByTimeAsync(0);
        }
        await vi.advanceTimersByTimeAsync(500);
      }
    },
  };
}

test('two windows that type as they like end with one text, and no last word of either is lost', async () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const random = seeded(seed);
    const { windows, main, step, settle } = desk(['one', 'two']);
    const last = ['', ''];
    for (let action = 0; action < 40; action += 1) {
      const kind = Math.floor(random() * 7);
      const at = kind % 2;
      const window = windows[at];
      if (kind < 3 && window !== undefined) {
        const word = `${at}${action} `;
        const next = random() < 0.8 ? window.shown + word : word;
        window.type(next);
        last[at] = next;
      } else if (kind < 6) await step(kind - 3);
      else await vi.advanceTimersByTimeAsync(450);
    }
    await settle();
    const { draft, otherDrafts } = main();
    expect(windows.map(({ shown }) => shown)).toEqual([draft, draft]);
    const kept = [draft, ...otherDrafts].join('\n');
    for (const text of last) expect(kept, `seed ${seed}`).toContain(text.trim().split(' ').at(-1));
    for (const { sync } of windows) sync.close();
  }
});

test('what others write is shown as it comes, but not into a composition or over what is not kept yet', async () => {
  const { windows, main, step, settle } = desk(['one', 'two']);
  const [one, two] = windows;
  if (one === undefined || two === undefined) throw new Error('no windows');
  one.type('one');
  await settle();
  expect(two.shown).toBe('one');
  two.sync.compose(true);
  two.type('oneか');
  one.type('one, two');
  await vi.advanceTimersByTimeAsync(450);
  for (const at of [0, 0, 1, 1, 2, 2]) await step(at);
  expect(two.shown).toBe('oneか');
  two.type('one漢');
  two.sync.compose(false);
  await settle();
  expect(one.shown).toBe(two.shown);
  expect([main().draft, ...main().otherDrafts].sort()).toEqual(['one, two', 'one漢']);
});

test('a window that only composes nothing takes over afterwards what came meanwhile', async () => {
  const { windows, settle } = desk(['one', 'two']);
  const [one, two] = windows;
  two?.sync.compose(true);
  one?.type('from one');
  await settle();
  expect(two?.shown).toBe('');
  two?.sync.compose(false);
  expect(two?.shown).toBe('from one');
});

test('what main did not take is tried again, and is not shown as kept', async () => {
  const saved: string[] = [];
  let works = false;
  const sync = createDraftSync({
    writer: 'one',
    save: async (draft) => {
      if (works) saved.push(draft);
      return works;
    },
    show: () => undefined,
  });
  sync.write('words');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(saved).toEqual([]);
  works = true;
  await vi.advanceTimersByTimeAsync(2_500);
  expect(saved).toEqual(['words']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(saved).toEqual(['words']);
  sync.close();
});

test.each([
  ['at the end', 'abc', 'abcdef', 3, 3],
  ['before what came', 'abc', 'abXc', 1, 1],
  ['behind what came', 'abc', 'aXXbc', 2, 4],
  ['in what went', 'abcdef', 'af', 3, 1],
  ['of another text', 'abc', 'xyz', 2, 0],
])('the caret stays where it is: %s', (_, before, after, at, place) => {
  expect(mapPosition(before, after, at)).toBe(place);
});

test('a long text is kept after a rest in the typing, and after five seconds at the latest', async () => {
  const saved: number[] = [];
  const sync = createDraftSync({
    writer: 'a',
    save: async ({ length }) => {
      saved.push(length);
      return true;
    },
    show: () => undefined,
  });
  const long = 'x'.repeat(1_000_000);
  let typed = 0;
  const type = async (rest: number): Promise<void> => {
    typed += 1;
    sync.write(long + 'y'.repeat(typed));
    await vi.advanceTimersByTimeAsync(rest);
  };
  for (let key = 0; key < 9; key += 1) await type(500);
  expect(saved).toEqual([]);
  await type(500);
  expect(saved).toEqual([1_000_010]);
  await type(999);
  expect(saved).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(saved).toEqual([1_000_010, 1_000_011]);
  sync.close();
});
