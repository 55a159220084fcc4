import * as z from 'zod';
import { problem } from '../../../preload/contract/shapes.ts';
import {
  type JobSubmission,
  jobDraft,
  jobStates,
  type KeptJobDraft,
  type SentSubmission,
  submission,
  submissionStates,
} from '../../../preload/contract/work/jobs.ts';
import type { Database, Statement } from '../../base/storage/database.ts';
import { type RowReader, readRow, readRows } from '../../base/storage/rows/index.ts';
import type { Job } from '../operations/types.ts';
import type { Tracked } from './tracked.ts';

const text = z.string().nullable();
const number = z.number().nullable();
const job = z.object({
  id: z.string(),
  machine: z.string(),
  name: text,
  user: text,
  state: z.enum(jobStates).exclude(['end-unknown']),
  stateText: z.string(),
  reason: text,
  queue: text,
  project: text,
  nodes: number,
  cpus: number,
  limitSeconds: number,
  elapsedSeconds: number,
  submittedAt: number,
  startedAt: number,
  endedAt: number,
  exitCode: number,
  signal: number,
  task: z.object({ array: z.string(), number: z.number() }).nullable(),
  tasks: z.object({ total: z.number(), ended: z.number() }).nullable(),
  folder: text,
  outputPath: text,
  errorPath: text,
  comment: text,
  used: z.object({ cpuSeconds: number, memory: number, memoryGiven: number }).nullish(),
});
const between = z.object({ from: z.number(), to: z.number() });
const said = job.extend({
  jobTasks: z.array(job).optional(),
  endBetween: between.nullable().optional(),
});
const seenStates = z.array(z.object({ at: z.number(), state: z.enum(jobStates) }));
const wishes = z.object({ start: z.boolean(), end: z.boolean() });
const told = z.object({ start: z.boolean(), end: z.boolean(), lost: z.boolean() });
const unwished = { start: true, end: true };

export const jobRows: RowReader<Tracked> = {
  table: 'jobs',
  called: 'id',
  read(row) {
    const { jobTasks = [], endBetween = null, ...own } = row.json('said', said);
    return {
      id: row.count('id'),
      systemId: row.word('system_id'),
      job: { ...own, id: row.word('job_id'), machine: row.text('machine'), record: null },
      tasks: jobTasks.map((task) => ({ ...task, record: null })),
      states: row.or([], () => row.json('states', seenStates)),
      wishes: row.or(unwished, () => row.json('wishes', wishes)),
      // Told rather twice than never.
      told: row.or({ start: false, end: false, lost: false }, () => row.json('told', told)),
      firstAt: row.or(0, () => row.time('first_at')),
      lastAt: row.or(0, () => row.time('last_at')),
      endedAt: row.or(null, () => row.optionalTime('ended_at')),
      endBetween,
      missingAt: null,
      followed: row.or(true, () => row.flag('followed')),
      seen: row.or(false, () => row.flag('seen')),
    };
  },
};

/** A submission as it is kept. */
export type KeptSubmission = Omit<SentSubmission, 'key' | 'machine' | 'name'> & {
  readonly what: JobSubmission;
  readonly systemId: string;
};

export const submissionRows: RowReader<KeptSubmission> = {
  table: 'job_submissions',
  called: 'id',
  read: (row) => ({
    id: row.word('id'),
    systemId: row.word('system_id'),
    what: row.json('what', submission),
    marker: row.or(null, () => row.optionalWord('marker')),
    at: row.or(0, () => row.time('at')),
    // What cannot be read is not known: nothing is sent again.
    state: row.or('not-tellable', () => row.one('state', submissionStates)),
    jobId: row.or(null, () => row.optionalWord('job_id')),
    problem: row.or(null, () => row.optionalJson('problem', problem)),
    searches: row.or(0, () => row.count('searches')),
    searchedAt: row.or(null, () => row.optionalTime('searched_at')),
  }),
};

export const draftRows: RowReader<KeptJobDraft> = {
  table: 'job_drafts',
  called: 'system_id',
  read: (row) => row.json('draft', jobDraft),
};

export type JobStore = ReturnType<typeof createJobStore>;

const mostSubmissions = 200;
const mostJobs = 10_000;

