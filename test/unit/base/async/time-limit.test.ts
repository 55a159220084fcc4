import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startTimeLimit } from '../../../../main/base/async/time-limit.ts';
import { heapUsed } from '../../../support/processes/heap.ts';

const long = 600_000;

test('its signal aborts when the time is over, as that of AbortSignal.timeout', async () => {
  const { signal } = startTimeLimit(1);
  await once(signal, 'abort');
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
});

test('its signal aborts with the others, for their reason', () => {
  const other = new AbortController();
  const limit = startTimeLimit(long, new AbortController().signal, other.signal);
  expect(limit.signal.aborted).toBe(false);
  other.abort('why');
  expect(limit.signal.reason).toBe('why');
  limit.end();
});

test('nothing of it stays in memory once it has ended', async () => {
  const held = (() => {
    const { signal, end } = startTimeLimit(long, new AbortController().signal);
    // whoever can be stopped listens
    signal.addEventListener('abort', () => undefined);
    end();
    return new WeakRef(signal);
  })();
  // what it was made of goes first, then it
  for (let round = 0; round < 4; round += 1) {
    await setImmediate();
    heapUsed();
  }
  expect(held.deref()).toBeUndefined();
});
