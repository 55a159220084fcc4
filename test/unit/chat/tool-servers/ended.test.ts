import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createEnd, orEnd } from '../../../../main/chat/tool-servers/ended.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import { heapUsed } from '../../../support/processes/heap.ts';

const problem = new AppError('tool-server-ended');
const never = createEnd(new Promise<AppError>(() => undefined));
const over = () => createEnd(Promise.resolve(problem));

test('a call has its answer, or why its server ended', async () => {
  expect(await orEnd(Promise.resolve('answer'), never)).toBe('answer');
  await expect(orEnd(Promise.reject(new Error('refused')), never)).rejects.toThrow('refused');
  const hanging = new Promise(() => undefined);
  await expect(orEnd(hanging, over())).rejects.toBe(problem);
  const closed = Object.assign(new Error('closed'), { code: 'CONNECTION_CLOSED' });
  await expect(orEnd(Promise.reject(closed), over())).rejects.toBe(problem);
});

test('who asks after the end is told at once; who does not wait any more is not', async () => {
  const told: string[] = [];
  const end = over();
  end.when(() => told.push('first'));
  end.when(() => told.push('forgotten'))();
  await setImmediate();
  end.when(() => told.push('late'));
  expect(told).toEqual(['first', 'late']);
});

test('no answer stays in memory while its server runs', async () => {
  const held = await (async () => {
    const answer = await orEnd(Promise.resolve({ large: true }), never);
    return new WeakRef(answer);
  })();
  for (let round = 0; round < 4; round += 1) {
    await setImmediate();
    heapUsed();
  }
  expect(held.deref()).toBeUndefined();
});
