import * as z from 'zod';
import { call, refetchedResource, resource } from '../define.ts';
import { id, json, nothing, problem, unsentLines } from '../shapes.ts';
import { families } from './compute-api.ts';

/** Ms since 1970. */
const moment = z.number().int();
const count = z.number().int().nonnegative();
const ofSystem = z.object({ systemId: id });
const text = z.string().nullable();
const number = z.number().nullable();

/** Jobs in one call, at most. */
export const mostAtOnce = 10_000;
/** Characters of a script. */
export const longestScript = 4 * 1024 * 1024;
/** Bytes of an output file that are read at once, at most. */
export const outputPiece = 256 * 1024;

/**
 * `unknown`: the API's own word is in `stateText`. `end-unknown`: it has ended, and no answer tells how; `endBetween`
 * says when.
 */
export const jobStates = [
  'waiting',
  'held',
  'starting',
  'running',
  'ending',
  'done',
  'failed',
  'limit',
  'cancelled',
  'unknown',
  'end-unknown',
] as const;
export type JobState = (typeof jobStates)[number];

/** A job, an array as a whole, or a task of an array. Null: not reported. */
const facts = z.object({
  /** As the API names it: `1394531`, `1394531[0]`, `12_3`. */
  id: z.string(),
  name: text,
  user: text,
  state: z.enum(jobStates),
  /** The state as it came. */
  stateText: z.string(),
  /** Why it waits or ended, as it came. */
  reason: text,
  /** Partition, queue or resource group. */
  queue: text,
  /** Account, project or group. */
  project: text,
  nodes: number,
  cpus: number,
  limitSeconds: number,
  elapsedSeconds: number,
  submittedAt: moment.nullable(),
  startedAt: moment.nullable(),
  endedAt: moment.nullable(),
  /** Of `end-unknown`: it still ran at `from`, and was gone at `to`. */
  endBetween: z.object({ from: moment, to: moment }).nullable(),
  exitCode: number,
  signal: number,
});

/** A row of the list. An array is one row. */
const job = facts.extend({
  /** Names it in calls. It stays the same while the job is followed; ids of the API are used again. */
  key: z.string(),
  machine: z.string(),
  own: z.boolean(),
  /** Of an array: tasks by state; `total` may be more than those told. */
  tasks: z.object({ total: count, states: z.partialRecord(z.enum(jobStates), count) }).nullable(),
  /** It is followed to its end, with no screen open as well. Own jobs are. */
  followed: z.boolean(),
  /** Followed, ended, and not marked as seen. */
  unseen: z.boolean(),
  /** When an answer told it last. */
  toldAt: moment,
});
export type JobRow = z.infer<typeof job>;

/** Of what the user wants to be told: that the job starts, and that it ends or fails. */
const wishes = z.object({ start: z.boolean(), end: z.boolean() });
export type JobWishes = z.infer<typeof wishes>;

const detail = job.extend({
  /** A task's key names it in `output` and `cancel`. */
  jobTasks: z.array(facts.extend({ key: z.string() })),
  /** Tasks beyond the limit, left out. */
  moreTasks: count,
  /**
   * What accounting says that it used: seconds of all its processors, bytes at most of one of its tasks, and the bytes
   * that it was given. Null: nothing tells it.
   */
  used: z.object({ cpuSeconds: number, memory: number, memoryGiven: number }).nullable(),
  folder: text,
  outputPath: text,
  errorPath: text,
  comment: text,
  /** As it was submitted from here, else as the API tells it; null: neither. */
  script: text,
  wishes,
  /** States that were seen, in order. */
  seen: z.array(z.object({ at: moment, state: z.enum(jobStates) })),
  /** The API's own record. */
  record: json,
  /** The answer just asked for failed: the rest is as of `toldAt`. */
  problem: problem.nullable(),
});
export type JobDetail = z.infer<typeof detail>;

