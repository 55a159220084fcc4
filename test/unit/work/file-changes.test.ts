import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createChanges } from '../../../main/work/files/changes.ts';
import type { RemoteFiles } from '../../../main/work/files/remote.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import { changeShownAfter } from '../../../preload/contract/work/file-limits.ts';

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
});
const sender = { id: 'window' };
const place = { systemId: 's1', machine: 'daint', path: '/scratch/data' };
const removal = { ...place, kind: 'folder' } as const;

/** Changes that end only when they are cancelled. */
function endless(cancels: boolean) {
  const told: number[] = [];
  const signals: AbortSignal[] = [];
  const remote: Pick<RemoteFiles, 'cancels' | 'remove'> = {
    cancels,
    remove: (_path, _kind, signal) =>
      new Promise((_, reject) => {
        if (signal !== undefined) signals.push(signal);
        signal?.addEventListener('abort', () => reject(new AppError('cancelled')));
      }),
  };
  const changes = createChanges(
    () => remote as RemoteFiles,
    () => told.push(changes.list().length),
  );
  return { ...changes, told, signals };
}

test('a change is listed once it takes long, and no longer when it was cancelled', async () => {
  const { calls, list, told } = endless(true);
  const long = calls.remove(removal, sender);
  vi.advanceTimersByTime(changeShownAfter - 1);
  expect(list()).toEqual([]);
  vi.advanceTimersByTime(1);
  const [listed] = list();
  expect(listed).toMatchObject({ systemId: 's1', machine: 'daint', kind: 'delete', name: 'data' });
  await calls.cancelChange({ id: 'another' }, sender);
  await calls.cancelChange({ id: listed?.id ?? '' }, sender);
  await expect(long).rejects.toMatchObject({ code: 'cancelled' });
  expect(told).toEqual([1, 0]);
});

test('one that the system cannot give up goes on', async () => {
  const { calls, list, signals } = endless(false);
  void calls.remove(removal, sender);
  vi.advanceTimersByTime(changeShownAfter);
  await calls.cancelChange({ id: list()[0]?.id ?? '' }, sender);
  expect([signals[0]?.aborted, list().length]).toEqual([false, 1]);
});
