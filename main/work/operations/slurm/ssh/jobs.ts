import { AppError } from '../../../../../preload/contract/errors.ts';
import type { Json } from '../../../../../preload/contract/shapes.ts';
import { parseLists } from '../../large.ts';
import type { Cancelled, Job, JobOperations, Remote, RemoteResult } from '../../types.ts';
import { isRecord, readEach } from '../../values.ts';
import { createRemembered } from '../remembered.ts';
import { readJob } from '../values.ts';
import { submitCommand } from './submission.ts';
import { accountingColumns, newSeparator, queueColumns, readTable } from './table.ts';

const ended = ['done', 'failed', 'limit', 'cancelled'];
/** An id of one job or task: `12`, `12_3`. */
const idShape = /^\d{1,10}(_\d{1,10})?$/;
/** `sbatch` may wait long for a busy controller, ms. */
const submitTime = 300_000;
const day = 24 * 3_600_000;
/** The list of a round serves its questions about single jobs, for so long, ms. */
const listingStands = 5_000;

/**
 * Jobs by `squeue`, `sacct`, `sbatch`, `scancel` and `scontrol`. Listings come as JSON, in the shapes of slurmrestd of
 * that version; where a Slurm writes none (before 21.08, or built without), as columns.
 */
export function createCommandJobs(remote: Remote): JobOperations {
  const { host } = remote;
  /** Whether listings come as JSON, once known. */
  const json = { queue: true, accounting: true };
  // Whose jobs they are is told of each.
  const remembered = createRemembered(null);
  /** False: `sacct` said that there is no accounting database. */
  let accounting = true;
  const queue = createQueue(askQueue);

  async function askQueue(signal: AbortSignal | undefined): Promise<Job[]> {
    if (json.queue) {
      const said = await run(['squeue', '--json', '--states=all'], signal);
      const jobs = said.code === 0 ? await readJson(said, host) : null;
      if (jobs !== null) return jobs;
    }
    const separator = newSeparator();
    const said = await run(queueWords(separator), signal);
    if (said.code !== 0) throw failed('squeue', said);
    json.queue = false;
    return toJobs(readTable(textOf(said), separator, queueColumns), host);
  }

  /** Jobs that ended, of the accounting database; null: there is none. */
  async function past(words: readonly string[], signal: AbortSignal | undefined) {
    if (!accounting) return null;
    if (json.accounting) {
      const said = await run(['sacct', '--json', ...words], signal);
      const jobs = said.code === 0 ? await readJson(said, host) : null;
      if (jobs !== null) return jobs;
      if (isWithout(said)) return null;
    }
    const separator = newSeparator();
    const said = await run([...pastWords(separator), ...words], signal);
    if (isWithout(said)) return null;
    if (said.code !== 0) throw failed('sacct', said);
    json.accounting = false;
    return toJobs(readTable(textOf(said), separator, accountingColumns), host);
  }
  function isWithout({ code, words }: RemoteResult): boolean {
    if (code === 0 || !/accounting storage is disabled|not found/i.test(words)) return false;
    accounting = false;
    return true;
  }
  const run = (words: readonly string[], signal?: AbortSignal): Promise<RemoteResult> =>
    remote.run(words, signal === undefined ? {} : { signal });

  const failed = (command: string, said: RemoteResult): AppError => failureOf(host, command, said);

  return {
    historyMs: null,
    findsMarker: true,
    sendsDirectives: true,
    listsOnlyOwn: false,
    async list({ ended: wantsEnded, since, signal }) {
      if (wantsEnded) {
        const seconds = Math.ceil((Date.now() - (since ?? Date.now() - day)) / 1000);
        const told = await past([`--starttime=now-${Math.max(1, seconds)}seconds`], signal);
        if (told !== null) {
          return remembered.with(
            told.filter(({ state }) => ended.includes(state)),
            async () => queue.recent(signal),
          );
        }
      }
      // Without accounting, those that slurmctld still remembers (MinJobAge, five minutes by default).
      const jobs = await queue.now(signal);
      remembered.keep(jobs);
      return jobs.filter(({ state }) => ended.includes(state) === wantsEnded);
    },
    async show({ id, signal }) {
      if (!idShape.test(id)) return [];
      const [array = ''] = id.split('_');
      const isAsked = (job: Job): boolean =>
        job.id === id || (id === array && job.task?.array === id);
      const now = (await queue.recent(signal)).filter(isAsked);
      if (now.length === 0) return ((await past([`--jobs=${id}`], signal)) ?? []).filter(isAsked);
      return now.some(({ outputPath }) => outputPath === null)
        ? withDetails(now, await run(['scontrol', 'show', 'job', id], signal))
        : now;
    },
    preview(submission) {
      const command = submitCommand(submission).join(' ');
      return { host, command, input: submission.script };
    },
    async submit(submission, signal) {
      const sent = remote.run(submitCommand(submission), {
        input: submission.script,
        timeoutMs: submitTime,
        ...(signal === undefined ? {} : { signal }),
      });
      const said = await sent.finally(queue.forget);
      if (said.code !== 0) throw failed('sbatch', said);
      return submittedId(said, host);
    },
    cancel: (_machine, ids) => cancelEach(remote, ids).finally(queue.forget),
  };
}

const queueWords = (separator: string): readonly string[] => [
  ...['env', 'SLURM_TIME_FORMAT=%s', 'squeue', '--states=all', '--noheader'],
  `--format=${Object.values(queueColumns)
    .map((letter) => `${letter}${separator}`)
    .join('')}`,
];

