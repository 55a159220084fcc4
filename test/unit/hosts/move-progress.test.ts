import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  describeMove,
  followMove,
  type MoveProgress,
  printMove,
} from '../../../main/hosts/move-progress.ts';
import { testFolder } from '../../support/files/folder.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

test('a move tells again and again how far it is, by the size of the database while that is written', async () => {
  const growing = join(testFolder(), 'compute-desk.sqlite');
  const told: MoveProgress[] = [];
  const watch = followMove('/disk/compute-desk', (progress) => told.push(progress));
  const tick = async (times: number) => {
    vi.advanceTimersByTime(500);
    await expect.poll(() => told.length).toBe(times);
  };
  await tick(0);
  watch.step({ done: 100, of: 400, growing: null });
  await tick(1);
  await tick(2);
  watch.step({ done: 300, of: 400, growing });
  await tick(3);
  writeFileSync(growing, Buffer.alloc(50));
  await tick(4);
  appendFileSync(growing, Buffer.alloc(60));
  await tick(5);
  watch.end();
  vi.advanceTimersByTime(5_000);
  expect(told.map(({ done, checking }) => [done, checking])).toEqual([
    ...[
      [100, false],
      [100, false],
      [300, false],
      [350, false],
    ],
    [400, true],
  ]);
});

test('one of which nothing more comes is given up', async () => {
  const watch = followMove('/disk/compute-desk', () => undefined, 0);
  watch.step({ done: 100, of: 400, growing: null });
  vi.advanceTimersByTime(1_000);
  await expect(watch.silent).rejects.toMatchObject({
    code: 'place-not-answering',
    details: { path: '/disk/compute-desk' },
  });
  watch.end();
});

const at = (done: number, checking = false): MoveProgress => ({
  ...{ to: '/disk/compute-desk', done: done * 1e6, of: 1_500e6, checking },
});

test('the terminal is told at once, with what comes after, then every three seconds', () => {
  let now = 0;
  const lines: string[] = [];
  const tell = printMove(
    (line) => lines.push(line),
    () => 'en',
    () => now,
  );
  for (const done of [0, 10, 20, 30, 40, 50, 60, 70]) {
    tell(at(done));
    now += 500;
  }
  expect(lines).toEqual([
    'Moving the data folder. Compute Desk opens when this is done. The old folder stays as it is; if this is interrupted, the next start begins the move anew.\n0 MB of 1,500 MB copied to /disk/compute-desk\n',
    '60 MB of 1,500 MB copied to /disk/compute-desk\n',
  ]);
});

test('it is told in both languages', () => {
  expect(describeMove(at(1_500, true), 'en').text).toBe(
    '1,500 MB copied to /disk/compute-desk; the copy is looked through',
  );
  expect(describeMove(at(20), 'ja').text).toBe(
    '/disk/compute-desk に 1,500 MB のうち 20 MB をコピーしました',
  );
});
