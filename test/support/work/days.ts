import { expect, onTestFinished } from 'vitest';
import { seeded } from '../../../common/seeded.ts';
import { createJobs } from '../../../main/work/jobs/index.ts';
import type { ComputeApi, Job, JobState } from '../../../main/work/operations/types.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { MachineChange } from '../../../preload/contract/machines/notifications.ts';
import { testFolder } from '../files/folder.ts';
import { startMemoryStorage } from '../worlds/storage.ts';
import { recordLog, testSystem, testSystems } from '../worlds/world.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const machine = 'cpu';
const begins = Date.UTC(2026, 0, 5);

/** A job as it really was: the API tells it until its history is over. */
interface Truth {
  readonly id: string;
  readonly accepted: number;
  readonly start: number;
  readonly end: number;
  readonly ending: JobState;
}

function makeTruth(days: number, random: () => number): Truth[] {
  const endings: readonly JobState[] = ['done', 'done', 'failed', 'limit', 'cancelled'];
  const jobs: Truth[] = [];
  const free = new Map<number, number>();
  for (let number = 0; number < days * 6; number += 1) {
    const accepted = begins + Math.floor((number * day) / 6 + random() * hour);
    const start = accepted + Math.floor(random() ** 3 * 6 * hour);
    const end = start + Math.floor(1000 + random() ** 3 * 30 * hour);
    // Few ids, which are used again once their job has ended.
    let id = 1;
    while ((free.get(id) ?? 0) > accepted) id += 1;
    free.set(id, end + minute);
    jobs.push({
      ...{ id: String(id), accepted, start, end },
      ending: endings[Math.floor(random() * endings.length)] ?? 'done',
    });
  }
  return jobs;
}

function tellJob(truth: Truth, now: number, isTimed: boolean): Job {
  const state = now >= truth.end ? truth.ending : now >= truth.start ? 'running' : 'waiting';
  return {
    ...{ id: truth.id, machine, name: `job ${truth.accepted}`, user: 'me', state },
    ...{ stateText: state, reason: null, queue: null, project: null, nodes: 1, cpus: 1 },
    ...{ limitSeconds: null, elapsedSeconds: null, submittedAt: isTimed ? truth.accepted : null },
    startedAt: now >= truth.start ? truth.start : null,
    endedAt: now >= truth.end ? truth.end : null,
    ...{ exitCode: null, signal: null, task: null, tasks: null, folder: null },
    ...{ outputPath: null, errorPath: null, comment: null, record: null },
  };
}

/**
 * Follows jobs through simulated days of sleep, outages, restarts, reused ids and a short history: nothing that an
 * answer told may be lost, and each notice is given once. An API may not tell when jobs were submitted, and may refuse to
 * tell one job alone.
 */
