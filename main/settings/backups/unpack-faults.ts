import { AppError } from '../../../preload/contract/errors.ts';

/** First bytes of other kinds of files, in hex, with names that need no translation. */
const others: readonly (readonly [string, string])[] = [
  ['SQLite', '53514c69746520666f726d61742033'],
  ['ZIP', '504b0304'],
  ['gzip', '1f8b'],
  ['PDF', '255044462d'],
  ['PEM', '2d2d2d2d2d424547494e20'],
  ['JSON', '7b'],
  ['JSON', '5b'],
  ['DER', '3082'],
];

/** Returns why a file with this beginning is no backup that this version reads. */
export function foreignFile(beginning: Buffer): AppError {
  const text = beginning.toString('latin1');
  const version = /^compute-desk-backup (\d{1,6})\n/.exec(text)?.[1];
  if (version !== undefined) {
    const details = { name: 'backup', found: Number(version), known: 1 };
    return new AppError('data-newer', { details });
  }
  if (text === '') return new AppError('backup-foreign', { details: { found: '0 bytes' } });
  const hex = beginning.toString('hex');
  const found = others.find(([, start]) => hex.startsWith(start))?.[0] ?? '?';
  return new AppError('backup-foreign', { details: { found } });
}

/** @param at offset of the first unreadable byte */
export const damagedAt = (at: number, cause?: unknown): AppError =>
  new AppError('backup-damaged', { details: { at: `byte ${at}` }, cause });

/** @param part the unreadable file or part in the backup */
export const damagedIn = (part: string, cause?: unknown): AppError =>
  new AppError('backup-damaged', { details: { at: part }, cause });

/** @param at offset after which there should be more */
export const cutAt = (at: number, cause?: unknown): AppError =>
  new AppError('backup-cut', { details: { at }, cause });
