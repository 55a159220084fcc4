import { ReaderError } from '../failures.ts';

/** The reader's current phase; the long ones report a fraction. */
export type ReadPhase = 'reading' | 'deriving-keys' | 'decrypting' | 'matching';

export interface ReadProgress {
  readonly phase: ReadPhase;
  /** 0 to 1 within the phase. */
  readonly fraction: number;
}

export interface ReadLimits {
  /** Octets of a file. */
  readonly fileBytes: number;
  /** Iterations of one derivation. */
  readonly iterations: number;
  /** Iterations of all derivations for one file together. */
  readonly totalIterations: number;
  /** Maximum memory of one scrypt derivation, in octets. */
  readonly scryptBytes: number;
}

export const defaultLimits: ReadLimits = {
  fileBytes: 10 * 1024 * 1024,
  iterations: 20_000_000,
  totalIterations: 200_000_000,
  scryptBytes: 128 * 1024 * 1024,
};

/** State of one reading: limits, progress, cancellation. */
export interface ReadContext {
  readonly limits: ReadLimits;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: ((progress: ReadProgress) => void) | undefined;
}

/** Throws a `too-slow` failure for too many iterations, and `malformed` for zero. */
export function checkIterations(iterations: number, context: ReadContext, where: string): void {
  if (iterations < 1) {
    throw new ReaderError('malformed', { where, reason: 'iteration-count' });
  }
  if (iterations > context.limits.iterations) {
    throw new ReaderError('too-slow', {
      where,
      limit: context.limits.iterations,
      ...(Number.isFinite(iterations) ? { iterations } : {}),
    });
  }
}
