import { AppError } from '../../../preload/contract/errors.ts';

/** What files of other kinds begin with, as bytes in hex; names that need no translation. */
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

/** Why what begins so is no backup that this version reads. */
export function foreign(beginning: Buffer): AppError {
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

/** @param at the byte of the file from which on it cannot be read */
export const damagedAt = (at: number, cause?: unknown): AppError =>
  new AppError('backup-damaged', { details: { at: `byte ${at}` }, cause });

/** @param part the file in the backup, or what of it, that cannot be read */
export const damagedIn = (part: string, cause?: unknown): AppError =>
  new AppError('backup-damaged', { details: { at: part }, cause });

/** @param at the byte after which there should be more */
export const cutAt = (at: number, cause?: unknown): AppError =>
  new AppError('backup-cut', { details: { at }, cause });
