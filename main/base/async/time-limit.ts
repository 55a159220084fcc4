export interface TimeLimit {
  /** Aborts with the others, or when the time is over, with the reason of `AbortSignal.timeout`. */
  readonly signal: AbortSignal;
  /** Counts no time any more. */
  readonly end: () => void;
}

/**
 * Limits the time of something that is done often. `AbortSignal.timeout` stays in memory for its whole time, however
 * soon the work ends: ten minutes of each call of a busy program.
 * @param ms the time, milliseconds
 */
export function startTimeLimit(ms: number, ...others: readonly AbortSignal[]): TimeLimit {
  const over = new AbortController();
  const reason = () => new DOMException('The time is over.', 'TimeoutError');
  const timer = setTimeout(() => over.abort(reason()), ms).unref();
  return {
    signal: AbortSignal.any([...others, over.signal]),
    end: () => clearTimeout(timer),
  };
}
