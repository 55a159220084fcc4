import { createDecipheriv } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type * as z from 'zod';
import { AppError } from '../../preload/contract/errors.ts';
import { parseJson } from '../../preload/contract/json.ts';
import { deriveKey, type KeyDerivation } from '../storage/vault/index.ts';
import {
  derivationShape,
  entryHead,
  longestHead,
  magic,
  nonceOf,
  pieceSize,
  tagSize,
} from './layout.ts';

/** A file in a backup. What is not read of its content is passed over. */
export interface Entry {
  readonly path: string;
  readonly size: number;
  readonly content: AsyncIterable<Uint8Array>;
}

/**
 * The files of a backup, one after the other. Each piece is authenticated before any of it is given; that nothing is
 * missing at the end shows when there is no next one.
 * @throws AppError `backup-unreadable`, `backup-wrong-passphrase`
 */
export async function* unpack(file: string, passphrase: string): AsyncGenerator<Entry> {
  const handle = await open(file);
  const plain = readPlain(piecesOf(handle, passphrase));
  try {
    for (let count = 0; ; count += 1) {
      const said = await headIn(plain);
      if ('end' in said) {
        if (said.end !== count || !(await plain.ended())) throw new AppError('backup-unreadable');
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
  try {
    for (let at = opening.byteLength, number = 0; number === 0 || at < size; number += 1) {
      const end = Math.min(at + pieceSize + tagSize, size);
      if (end - at < tagSize) throw new AppError('backup-unreadable');
      const sealed = await readAt(handle, at, end - at);
      const nonce = nonceOf(number, end === size);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagSize });
      decipher.setAAD(opening);
      decipher.setAuthTag(sealed.subarray(sealed.length - tagSize));
      const plain = decipher.update(sealed.subarray(0, sealed.length - tagSize));
      try {
        decipher.final();
      } catch (cause) {
        // of the first piece nobody can tell which of the two it was
        throw new AppError(number === 0 ? 'backup-wrong-passphrase' : 'backup-unreadable', {
          cause,
        });
      }
      yield plain;
      at = end;
    }
  } finally {
    key.fill(0);
  }
}

async function readAt(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  for (let done = 0; done < length; ) {
    const { bytesRead } = await handle.read(bytes, done, length - done, at + done);
    if (bytesRead === 0) throw new AppError('backup-unreadable');
    done += bytesRead;
  }
  return bytes;
}

/** Bytes of the pieces, in whatever lengths are asked for. */
interface Plain {
  /** Some of them, one at least. */
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
    if (await ended()) throw new AppError('backup-unreadable');
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
  if (length > longestHead) throw new AppError('backup-unreadable');
  const text = (await plain.exactly(length)).toString('utf8');
  try {
    return entryHead.parse(parseJson(text));
  } catch (cause) {
    throw new AppError('backup-unreadable', { cause });
  }
}

function openingOf(bytes: Buffer): { opening: Buffer; derivation: KeyDerivation } {
  const end = bytes.indexOf('\n', magic.length);
  if (bytes.toString('latin1', 0, magic.length) !== magic || end < 0 || end > longestHead) {
    throw new AppError('backup-unreadable');
  }
  try {
    const derivation = derivationShape.parse(parseJson(bytes.toString('utf8', magic.length, end)));
    return { opening: bytes.subarray(0, end + 1), derivation };
  } catch (cause) {
    throw new AppError('backup-unreadable', { cause });
  }
}