const line = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^\P{Cc}*$/u);
/** What a job asks for beside its script, with words for those who ask by a tool. */
const wanted = {
  name: line,
  queue: line.describe('Partition, queue or resource group.'),
  project: line.describe('Account, project or group.'),
  nodes: z.int().min(1).max(1_000_000),
  limitSeconds: z.int().min(1).max(100_000_000).describe('Time limit in seconds.'),
  array: line.describe("Task numbers of an array in the scheduler's words, as 0-3."),
  folder: z.string().min(1).max(4000).describe('Absolute path to work in.'),
};
/** A submission in a tool: what is left out is not sent. */
export const toolSubmission = z.strictObject(wanted).partial();

/** What is handed to the scheduler. Null: nothing is sent. */
export const submission = z.object({
  machine: z.string().min(1).max(1000),
  script: z.string().min(1).max(longestScript),
  ...(Object.fromEntries(
    Object.entries(wanted).map(([field, value]: [string, z.ZodType]) => [
      field,
      value.nullable().default(null),
    ]),
  ) as { [F in keyof typeof wanted]: z.ZodDefault<z.ZodNullable<(typeof wanted)[F]>> }),
});
export type JobSubmission = z.infer<typeof submission>;

/** A job that is being written. */
export const jobDraft = z.object({
  machine: z.string().max(1000),
  /** As typed: a template may have variables. */
  script: z.string().max(longestScript),
  folder: z.string().max(4000),
  variables: z.array(z.object({ name: z.string().max(200), value: z.string() })).max(200),
});
export type KeptJobDraft = z.infer<typeof jobDraft>;

/**
 * `sending`: no answer yet. `accepted`: `jobId` is known. `refused`: the server said no; nothing was made. `not-known`:
 * the answer was lost; the queue is searched for the marker, and nothing is sent again. `not-tellable`: the same where
 * the API shows no marker. `absent`: an answer of the queue shows that there is none. `dropped`: the user no longer
 * wants to know.
 */
export const submissionStates = [
  'sending',
  'accepted',
  'refused',
  'not-known',
  'not-tellable',
  'absent',
  'dropped',
] as const;

const sent = z.object({
  id,
  machine: z.string(),
  name: text,
  at: moment,
  state: z.enum(submissionStates),
  jobId: text,
  /** Its row, once there is one. */
  key: text,
  marker: text,
  /** Searches of the queue since the answer was lost, and when the last one was. */
  searches: count,
  searchedAt: moment.nullable(),
  problem: problem.nullable(),
});
export type SentSubmission = z.infer<typeof sent>;

const machine = z.object({
  name: z.string(),
  /** When its queue, and its ended jobs, were last answered. */
  answeredAt: moment.nullable(),
  endedAnsweredAt: moment.nullable(),
  checking: z.boolean(),
  /** The last answer failed. */
  problem: problem.nullable(),
  /** Jobs beyond the limit, left out. */
  leftOut: count,
  /** Names seen in its jobs and submissions, those used last first. */
  queues: z.array(z.string()),
  projects: z.array(z.string()),
});
export type JobMachine = z.infer<typeof machine>;

export const jobsState = z.object({
  systemId: id,
  /** Null: the system has no jobs, and shows neither Jobs nor Files. */
  family: z.enum(families).nullable(),
  /** How far back the API lists ended jobs, ms; null: unknown. */
  historyMs: z.number().nullable(),
  /** A submitted job shows its marker, so a lost answer can be told from a lost request. */
  findsMarker: z.boolean(),
  /** Output files can be read. */
  readsOutput: z.boolean(),
  /** The operator locked submitting. */
  locked: z.boolean(),
  /** Own jobs cannot be told from those of others: the system's user is not set. */
  ownUnknown: z.boolean(),
  machines: z.array(machine),
  /** The system told its machines since the app started; before, the list may have only some of them, or none. */
  machinesKnown: z.boolean(),
  /** Why the machines are not known. */
  problem: problem.nullable(),
  /** Followed jobs, and what the last answers listed: by machine and time, the newest first. */
  jobs: z.array(job),
  unseen: count,
  /** The newest first; those that are not settled are all here. */
  submissions: z.array(sent),
});
export type JobsState = z.infer<typeof jobsState>;

/** How many followed jobs of a system ended and were not seen yet: all that the sidebar shows of them. */
export const unseenJobs = resource(ofSystem, z.object({ systemId: id, count }));

