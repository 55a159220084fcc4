import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseJson } from '../../common/texts/json.ts';
import { callOf, type Desk } from './support/desk.ts';
import { openDesk, sharedApp } from './support/shared.ts';

const shared = sharedApp();

async function openWith(dataFolder: string): Promise<Desk> {
  const desk = await openDesk({ app: shared.app, dataFolder });
  await callOf(desk)('systems.snapshot');
  return desk;
}

async function logged(dataFolder: string, event: string): Promise<string[]> {
  const text = await readFile(join(dataFolder, 'logs/main.log'), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => parseJson(line) as { event: string; cause?: string })
    .filter((record) => record.event === event)
    .map(({ cause = '' }) => cause);
}

test('what is thrown to nobody ends the app as its user would, and its log says what it was', async () => {
  const dataFolder = shared.freshData();
  const { electron } = await openWith(dataFolder);
  const ended = once(electron.process(), 'exit');
  await electron.evaluate(() => {
    setTimeout(() => {
      throw new Error('thrown to nobody');
    }, 50);
  });
  expect((await ended)[0]).toBe(1);
  const told = await logged(dataFolder, 'uncaught');
  expect(told).toEqual([expect.stringContaining('thrown to nobody')]);
  // closed as ever: the next start has nothing to make good
  await openWith(dataFolder);
});

test('a promise that nobody heard fail is told in the log, and the app goes on', async () => {
  const dataFolder = shared.freshData();
  const desk = await openWith(dataFolder);
  await desk.electron.evaluate(() => {
    setImmediate(() => void Promise.reject(new Error('promised to nobody')));
  });
  await expect.poll(() => logged(dataFolder, 'unhandled')).toHaveLength(1);
  expect((await logged(dataFolder, 'unhandled'))[0]).toContain('promised to nobody');
  await callOf(desk)('systems.snapshot');
});
