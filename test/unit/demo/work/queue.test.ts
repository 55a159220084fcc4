import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { absolutePath, type Home, openHome } from '../../../../main/demo/work/home.ts';
import { past } from '../../../../main/demo/work/past.ts';
import { openQueue, type Queue } from '../../../../main/demo/work/queue.ts';
import { toArrayRecord, toRecord } from '../../../../main/demo/work/records.ts';
import { stateAt } from '../../../../main/demo/work/schedule.ts';

let folder: string;
let home: Home;
let now = Date.parse('2026-11-28T00:00:00Z');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-queue-'));
  home = await openHome(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let files = 0;
const open = (path = `jobs-${files++}.json`): Promise<Queue> =>
  openQueue({ path: join(folder, path), home, now: () => now });
const statesOf = (queue: Queue): (string | null)[] =>
  queue.all('cpu-main').map((one) => stateAt(one, now));
const readText = async (path: string): Promise<string | undefined> =>
  (await home.read(absolutePath(path)))?.toString('utf8');

test('a job is accepted, waits, is prepared, runs with its output growing, and ends', async () => {
  const queue = await open();
  const script = '#PJM -N steps\necho one\nsleep 10\necho two\ncat nothing.txt\n';
  const id = await queue.submit('cpu-main', script, '');
  const seen: unknown[] = [];
  for (const seconds of [0, 1, 1, 9, 1, 1]) {
    now += seconds * 1000;
    await queue.writeOutputs();
    seen.push([statesOf(queue)[0], await readText(`steps.${id}.out`)]);
  }
  expect(seen).toEqual([
    ['ACC', undefined],
    ['RNA', undefined],
    ['RUN', 'one\n'],
    ['RUN', 'one\n'],
    ['RNO', 'one\ntwo\n'],
    ['EXT', 'one\ntwo\n'],
  ]);
  expect(await readText(`steps.${id}.err`)).toContain('nothing.txt: No such file');
  const [job] = queue.all('cpu-main');
  expect(job && toRecord(job, now)).toMatchObject({
    jobid: String(id),
    status: 'EXT',
    elapse: '00:00:10',
    end_code: 1,
    pjm_code: '0',
    bulkno: 'None',
  });
});

test('a fifth job waits for one of four; a job beyond its limit and a cancelled one say so', async () => {
  const queue = await open();
  const long = '#PJM -L elapse=00:00:20\nsleep 60\n';
  for (let count = 0; count < 5; count += 1) await queue.submit('cpu-main', long, '');
  now += 5000;
  expect(statesOf(queue)).toEqual(['RUN', 'RUN', 'RUN', 'RUN', 'QUE']);
  const first = queue.all('cpu-main')[0]?.job.id ?? 0;
  expect(await queue.cancel('cpu-main', first, null)).toBe(true);
  expect(await queue.cancel('cpu-main', first, null)).toBe(false);
  now += 3000;
  expect(statesOf(queue)).toEqual(['CCL', 'RUN', 'RUN', 'RUN', 'RUN']);
  now += 60_000;
  const ends = queue.all('cpu-main').map((one) => toRecord(one, now));
  expect(ends.map(({ pjm_code: code }) => code)).toEqual(['28', '11', '11', '11', '11']);
});

test('the tasks of an array are one job with many ends, and outlive a restart', async () => {
  const path = 'array.json';
  const queue = await open(path);
  const script = '#PJM --bulk --sparam 0-3\nsleep 2\ncat input-$PJM_BULKNUM.txt\n';
  const id = await queue.submit('cpu-main', script, '-N many');
  now += 10_000;
  const again = await open(path);
  await again.writeOutputs();
  const tasks = again.all('cpu-main');
  expect(tasks.map((one) => toRecord(one, now).jobid)).toEqual(
    [0, 1, 2, 3].map((task) => `${id}[${task}]`),
  );
  expect(toArrayRecord(tasks, now)).toMatchObject({
    jobid: String(id),
    name: 'many',
    subjob_num: 4,
    exit_subjob_num: 4,
    end_code: 1,
  });
  expect(await readText(`many.${id}.2.out`)).toBe('two\n');
  expect(await readText(`many.${id}.3.err`)).toContain('No such file');
});

test.for([
  ['#PJM -N', '-N needs a value'],
  ['#PJM --what', '--what is not an option'],
  ['#PJM --sparam 5-1', '--sparam 5-1 is not a range'],
  ['#PJM -L elapse=soon', 'elapse: soon is not a number'],
])('a script with %s is refused', async ([script = '', words = '']) => {
  const queue = await open();
  await expect(queue.submit('cpu-main', `${script}\necho\n`, '')).rejects.toThrow(words);
  expect(queue.all('cpu-main')).toEqual([]);
});

test('a new demo has a past: jobs that ended, one that failed, an array with one failure, one that runs', async () => {
  const path = join(folder, 'past.json');
  const openPast = () => openQueue({ path, home, now: () => now, past });
  const queue = await openPast();
  await queue.writeOutputs();
  const cpu = queue.all('cpu-main').map((one) => toRecord(one, now));
  const gpu = queue.all('gpu-main').map((one) => toRecord(one, now));
  const seen = [...cpu, ...gpu].map(({ name, status, end_code: code }) => [name, status, code]);
  expect(seen).toEqual([
    ['mesh-prepare', 'EXT', 0],
    ['wing-steady', 'EXT', 0],
    ['angle-sweep', 'EXT', 0],
    ['angle-sweep', 'EXT', 0],
    ['angle-sweep', 'EXT', 0],
    ['angle-sweep', 'EXT', 1],
    ['train-segments', 'EXT', 1],
    ['train-again', 'RUN', 'None'],
  ]);
  expect(await readText(`train-segments.${gpu[0]?.jid}.err`)).toContain('part-07.csv: No such');
  // the same ones while the queue knows of them, new ones once it has forgotten them
  const ids = async () => (await openPast()).all('gpu-main').map(({ job: { id } }) => id);
  const before = await ids();
  now += 3_600_000;
  expect(await ids()).toEqual(before);
  now += 2 * 86_400_000;
  expect(await ids()).toHaveLength(before.length);
  expect(await ids()).not.toEqual(before);
});
