import { createCipheriv, createDecipheriv } from 'node:crypto';
import * as z from 'zod';
import { AppError } from '../../preload/contract/errors.ts';
import { parseJson } from '../../preload/contract/json.ts';
import { deriveKey, type KeyDerivation, newKeyDerivation } from '../storage/vault/index.ts';

/** A file in a backup; its path is below the data folder, with forward slashes. */
export interface Entry {
  readonly path: string;
  readonly bytes: Uint8Array;
}

const magic = 'compute-desk-backup 1\n';
/** Plain bytes of a piece. */
const pieceSize = 64 * 1024;
const tagSize = 16;
const longestHead = 1024;

/** Bounds keep a file that somebody made from asking for all memory. */
const head = z.object({
  salt: z.base64().min(16).max(100),
  cost: z
    .number()
    .int()
    .min(2 ** 14)
    .max(2 ** 18),
  blockSize: z.literal(8),
  parallelization: z.literal(1),
});

/**
 * Packs files under a passphrase (docs/data.md): a line that says what it is, a line with scrypt's parameters, then
 * pieces of 64 KiB under AES-256-GCM. The two lines, each piece's number and which one is the last are
 * authenticated: none can be changed, moved, left out or cut off.
 * @param cost scrypt's N
 */
export async function pack(
  entries: readonly Entry[],
  passphrase: string,
  cost: number,
): Promise<Buffer> {
  const derivation = newKeyDerivation(cost);
  const opening = Buffer.from(`${magic}${JSON.stringify(derivation)}\n`);
  const plain = Buffer.concat([
    ...entries.flatMap(({ path, bytes }) => [headOf({ path, size: bytes.byteLength }), bytes]),
    headOf({ end: entries.length }),
  ]);
  const key = await deriveKey(passphrase, derivation);
  const parts: Uint8Array[] = [opening];
  const count = Math.max(1, Math.ceil(plain.byteLength / pieceSize));
  for (let number = 0; number < count; number += 1) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, number === count - 1));
    cipher.setAAD(opening);
    const piece = plain.subarray(number * pieceSize, (number + 1) * pieceSize);
    parts.push(cipher.update(piece), cipher.final(), cipher.getAuthTag());
  }
  key.fill(0);
  return Buffer.concat(parts);
}

/** @throws AppError `backup-unreadable`, `backup-wrong-passphrase` */
export async function unpack(file: Uint8Array, passphrase: string): Promise<Entry[]> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const { opening, derivation } = openingOf(bytes);
  const key = await deriveKey(passphrase, derivation);
  const pieces: Buffer[] = [];
  for (
    let at = opening.byteLength, number = 0;
    number === 0 || at < bytes.byteLength;
    number += 1
  ) {
    const end = Math.min(at + pieceSize + tagSize, bytes.byteLength);
    if (end - at < tagSize) throw new AppError('backup-unreadable');
    const decipher = createDecipheriv(
      'aes-256-gcm',
      key,
      nonceOf(number, end === bytes.byteLength),
      { authTagLength: tagSize },
    );
    decipher.setAAD(opening);
    decipher.setAuthTag(bytes.subarray(end - tagSize, end));
    try {
      pieces.push(
        Buffer.concat([decipher.update(bytes.subarray(at, end - tagSize)), decipher.final()]),
      );
    } catch (cause) {
      // of the first piece nobody can tell which of the two it was
      throw new AppError(number === 0 ? 'backup-wrong-passphrase' : 'backup-unreadable', { cause });
    }
    at = end;
  }
  key.fill(0);
  return entriesIn(Buffer.concat(pieces));
}

function openingOf(bytes: Buffer): { opening: Buffer; derivation: KeyDerivation } {
  const end = bytes.indexOf('\n', magic.length);
  if (bytes.toString('latin1', 0, magic.length) !== magic || end < 0 || end > longestHead) {
    throw new AppError('backup-unreadable');
  }
  try {
    const derivation = head.parse(parseJson(bytes.toString('utf8', magic.length, end)));
    return { opening: bytes.subarray(0, end + 1), derivation };
  } catch (cause) {
    throw new AppError('backup-unreadable', { cause });
  }
}

/** 96 bits: the number of the piece, then whether it is the last. The key is of one file only. */
function nonceOf(number: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(number, 7);
  nonce[11] = last ? 1 : 0;
  return nonce;
}

const entryHead = z.union([
  z.object({ path: z.string().max(300), size: z.number().int().nonnegative() }),
  z.object({ end: z.number().int().nonnegative() }),
]);

function headOf(value: z.infer<typeof entryHead>): Buffer {
  const text = Buffer.from(JSON.stringify(value));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.byteLength);
  return Buffer.concat([length, text]);
}

function entriesIn(plain: Buffer): Entry[] {
  const entries: Entry[] = [];
  try {
    for (let at = 0; ; ) {
      const length = plain.readUInt32BE(at);
      const start = at + 4;
      if (length > longestHead) throw new Error('no head');
      const said = entryHead.parse(parseJson(plain.toString('utf8', start, start + length)));
      at = start + length;
      if ('end' in said) {
        if (said.end !== entries.length || at !== plain.byteLength) throw new Error('no end');
        return entries;
      }
      if (at + said.size > plain.byteLength) throw new Error('too short');
      entries.push({ path: said.path, bytes: plain.subarray(at, at + said.size) });
      at += said.size;
    }
  } catch (cause) {
    throw new AppError('backup-unreadable', { cause });
  }
}