/** The tables `jobs`, `job_submissions` and `job_drafts`. */
export function createJobStore(database: Database) {
  return {
    async jobs(): Promise<Tracked[]> {
      const rows = await database.all({ sql: 'SELECT * FROM jobs ORDER BY id' });
      return readRows(database, jobRows, rows);
    },
    async submissions(): Promise<KeptSubmission[]> {
      const rows = await database.all({ sql: 'SELECT * FROM job_submissions ORDER BY at' });
      return readRows(database, submissionRows, rows);
    },
    async lastId(): Promise<number> {
      // this app never writes larger ids, and after one no new id would fit
      const row = await database.get({
        sql: 'SELECT COALESCE(MAX(id), 0) AS id FROM jobs WHERE id < ?',
        params: [Number.MAX_SAFE_INTEGER / 2],
      });
      return Number(row?.id ?? 0);
    },
    saving: (one: Tracked): Statement => ({
      sql: `INSERT OR REPLACE INTO jobs (id, system_id, machine, job_id, said, states, wishes, told, first_at, last_at, ended_at, followed, seen)
            SELECT ?2, id, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13 FROM systems WHERE id = ?1`,
      params: [
        one.systemId,
        one.id,
        one.job.machine,
        one.job.id,
        JSON.stringify({
          ...withoutRecord(one.job),
          jobTasks: one.tasks.map(withoutRecord),
          endBetween: one.endBetween,
        }),
        JSON.stringify(one.states),
        JSON.stringify(one.wishes),
        JSON.stringify(one.told),
        one.firstAt,
        one.lastAt,
        one.endedAt,
        Number(one.followed),
        Number(one.seen),
      ],
    }),
    /** They were told again without a change. */
    stillThere: (ids: readonly number[], at: number): Statement => ({
      sql: 'UPDATE jobs SET last_at = ?1 WHERE id IN (SELECT value FROM json_each(?2))',
      params: [at, JSON.stringify(ids)],
    }),
    savingSubmission: (one: KeptSubmission): Statement => ({
      sql: `INSERT OR REPLACE INTO job_submissions (id, system_id, what, marker, at, state, job_id, problem, searches, searched_at)
            SELECT ?2, id, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10 FROM systems WHERE id = ?1`,
      params: [
        one.systemId,
        one.id,
        JSON.stringify(one.what),
        one.marker,
        one.at,
        one.state,
        one.jobId,
        one.problem && JSON.stringify(one.problem),
        one.searches,
        one.searchedAt,
      ],
    }),
    async draft(systemId: string): Promise<KeptJobDraft | null> {
      const sql = 'SELECT * FROM job_drafts WHERE system_id = ?';
      const row = await database.get({ sql, params: [systemId] });
      return row === undefined ? null : readRow(database, draftRows, row);
    },
    savingDraft: (systemId: string, draft: KeptJobDraft, at: number): Statement => ({
      sql: `INSERT OR REPLACE INTO job_drafts (system_id, draft, changed_at)
            SELECT id, ?2, ?3 FROM systems WHERE id = ?1`,
      params: [systemId, JSON.stringify(draft), at],
    }),
    removingDraft: (systemId: string): Statement => ({
      sql: 'DELETE FROM job_drafts WHERE system_id = ?',
      params: [systemId],
    }),
    /** @param before ended before this, ms since 1970; null: none is too old */
    deleteOld: (systemId: string, before: number | null): Statement[] => [
      {
        sql: 'DELETE FROM jobs WHERE system_id = ?1 AND ended_at < ?2',
        params: [systemId, before ?? 0],
      },
      {
        sql: `DELETE FROM jobs WHERE system_id = ?1 AND ended_at NOT NULL AND id <=
                (SELECT id FROM jobs WHERE system_id = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)`,
        params: [systemId, mostJobs],
      },
      {
        sql: `DELETE FROM job_submissions WHERE system_id = ?1 AND state NOT IN ('sending', 'not-known')
                AND (at < ?2 OR at <=
                  (SELECT at FROM job_submissions WHERE system_id = ?1 ORDER BY at DESC LIMIT 1 OFFSET ?3))`,
        params: [systemId, before ?? 0, mostSubmissions],
      },
    ],
    forgetting: (systemId: string): Statement[] => [
      { sql: 'DELETE FROM jobs WHERE system_id = ?', params: [systemId] },
      { sql: 'DELETE FROM job_submissions WHERE system_id = ?', params: [systemId] },
      { sql: 'DELETE FROM job_drafts WHERE system_id = ?', params: [systemId] },
    ],
  };
}

const withoutRecord = ({ record: _record, ...rest }: Job) => rest;
