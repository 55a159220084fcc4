import { AppError } from '../../../../preload/contract/errors.ts';
import { plainLine } from '../../../base/network/refusal/index.ts';
import type { ApiAnswer, Job, JobOperations, OnJob } from '../types.ts';
import { isRecord, isSettled, jsonOf, readText, wrongShape } from '../values.ts';
import { type Pace, untilDone } from '../waiting.ts';

/** A job that has not shown up after this many questions, about a minute, will not. */
const mostUnseen = 12;

/**
 * Follows a transfer job, which the scheduler runs as a job of the user, to its end. As long as the server tells of it, it
 * may wait there, for a day: to cancel it would lose what was sent before.
 * @throws AppError if it failed
 */
export async function followTransfer({
  jobs,
  pace,
  machine,
  answer,
  signal,
  outlives,
  onJob,
}: {
  readonly jobs: JobOperations;
  readonly pace: Pace;
  readonly machine: string;
  readonly answer: ApiAnswer;
  readonly signal: AbortSignal | undefined;
  /** Nothing is left to do here when it ends. */
  readonly outlives: boolean;
  readonly onJob?: OnJob | undefined;
}): Promise<void> {
  const value = jsonOf(answer);
  const job = isRecord(value) && isRecord(value.transferJob) ? value.transferJob : {};
  const id = readText(job.jobId);
  if (id === null) throw wrongShape(answer, 'no transfer job');
  let unseen = 0;
  /** When it was first not answered. */
  let awaySince: number | null = null;
  /** Returns null where the network or the server is away, which it may be for a while: the job goes on without it. */
  const look = async (aborted?: AbortSignal): Promise<readonly Job[] | null> => {
    try {
      const found = await jobs.show({ machine, id, ...(aborted && { signal: aborted }) });
      awaySince = null;
      return found;
    } catch (cause) {
      const isAway =
        cause instanceof AppError && (cause.code.startsWith('network-') || cause.retryable);
      awaySince ??= performance.now();
      const isLong = performance.now() - awaySince > pace.limit;
      if (!isAway || isLong || aborted?.aborted === true) throw cause;
      return null;
    }
  };
  onJob?.(id);
  const ended = await untilDone(
    {
      host: machine,
      async ask(aborted) {
        const found = await look(aborted);
        if (found === null) return null;
        const [shown] = found;
        // The accounting of a scheduler learns of a job a little later.
        if (shown === undefined) {
          unseen += 1;
          if (unseen > mostUnseen) throw wrongShape(answer, 'no job');
          return null;
        }
        return isSettled(shown.state) ? shown : null;
      },
      giveUp: () => jobs.cancel(machine, [id]),
      outlives,
    },
    { ...pace, limit: pace.jobLimit, longest: pace.jobLongest },
    signal,
  ).finally(() => onJob?.(null));
  if (ended.state === 'done') return;
  const logs = isRecord(job.logs) ? job.logs : {};
  const words = [ended.stateText, ended.reason, readText(logs.errorLog)].filter(Boolean);
  throw new AppError('http-status', {
    details: { host: machine, status: ended.stateText, server: plainLine(words.join('; ')) },
  });
}
