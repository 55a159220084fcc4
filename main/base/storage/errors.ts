import { AppError } from '../../../preload/contract/errors.ts';

/** SQLite's result codes (sqlite.org/rescode.html); the low byte is the kind, the rest its detail. */
const kinds = {
  error: 1,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cantOpen: 14,
  noDatabase: 26,
};

/** Returns the kind of an SQLite failure; null for others. */
function kindOf(cause: unknown): number | null {
  if (!(cause instanceof Error) || !('errcode' in cause)) return null;
  return Number(cause.errcode) & 0xff;
}

/** Converts a failure of the file or its disk to an error that helps the user; returns others unchanged. */
export function storageFailure(cause: unknown): unknown {
  const kind = kindOf(cause);
  const isFull = cause instanceof Error && 'code' in cause && cause.code === 'ENOSPC';
  if (kind === kinds.full || isFull) return new AppError('disk-full', { retryable: true, cause });
  if (kind === kinds.corrupt || kind === kinds.noDatabase) {
    return new AppError('data-damaged', { cause });
  }
  if (kind !== kinds.ioError && kind !== kinds.readOnly && kind !== kinds.cantOpen) return cause;
  const reason = cause instanceof Error ? cause.message : '';
  return new AppError('data-not-written', { details: { reason }, cause });
}

/**
 * Like `storageFailure`, for statements such as migrations that succeed on every sound file: any other failure means
 * unexpected contents.
 */
export function migrationFailure(cause: unknown): unknown {
  return kindOf(cause) === kinds.error
    ? new AppError('data-damaged', { cause })
    : storageFailure(cause);
}

export function isDamage(cause: unknown): boolean {
  return cause instanceof AppError && cause.code === 'data-damaged';
}