const pastWords = (separator: string): readonly string[] => [
  ...['env', 'SLURM_TIME_FORMAT=%s', 'sacct', '--noheader', '--allocations', '--parsable'],
  `--delimiter=${separator}`,
  `--format=${Object.values(accountingColumns).join(',')}`,
];

/** The queue as it is asked for, and as it was a moment ago. */
function createQueue(ask: (signal: AbortSignal | undefined) => Promise<readonly Job[]>) {
  let listing: { readonly at: number; readonly jobs: readonly Job[] } | null = null;
  const forget = (): void => {
    listing = null;
  };
  const now = async (signal: AbortSignal | undefined): Promise<readonly Job[]> => {
    const at = performance.now();
    const own = { at, jobs: await ask(signal) };
    listing = own;
    // Nothing asks by then: its thousands of records are given back.
    setTimeout(() => {
      if (listing === own) forget();
    }, listingStands).unref();
    return own.jobs;
  };
  return {
    now,
    recent: (signal: AbortSignal | undefined) =>
      listing !== null && performance.now() - listing.at < listingStands
        ? listing.jobs
        : ask(signal),
    /** Call when something may have changed. */
    forget,
  };
}

/** `id`, or `id;cluster`, after whatever the shell's start printed. */
function submittedId(said: RemoteResult, host: string): string {
  const id = /^(\d+)(?:;\S*)?\s*$/m.exec(textOf(said).trimEnd().split('\n').at(-1) ?? '')?.[1];
  if (id !== undefined) return id;
  throw new AppError('answer-shape', { details: { host, found: 'no job id' } });
}

/** Says why a command ended badly. */
function failureOf(host: string, command: string, { code, words }: RemoteResult): AppError {
  // tcsh ends with 1 where others end with 127.
  if (code === 127 || (code === 1 && /command not found/i.test(words))) {
    return new AppError('ssh-command-missing', { details: { host, name: command } });
  }
  return new AppError('ssh-command-failed', {
    details: { host, name: command, server: wordsOf(words) },
  });
}

async function cancelEach(remote: Remote, ids: readonly string[]): Promise<Cancelled[]> {
  const done: Cancelled[] = [];
  for (const id of ids) {
    if (!idShape.test(id)) throw new AppError('contract-invalid-input');
    // Without --verbose it says nothing of an unknown job, and ends with 0.
    const said = await remote.run(['scancel', '--verbose', id]);
    if (said.code !== 0) throw failureOf(remote.host, 'scancel', said);
    const errors = said.words.split('\n').filter((line) => line.startsWith('scancel: error:'));
    done.push({ id, accepted: errors.length === 0, words: wordsOf(errors.join('\n')) });
  }
  return done;
}

const textOf = ({ output }: RemoteResult): string => new TextDecoder().decode(output);

const wordsOf = (words: string): string =>
  words
    .replace(/[^\P{Cc}\n]/gu, '')
    .trim()
    .slice(-1000);

/** Returns null for anything but a listing. What the shell's own start prints may stand before it. */
async function readJson({ output }: RemoteResult, host: string): Promise<Job[] | null> {
  const bytes = Buffer.from(output.buffer, output.byteOffset, output.byteLength);
  const body = bytes.subarray(bytes[0] === 0x7b ? 0 : bytes.indexOf('\n{') + 1);
  let value: Json;
  try {
    // The host's name may be no address.
    value = await parseLists({ status: 200, headers: {}, body, url: 'ssh://listing' });
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    if (cause.code === 'answer-not-json') return null;
    throw new AppError(cause.code, { details: { host }, cause });
  }
  return isRecord(value) && Array.isArray(value.jobs) ? toJobs(value.jobs, host) : null;
}

async function toJobs(records: readonly Json[], host: string): Promise<Job[]> {
  const jobs = await readEach(records, (record) => readJob(record, host));
  return jobs.filter(({ id }) => idShape.test(id));
}

/** What only `scontrol` tells: output files (the JSON of Slurm 22.05 leaves them empty), and exit codes beside columns. */
function withDetails(jobs: readonly Job[], said: RemoteResult): Job[] {
  const details = new Map<string, Pick<Job, 'outputPath' | 'errorPath' | 'exitCode' | 'signal'>>();
  for (const block of textOf(said).split(/^(?=JobId=)/m)) {
    const field = (name: RegExp): string | null => name.exec(block)?.[1] ?? null;
    const number = (text: string | null): number | null => (text === null ? null : Number(text));
    const array = field(/^JobId=\d+ ArrayJobId=(\d+) /);
    const task = field(/ ArrayTaskId=(\d+) /);
    const id = array !== null && task !== null ? `${array}_${task}` : field(/^JobId=(\d+) /);
    if (id === null) continue;
    const signal = number(field(/ ExitCode=\d+:(\d+)$/m));
    details.set(id, {
      outputPath: field(/^ {3}StdOut=(\/.*)$/m),
      errorPath: field(/^ {3}StdErr=(\/.*)$/m),
      exitCode: number(field(/ ExitCode=(\d+):\d+$/m)),
      signal: signal === 0 ? null : signal,
    });
  }
  return jobs.map((job) => {
    const found = details.get(job.id);
    if (found === undefined) return job;
    const hasEnded = ended.includes(job.state);
    return {
      ...job,
      outputPath: job.outputPath ?? found.outputPath,
      errorPath: job.errorPath ?? found.errorPath,
      exitCode: job.exitCode ?? (hasEnded ? found.exitCode : null),
      signal: job.signal ?? (hasEnded ? found.signal : null),
    };
  });
}
