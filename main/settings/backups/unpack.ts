import { createDecipheriv } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type * as z from 'zod';
import { parseJson } from '../../../common/texts/json.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import { deriveKey, type KeyDerivation } from '../../base/storage/vault/index.ts';
import {
  derivationShape,
  entryHead,
  longestHead,
  magic,
  nonceOf,
  pieceSize,
  tagSize,
} from './layout.ts';
import { cutAt, damagedAt, damagedIn, foreignFile } from './unpack-faults.ts';

/** A file in a backup. Unread content is skipped. */
export interface Entry {
  readonly path: string;
  readonly size: number;
  readonly content: AsyncIterable<Uint8Array>;
}

/**
 * Yields the files of a backup. Each piece is authenticated before any of it is returned; a cut file is noticed when
 * the next piece is missing.
 * @throws AppError `backup-foreign`, `backup-cut`, `backup-damaged`, `backup-wrong-passphrase`, `data-newer`
 */
export async function* unpack(file: string, passphrase: string): AsyncGenerator<Entry> {
  const handle = await open(file);
  const plain = readPlain(piecesOf(handle, passphrase));
  try {
    for (let count = 0; ; count += 1) {
      const said = await headIn(plain);
      if ('end' in said) {
        if (said.end !== count || !(await plain.ended())) throw damagedIn('its end');
        return;
      }
      let left = said.size;
      const content = (async function* () {
        while (left > 0) {
          const part = await plain.upTo(left);
          left -= part.byteLength;
          yield part;
        }
      })();
      yield { ...said, content };
      while (left > 0) left -= (await plain.upTo(left)).byteLength;
    }
  } finally {
    await plain.close();
    await handle.close();
  }
}

async function* piecesOf(handle: FileHandle, passphrase: string): AsyncGenerator<Buffer> {
  const { size } = await handle.stat();
  const { opening, derivation } = openingOf(await readAt(handle, 0, Math.min(size, longestHead)));
  const key = await deriveKey(passphrase, derivation);
  /** Returns null if it was not sealed that way. */
  const openPiece = async (number: number, last: boolean): Promise<Buffer | null> => {
    const at = opening.byteLength + number * (pieceSize + tagSize);
    const end = Math.min(at + pieceSize + tagSize, size);
    if (end - at < tagSize) throw cutAt(size);
    const sealed = await readAt(handle, at, end - at);
    const nonce = nonceOf(number, last);
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagSize });
    decipher.setAAD(opening);
    decipher.setAuthTag(sealed.subarray(sealed.length - tagSize));
    const plain = decipher.update(sealed.subarray(0, sealed.length - tagSize));
    try {
      decipher.final();
      return plain;
    } catch {
      return null;
    }
  };
  const count = Math.max(1, Math.ceil((size - opening.byteLength) / (pieceSize + tagSize)));
  try {
    for (let number = 0; number < count; number += 1) {
      const last = number === count - 1;
      const plain = await openPiece(number, last);
      if (plain === null) {
        const at = opening.byteLength + number * (pieceSize + tagSize);
        // if the first piece does not open, only the following ones show which of the two is wrong
        const isPassphrase = number === 0 && !(await opensLater(openPiece, count));
        if (isPassphrase) throw new AppError('backup-wrong-passphrase');
        throw last ? cutAt(size) : damagedAt(at);
      }
      yield plain;
    }
  } finally {
    key.fill(0);
  }
}

/** Returns whether any of the first pieces opens as one that others follow: then the passphrase is right. */
async function opensLater(
  openPiece: (number: number, last: boolean) => Promise<Buffer | null>,
  count: number,
): Promise<boolean> {
  if (count === 1) return (await openPiece(0, false)) !== null;
  for (let number = 0; number < Math.min(count, 5); number += 1) {
    if ((await openPiece(number, number === count - 1)) !== null) return true;
  }
  return false;
}

async function readAt(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  for (let done = 0; done < length; ) {
    const { bytesRead } = await handle.read(bytes, done, length - done, at + done);
    if (bytesRead === 0) throw cutAt(at + done);
    done += bytesRead;
  }
  return bytes;
}

/** Decrypted bytes of the pieces, in any requested lengths. */
interface Plain {
  /** Returns some of them, at least one. */
  upTo(most: number): Promise<Buffer>;
  exactly(length: number): Promise<Buffer>;
  ended(): Promise<boolean>;
  close(): Promise<void>;
}

function readPlain(pieces: AsyncGenerator<Buffer>): Plain {
  let rest: Buffer = Buffer.alloc(0);
  const ended = async (): Promise<boolean> => {
    while (rest.byteLength === 0) {
      const next = await pieces.next();
      if (next.done === true) return true;
      rest = next.value;
    }
    return false;
  };
  const upTo = async (most: number): Promise<Buffer> => {
    if (await ended()) throw damagedIn('its end');
    const part = rest.subarray(0, most);
    rest = rest.subarray(part.byteLength);
    return part;
  };
  return {
    upTo,
    ended,
    async exactly(length) {
      const parts: Buffer[] = [];
      for (let left = length; left > 0; ) {
        const part = await upTo(left);
        parts.push(part);
        left -= part.byteLength;
      }
      return Buffer.concat(parts);
    },
    async close() {
      await pieces.return(undefined);
    },
  };
}

async function headIn(plain: Plain): Promise<z.infer<typeof entryHead>> {
  const length = (await plain.exactly(4)).readUInt32BE();
  if (length > longestHead) throw damagedIn('its list of files');
  const text = (await plain.exactly(length)).toString('utf8');
  try {
    return entryHead.parse(parseJson(text));
  } catch (cause) {
    throw damagedIn('its list of files', cause);
  }
}

function openingOf(bytes: Buffer): { opening: Buffer; derivation: KeyDerivation } {
  const end = bytes.indexOf('\n', magic.length);
  if (bytes.toString('latin1', 0, magic.length) !== magic) {
    const isCut = bytes.length < magic.length && magic.startsWith(bytes.toString('latin1'));
    throw isCut && bytes.length > 0 ? cutAt(bytes.length) : foreignFile(bytes);
  }
  if (end < 0 || end > longestHead) {
    throw bytes.length < longestHead ? cutAt(bytes.length) : damagedAt(magic.length);
  }
  try {
    const derivation = derivationShape.parse(parseJson(bytes.toString('utf8', magic.length, end)));
    return { opening: bytes.subarray(0, end + 1), derivation };
  } catch (cause) {
    throw damagedAt(magic.length, cause);
  }
}
