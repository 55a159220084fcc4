import { afterEach, expect, test, vi } from 'vitest';
import { createUpdates } from '../../../../main/settings/updates/index.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import { recordEvents, recordLog } from '../../../support/worlds/world.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
afterEach(() => void vi.useRealTimers());

test('the first look by itself comes five minutes after the start, the next a day later, and after a sleep of days there is one', async () => {
  vi.useFakeTimers();
  const asked: string[] = [];
  const refuse = ({ url }: { readonly url: string }) => {
    asked.push(url);
    return Promise.reject(new AppError('network-offline'));
  };
  const feed = `https://updates.invalid/#sha256=${'ab'.repeat(32)}`;
  const kept = new Map<string, unknown>([['updates', { feed }]]);
  const updates = createUpdates({
    ...{ version: '0.1.0', kind: 'electron', platform: 'linux 6.1 x64' },
    network: { request: refuse, stream: refuse },
    policy: { updateFeed: null, isLocked: () => false, requireOpen: () => undefined },
    settings: { get: (name) => kept.get(name), set: (name, value) => void kept.set(name, value) },
    saveStreamed: () => Promise.reject(new Error('nothing is saved')),
    emit: recordEvents().emit,
    log: recordLog(),
  });
  await vi.advanceTimersByTimeAsync(5 * minute - 1);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toEqual(['https://updates.invalid/SHA256SUMS']);
  // one that came to nothing is made again after six hours
  await vi.advanceTimersByTimeAsync(day - 1);
  expect(asked).toHaveLength(4);
  // the clock goes on while the computer sleeps, and its timers do not
  vi.setSystemTime(Date.now() + 9 * day);
  await vi.advanceTimersByTimeAsync(60 * minute);
  expect(asked).toHaveLength(5);
  await updates.close();
  await vi.advanceTimersByTimeAsync(9 * day);
  expect(asked).toHaveLength(5);
});