const project = z.object({
  /** As a submission names it. */
  name: line,
  title: text,
  allocations: z.array(z.object({ granted: z.number(), used: z.number(), unit: z.string() })),
});
export type JobProject = z.infer<typeof project>;

/** A partition, queue or resource group. Null: no limit, or none that is told. */
const queue = z.object({ name: line, limitSeconds: number, nodes: number });
export type JobQueue = z.infer<typeof queue>;

const oneJob = ofSystem.extend({ key: z.string().min(1).max(2000) });
const keys = z.array(z.string().min(1).max(2000)).max(mostAtOnce);

/** Jobs of a system's compute API. */
export const jobs = {
  ...refetchedResource(
    ofSystem,
    jobsState,
    /** Rows that became different, if there are few; null: any. */
    ofSystem.extend({ keys: z.array(z.string()).nullable() }),
  ),
  /** A screen shows them: they are refreshed for two minutes. Screens call it each minute. */
  look: call(ofSystem, nothing),
  /** Asks now. A failure is in the snapshot. */
  refresh: call(ofSystem, nothing),
  /** Asks for one job and returns what is known of it. */
  show: call(oneJob, detail),
  /**
   * Reads a piece of an output file. `from` null: its end. `text` has control characters as they came. `size` null: not
   * known. A path is only for a job whose API reports none: without it the file is searched for by the job's number, and
   * if there are none or several, the call fails with `not-found`.
   */
  output: call(
    oneJob.extend({
      which: z.enum(['output', 'error']),
      from: count.nullable(),
      path: z.string().max(4000).optional(),
    }),
    z.object({
      path: z.string(),
      text: z.string(),
      from: count,
      to: count,
      size: count,
      /** It cannot be read there now: this is the copy of when the job ended. Null: it was read there. */
      keptAt: moment.nullable(),
    }),
  ),
  /** Returns the request as it would be sent, without secrets. @throws AppError `job-folder-required` */
  preview: call(
    /** `id`: that of `submit`. */
    ofSystem.extend({ id: z.uuid(), submission }),
    z.object({
      method: z.string(),
      url: z.string(),
      headers: z.record(z.string(), z.string()),
      body: z.string(),
      /** As entered, or as a line of the script or the system names it; null: the system decides. */
      folder: text,
      /** The same script went to the same machine at this time, less than a minute ago. */
      sameAt: moment.nullable(),
      ...unsentLines.shape,
    }),
  ),
  /** Saves the submission, sends it once, and returns it; `id` from the caller: the same one is never sent twice. */
  submit: call(ofSystem.extend({ id: z.uuid(), submission }), sent),
  /** Searches the queue for a lost submission now. */
  search: call(ofSystem.extend({ id }), sent),
  /** The user no longer wants to know what became of a lost submission. */
  drop: call(ofSystem.extend({ id }), nothing),
  /** Asks for the user's projects; none where the API tells none. */
  projects: call(ofSystem.extend({ machine: z.string().min(1).max(1000) }), z.array(project)),
  /** Asks for a machine's queues; none where the API tells none. */
  queues: call(ofSystem.extend({ machine: z.string().min(1).max(1000) }), z.array(queue)),
  /** Returns what `keepDraft` kept last; null: nothing. */
  draft: call(ofSystem, jobDraft.nullable()),
  /** Keeps the job that is being written; null: no longer. */
  keepDraft: call(ofSystem.extend({ draft: jobDraft.nullable() }), nothing),
  /** Returns what was submitted, to submit it again. */
  submitted: call(ofSystem.extend({ id }), submission),
  /** Cancels jobs, or tasks of arrays, one after another; `accepted` is the server's word that it will. */
  cancel: call(
    ofSystem.extend({ keys }),
    z.array(
      z.object({
        key: z.string(),
        accepted: z.boolean(),
        words: z.string(),
        problem: problem.nullable(),
      }),
    ),
  ),
  /** Follows a job to its end, or no longer. */
  follow: call(oneJob.extend({ on: z.boolean() }), nothing),
  wish: call(oneJob.extend({ wishes }), nothing),
  /** Null: all. */
  markSeen: call(ofSystem.extend({ keys: keys.nullable() }), nothing),
};
