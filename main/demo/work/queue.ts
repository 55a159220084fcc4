import * as z from 'zod';
import { readJsonFile, writePrivateFile } from '../files.ts';
import { absolutePath, type Home } from './home.ts';
import type { PastJob } from './past.ts';
import { type Handed, type Planned, planJobs, printedUntil, runsFrom } from './schedule.ts';
import { followScript, readRequest } from './script.ts';

const course = z.object({
  printed: z
    .array(z.object({ at: z.number(), stream: z.enum(['output', 'errors']), text: z.string() }))
    .readonly(),
  seconds: z.number(),
  exitCode: z.number(),
});
const stored = z.object({
  id: z.number(),
  machine: z.string(),
  request: z.object({
    name: z.string(),
    group: z.string(),
    resourceGroup: z.string(),
    nodes: z.number(),
    elapseLimit: z.number(),
    bulk: z.array(z.number()).readonly().nullable(),
    output: z.string().nullable(),
    errors: z.string().nullable(),
  }),
  accepted: z.number(),
  /** A job by itself is one task without a number. */
  tasks: z.array(
    z.object({ task: z.number().nullable(), course, cancelled: z.number().nullable() }),
  ),
  /** Its output lies in the home folder. */
  written: z.boolean(),
});
type Stored = z.infer<typeof stored>;
const file = z.object({ next: z.number(), jobs: z.array(stored) });

const firstId = 1394001;
const mostJobs = 5000;
const historyMs = 24 * 3_600_000;

/** The demo user's jobs on every machine, stored in a file: they go on while the demo is not running. */
export interface Queue {
  /** Returns every task of the last 24 hours, in order of acceptance. */
  all(machine: string): readonly Planned[];
  /** Returns the new job's number. @throws Error with the scheduler's words */
  submit(machine: string, script: string, options: string): Promise<number>;
  /** Cancels a job, or some of its tasks. Returns whether anything was left to cancel. */
  cancel(machine: string, id: number, tasks: readonly number[] | null): Promise<boolean>;
  /** Writes the output of what has run into the home folder. */
  writeOutputs(): Promise<void>;
}

export async function openQueue(options: {
  readonly path: string;
  readonly home: Home;
  /** ms since 1970. */
  readonly now: () => number;
  /** Handed in before, where the queue knows of nothing else. */
  readonly past?: readonly PastJob[];
}): Promise<Queue> {
  const { path, home, now, past = [] } = options;
  const read = file.safeParse(await readJsonFile(path));
  let { next, jobs } = read.success ? read.data : { next: firstId, jobs: [] as Stored[] };
  const save = (): Promise<void> => writePrivateFile(path, `${JSON.stringify({ next, jobs })}\n`);
  const planned = (machine: string): Planned[] =>
    planJobs(jobs.filter((job) => job.machine === machine).flatMap(tasksOf));
  const handIn = async (
    machine: string,
    script: string,
    { given, accepted }: { readonly given: string; readonly accepted: number },
  ): Promise<number> => {
    const request = readRequest(script, given);
    const id = next;
    next += 1;
    const read = async (at: string): Promise<string | null> =>
      (await home.read(absolutePath(at)))?.toString('utf8') ?? null;
    const tasks: Stored['tasks'] = [];
    for (const task of request.bulk ?? [null]) {
      const variables = {
        HOME: absolutePath('.'),
        HOSTNAME: `${machine}-001`,
        PJM_JOBID: String(id),
        PJM_JOBNAME: request.name,
        PJM_BULKNUM: String(task ?? ''),
      };
      tasks.push({
        task,
        course: await followScript(script, { variables, read }),
        cancelled: null,
      });
    }
    const job = { id, machine, request, accepted, tasks };
    jobs = [...jobs.slice(-mostJobs + 1), { ...job, written: false }];
    await save();
    return id;
  };
  const queue: Queue = {
    all: (machine) => planned(machine).filter(({ end }) => end > now() - historyMs),
    submit: (machine, script, given) => handIn(machine, script, { given, accepted: now() }),
    async cancel(machine, id, tasks) {
      const job = jobs.find((one) => one.machine === machine && one.id === id);
      if (job === undefined) return false;
      const open = planned(machine).filter(
        ({ job: { id: own, task }, end }) =>
          own === id && end > now() && (tasks === null || (task !== null && tasks.includes(task))),
      );
      for (const one of job.tasks) {
        if (open.some(({ job: { task } }) => task === one.task)) one.cancelled = now();
      }
      if (open.length > 0) await save();
      return open.length > 0;
    },
    async writeOutputs() {
      for (const job of jobs) {
        if (job.written) continue;
        const tasks = planned(job.machine).filter(({ job: { id } }) => id === job.id);
        for (const task of tasks) await writeOutput(task, home, now());
        job.written = tasks.every(({ end }) => end <= now());
        if (job.written) await save();
      }
    },
  };
  const machines = [...new Set(jobs.map(({ machine }) => machine))];
  if (machines.every((machine) => queue.all(machine).length === 0)) {
    for (const { machine, script, minutesAgo } of past) {
      await handIn(machine, script, { given: '', accepted: now() - minutesAgo * 60_000 });
    }
  }
  return queue;
}

const tasksOf = ({ tasks, ...job }: Stored): Handed[] =>
  tasks.map(({ task, course: one, cancelled }) => ({
    ...job,
    task,
    course: one,
    cancelled,
    user: 'demo',
  }));

/** Writes `name.id.out` and `name.id.err`, or what `-o` and `-e` name; an error file only if there were errors. */
async function writeOutput(planned: Planned, home: Home, now: number): Promise<void> {
  const { job } = planned;
  const started = runsFrom(planned);
  if (started === null || started > now) return;
  const task = job.task === null ? '' : `.${job.task}`;
  const named = (given: string | null, ending: string): string =>
    absolutePath(given ?? `${job.request.name}.${job.id}${task}.${ending}`);
  for (const [stream, path] of [
    ['output', named(job.request.output, 'out')],
    ['errors', named(job.request.errors, 'err')],
  ] as const) {
    const text = printedUntil(planned, stream, now) ?? '';
    if (stream === 'errors' && text === '') continue;
    if (home.find(path)?.size === Buffer.byteLength(text)) continue;
    await home.write(path, Buffer.from(text));
  }
}
