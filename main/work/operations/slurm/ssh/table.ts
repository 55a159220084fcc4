import { randomBytes } from 'node:crypto';
import type { JsonRecord } from '../../values.ts';

/** Columns of a listing: the name that `readJob` knows, and the command's own. */
type Columns = Readonly<Record<string, string>>;

/** Columns of `squeue`, by its letters. Times come as seconds since 1970 (SLURM_TIME_FORMAT). */
export const queueColumns: Columns = {
  id: '%i',
  job_state: '%T',
  state_reason: '%r',
  user_name: '%u',
  partition: '%P',
  account: '%a',
  node_count: '%D',
  cpus: '%C',
  limit: '%l',
  submit_time: '%V',
  start_time: '%S',
  end_time: '%e',
  current_working_directory: '%Z',
  name: '%j',
  comment: '%k',
};

/** Columns of `sacct`. */
export const accountingColumns: Columns = {
  id: 'JobID',
  job_state: 'State',
  exit: 'ExitCode',
  user_name: 'User',
  partition: 'Partition',
  account: 'Account',
  node_count: 'NNodes',
  cpus: 'AllocCPUS',
  limit: 'Timelimit',
  submit_time: 'Submit',
  start_time: 'Start',
  end_time: 'End',
  current_working_directory: 'WorkDir',
  name: 'JobName',
  comment: 'Comment',
};

/** A word that nobody's job can contain, because it is made anew for each listing. */
export const newSeparator = (): string => `f${randomBytes(12).toString('hex')}`;

/** Reads records whose every column ends with the separator. Names may hold anything, line breaks too. */
export function readTable(text: string, separator: string, columns: Columns): JsonRecord[] {
  const names = Object.keys(columns);
  const parts = text.split(separator);
  const records: JsonRecord[] = [];
  for (let from = 0; from + names.length < parts.length; from += names.length) {
    const cells = names.map((name, at) => [name, (parts[from + at] ?? '').trim()] as const);
    records.push(recordOf(Object.fromEntries(cells)));
  }
  return records;
}

/** Gives a row the shape of Slurm's JSON. */
function recordOf(row: Readonly<Record<string, string>>): JsonRecord {
  const { id = '', exit, limit = '', job_state: state = '', ...rest } = row;
  const [, array, number] = /^(\d+)_(\d+)$/.exec(id) ?? [];
  const [code, signal] = exit === undefined ? [] : exit.split(':');
  return {
    ...rest,
    job_id: /^\d+/.exec(id)?.[0] ?? id,
    ...(array === undefined ? {} : { array_job_id: array, array_task_id: number ?? null }),
    // sacct says by whom a job was cancelled.
    job_state: state.split(' ')[0] ?? '',
    ...(code === undefined ? {} : { exit_code: { return_code: code, signal: signal ?? null } }),
    time_limit: minutesOf(limit),
  };
}

/** Minutes of `d-hh:mm:ss`, `hh:mm:ss` or `mm:ss`; null for `UNLIMITED` and the like. */
function minutesOf(text: string): number | null {
  const found = /^(?:(\d{1,6})-)?(\d{1,6}(?::\d{1,2}){1,2})$/.exec(text);
  if (found === null) return null;
  const [, days = '0', clock = ''] = found;
  const seconds = clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return Number(days) * 1440 + seconds / 60;
}
