import type { Json } from '../../../../preload/contract/shapes.ts';
import type { Job, JobState } from '../types.ts';
import { isRecord, isSettled, type JsonRecord, readNumber, readText, readTime } from '../values.ts';
import { readUsed } from './used.ts';

const states: Readonly<Record<string, JobState>> = {
  PENDING: 'waiting',
  REQUEUED: 'waiting',
  REQUEUE_HOLD: 'held',
  SPECIAL_EXIT: 'held',
  SUSPENDED: 'held',
  STOPPED: 'held',
  CONFIGURING: 'starting',
  RUNNING: 'running',
  SIGNALING: 'running',
  RESIZING: 'running',
  COMPLETING: 'ending',
  STAGE_OUT: 'ending',
  COMPLETED: 'done',
  TIMEOUT: 'limit',
  CANCELLED: 'cancelled',
  REVOKED: 'cancelled',
  FAILED: 'failed',
  BOOT_FAIL: 'failed',
  DEADLINE: 'failed',
  NODE_FAIL: 'failed',
  OUT_OF_MEMORY: 'failed',
  PREEMPTED: 'failed',
  LAUNCH_FAILED: 'failed',
};

/** Reads a job of slurmctld or of the accounting database, of any version. Times without a value come as 0. */
export function readJob(record: JsonRecord, machine: string): Job {
  const texts = readStates(record);
  const exit = readTrueExit(record, texts);
  const array = readArray(record);
  const times = isRecord(record.time) ? record.time : null;
  const startedAt = readTime(record.start_time ?? times?.start);
  const reason = readText(record.state_reason) ?? stateReason(record.state);
  const state = stateOfSlurm(texts, reason);
  const hasEnded = isSettled(state);
  const limit = readNumber(record.time_limit ?? times?.limit);
  const hasStarted = startedAt !== null && !['waiting', 'held'].includes(state);
  return {
    id: array === null ? (readText(record.job_id) ?? '') : `${array.array}_${array.number}`,
    machine,
    name: readText(record.name),
    user: readText(record.user_name) ?? readText(record.user),
    state,
    stateText: texts.join(' '),
    reason,
    queue: readText(record.partition),
    project: readText(record.account),
    nodes: readNumber(record.node_count) ?? readNumber(record.allocation_nodes),
    cpus: readNumber(record.cpus) ?? requiredCpus(record.required),
    limitSeconds: limit === null ? null : limit * 60,
    elapsedSeconds: readNumber(times?.elapsed),
    submittedAt: readTime(record.submit_time ?? times?.submission),
    // While it waits this is when it may start.
    startedAt: hasStarted ? startedAt : null,
    // While it runs this is its limit.
    endedAt: hasEnded ? readTime(record.end_time ?? times?.end) : null,
    exitCode: hasEnded ? exit.code : null,
    signal: hasEnded ? exit.signal : null,
    task: array,
    tasks: null,
    folder: readText(record.current_working_directory) ?? readText(record.working_directory),
    outputPath: readPath(record, 'standard_output', 'stdout'),
    errorPath: readPath(record, 'standard_error', 'stderr'),
    comment: readText(isRecord(record.comment) ? record.comment.job : record.comment),
    used: hasEnded ? readUsed(record) : null,
    record: { ...record },
  };
}

/** The path of an output. Accounting tells it as it was asked for, `slurm-%j.out`; from 24.11 on filled in, too. */
function readPath(record: JsonRecord, live: string, kept: string): string | null {
  const told = readText(record[live]) ?? readText(record[`${kept}_expanded`]);
  const asked = readText(record[kept]);
  return told ?? (asked?.includes('%') === true ? null : asked);
}

/** `"FAILED"`, `["COMPLETED", "COMPLETING"]`, or `{ current: … }` of accounting. */
function readStates(record: JsonRecord): string[] {
  const value = record.job_state ?? (isRecord(record.state) ? record.state.current : record.state);
  const all = Array.isArray(value) ? value : [value];
  return all.flatMap((one) => readText(one) ?? []);
}

const stateReason = (state: Json | undefined): string | null =>
  isRecord(state) ? readText(state.reason) : null;

/** What Slurm's words for a state mean; `CANCELLED by 1000` too. */
export function stateOfSlurm(texts: readonly string[], reason: string | null): JobState {
  const known = texts.map((text) => states[text.split(' ')[0] ?? ''] ?? 'unknown');
  // COMPLETING stands beside how it ended: it has not ended before that is over.
  if (known.includes('ending')) return 'ending';
  const [state = 'unknown'] = known;
  const isHeld = state === 'waiting' && /^JobHeld/.test(reason ?? '');
  return isHeld ? 'held' : state;
}

/** Accounting of 22.05 says 0 of any job. */
function readTrueExit(record: JsonRecord, texts: readonly string[]): ReturnType<typeof readExit> {
  const exit = readExit(record.exit_code ?? record.derived_exit_code);
  const isUntrue = texts[0] === 'FAILED' && exit.code === 0 && exit.signal === null;
  return isUntrue ? { code: null, signal: null } : exit;
}

/** A raw wait status (22.05: 1792 for exit 7), or the parts of it. */
function readExit(value: Json | undefined): { code: number | null; signal: number | null } {
  if (!isRecord(value) || 'number' in value) {
    const status = readNumber(value);
    if (status === null) return { code: null, signal: null };
    const signal = status & 127;
    return { code: status >> 8, signal: signal === 0 ? null : signal };
  }
  const { signal } = value;
  const number = isRecord(signal) ? readNumber(signal.id ?? signal.signal_id) : readNumber(signal);
  return {
    code: readNumber(value.return_code),
    signal: number === 0 ? null : number,
  };
}

function readArray(record: JsonRecord): Job['task'] {
  const nested = isRecord(record.array) ? record.array : null;
  const array = readNumber(record.array_job_id ?? nested?.job_id);
  const number = readNumber(record.array_task_id ?? nested?.task_id ?? nested?.task);
  return array === null || array === 0 || number === null ? null : { array: String(array), number };
}

const requiredCpus = (required: Json | undefined): number | null =>
  isRecord(required) ? readNumber(required.CPUs) : null;
