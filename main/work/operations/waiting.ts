import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../../../preload/contract/errors.ts';

/** How often, and how long, work that goes on at the server is asked about, ms. */
export interface Pace {
  readonly first: number;
  readonly longest: number;
  readonly limit: number;
  /** How long work that the scheduler runs as a job may wait and run, as long as the server tells of it. */
  readonly jobLimit: number;
  /** How long it asks about it at most between two questions. */
  readonly jobLongest: number;
}

const minute = 60_000;
export const usualPace: Pace = {
  ...{ first: 250, longest: 5000, limit: 15 * minute },
  jobLimit: 24 * 60 * minute,
  jobLongest: minute,
};

/** Why waiting ends when the app closes. */
export class AppCloses extends Error {
  override readonly name = 'AbortError';
}

/**
 * Asks until there is a result, ever more rarely. Work that nobody waits for any more is given up at the server too.
 * @throws AppError `cancelled`; `network-timeout` after `pace.limit`
 */
export async function untilDone<T>(
  work: {
    readonly host: string;
    /** Returns null while it goes on. */
    ask(signal?: AbortSignal): Promise<T | null>;
    /** Tells the server to give it up. */
    giveUp(): Promise<unknown>;
    /** It comes to its end without the app, which leaves it to that as it closes. */
    readonly outlives?: boolean;
  },
  pace: Pace,
  signal?: AbortSignal,
): Promise<T> {
  const until = performance.now() + pace.limit;
  try {
    for (let pause = pace.first; ; pause = Math.min(pause * 1.5, pace.longest)) {
      const result = await work.ask(signal);
      if (result !== null) return result;
      const left = until - performance.now();
      if (left <= 0) throw new AppError('network-timeout', { details: { host: work.host } });
      await delay(Math.min(pause, left), undefined, signal && { signal });
    }
  } catch (cause) {
    const isAborted = signal?.aborted === true;
    const isLeft = work.outlives === true && signal?.reason instanceof AppCloses;
    const isOver = cause instanceof AppError && cause.code === 'network-timeout';
    // Whether it could be given up changes nothing of what is said.
    if ((isAborted && !isLeft) || isOver) await work.giveUp().catch(() => null);
    throw isAborted ? new AppError('cancelled') : cause;
  }
}
