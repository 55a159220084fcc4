import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createChanges } from '../../../main/work/files/changes.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import { changeShownAfter } from '../../../preload/contract/work/file-limits.ts';

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
});
const what = {
  systemId: 's1',
  machine: 'daint',
  kind: 'delete',
  name: 'data',
  cancels: true,
} as const;

/** Work that ends only when it is cancelled. */
const endless = (signal: AbortSignal): Promise<void> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new AppError('cancelled')));
  });

test('a change is listed once it takes long, and no longer when it has ended', async () => {
  const told: number[] = [];
  const changes = createChanges(() => told.push(changes.list().length));
  await changes.run(what, async () => undefined);
  const long = changes.run(what, endless);
  vi.advanceTimersByTime(changeShownAfter - 1);
  expect(changes.list()).toEqual([]);
  vi.advanceTimersByTime(1);
  const [listed] = changes.list();
  expect(listed).toMatchObject(what);
  changes.cancel('another');
  changes.cancel(listed?.id ?? '');
  await expect(long).rejects.toMatchObject({ code: 'cancelled' });
  expect(told).toEqual([1, 0]);
});

test('one that the system cannot give up goes on', async () => {
  const changes = createChanges(() => undefined);
  let aborted = false;
  void changes.run({ ...what, cancels: false }, async (signal) => {
    signal.addEventListener('abort', () => {
      aborted = true;
    });
    await new Promise(() => undefined);
  });
  vi.advanceTimersByTime(changeShownAfter);
  changes.cancel(changes.list()[0]?.id ?? '');
  expect([aborted, changes.list().length]).toEqual([false, 1]);
});