export async function followDays(
  days: number,
  keepChanges: 0 | 90,
  seed: number,
  isTimed = true,
): Promise<void> {
  const random = seeded(seed);
  const historyMs = [24 * hour, 5 * minute, 7 * day][seed % 3] ?? day;
  const truth = makeTruth(days, random);
  let now = begins;
  let isOut = false;
  let refuses = false;
  const refusals = seeded(seed + 100);
  /** Ends that an answer told, and jobs that one told as not ended. */
  const toldEnds = new Map<string, JobState>();
  const toldLive = new Set<string>();
  // Each job has a name of its own.
  const keyOf = ({ id, name }: Pick<Job, 'id' | 'name'>): string => `${id} ${name}`;
  const answer = (jobs: readonly Job[]): Job[] => {
    if (isOut) throw new AppError('network-timeout');
    for (const job of jobs) {
      if (job.endedAt === null) toldLive.add(keyOf(job));
      else if (toldLive.has(keyOf(job))) toldEnds.set(keyOf(job), job.state);
    }
    return [...jobs];
  };
  const known = () => truth.filter(({ accepted, end }) => accepted <= now && now < end + historyMs);
  const nothing = async (): Promise<never> => {
    throw new AppError('cancelled');
  };
  const api: ComputeApi = {
    family: 'slurm',
    machines: async () => [machine],
    files: null,
    run: null,
    jobs: {
      historyMs,
      findsMarker: true,
      listsOnlyOwn: false,
      list: async ({ ended, since = 0 }) =>
        answer(
          known()
            .filter(({ end }) => (ended ? end <= now && end >= since : end > now))
            .map((one) => tellJob(one, now, isTimed)),
        ),
      show: async ({ id }) => {
        if (refuses) throw new AppError('http-status', { details: { status: 500 } });
        return answer(
          known()
            .filter((one) => one.id === id)
            .map((one) => tellJob(one, now, isTimed))
            .slice(-1),
        );
      },
      preview: () => ({ method: 'POST', path: '/', reads: false }),
      submit: nothing,
      cancel: nothing,
    },
  };

  const database = await startMemoryStorage();
  onTestFinished(() => database.close());
  const system = testSystem(null, {
    computeApi: { family: 'slurm', version: 'v0.0.38', user: 'me' },
  });
  const systems = await testSystems(database, system);
  const systemId = system.id;
  const given: MachineChange[] = [];
  const open = () =>
    createJobs({
      systems,
      database,
      apis: { of: () => api, retry: () => undefined },
      links: {
        to: () => {
          throw new AppError('no-system');
        },
        onChange: () => () => undefined,
      },
      notices: {
        async jobs(_systemId, _at, changes, statements) {
          await database.runAll(statements);
          given.push(...changes);
          return false;
        },
      },
      policy: { isLocked: () => false, requireOpen: () => undefined },
      emit: () => undefined,
      log: recordLog(),
      kept: () => ({ keepChanges }),
      paths: { data: testFolder() },
      now: () => new Date(now),
    });
  let jobs = open();
  const sender = { id: 'test' };
  await jobs.calls.look({ systemId }, sender);
  while (now < begins + days * day) {
    const chance = random();
    if (chance < 0.02) now += Math.floor(random() * 3 * day);
    else if (chance < 0.06) {
      await jobs.close();
      now += Math.floor(random() * 5 * hour);
      jobs = open();
    } else now += Math.floor(minute + random() * 40 * minute);
    isOut = random() < 0.1;
    if (refusals() < 0.05) refuses = !refuses;
    if (random() < 0.5) await jobs.calls.look({ systemId }, sender);
    await jobs.calls.refresh({ systemId }, sender);
  }
  isOut = false;
  refuses = false;
  for (let round = 0; round < 4; round += 1) {
    now += 2 * minute;
    await jobs.calls.look({ systemId }, sender);
    await jobs.calls.refresh({ systemId }, sender);
  }
  const { jobs: rows } = await jobs.calls.snapshot({ systemId }, sender);
  await jobs.close();

  const followed = new Map(rows.filter((row) => row.followed).map((row) => [keyOf(row), row]));
  const over = given.flatMap(({ job }) => (job === undefined || job.what === 'started' ? [] : job));
  const toldOf = new Map(over.map(({ name, what }) => [name, what]));
  const isKept = (at: number): boolean => keepChanges === 0 || at > now - keepChanges * day + day;
  const wrong = [...toldEnds].flatMap(([key, state]) => {
    const row = followed.get(key);
    const accepted = key.split(' ').at(-1) ?? '';
    const end = truth.find((one) => one.accepted === Number(accepted))?.end ?? 0;
    const isRight = isKept(end) ? row?.state === state : true;
    const told = toldOf.get(`job ${accepted}`);
    return isRight && told === state ? [] : [{ key, state, row: row?.state, told }];
  });
  expect(wrong).toEqual([]);
  expect(toldEnds.size).toBeGreaterThan(0);
  for (const row of followed.values()) {
    const really = truth.find(({ accepted }) => row.name === `job ${accepted}`);
    if (row.state === 'end-unknown') {
      expect(row.endBetween?.from).toBeLessThanOrEqual(really?.end ?? 0);
      expect(row.endBetween?.to).toBeGreaterThanOrEqual(really?.end ?? Number.POSITIVE_INFINITY);
    } else if (row.endedAt !== null) expect(row.state).toBe(really?.ending);
    else expect(really?.end).toBeGreaterThan(now - 2 * minute);
  }
  expect(new Set(over.map(({ key }) => key)).size).toBe(over.length);
  const ended = [...followed.values()].filter(
    ({ state, endedAt }) => endedAt !== null || state === 'end-unknown',
  );
  const told = new Set(over.map(({ key }) => key));
  expect(ended.filter(({ key }) => !told.has(key))).toEqual([]);
  if (keepChanges === 0) expect(over.length).toBe(ended.length);
}
