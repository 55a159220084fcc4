import { createCipheriv, createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { writeNew } from '../../base/outside/index.ts';
import { deriveKey, newKeyDerivation } from '../../base/storage/vault/index.ts';
import { headOf, magic, nonceOf, pieceSize } from './layout.ts';

/** Content of a backup: bytes, or a file unchanged; its path is relative to the data folder, with forward slashes. */
export interface Source {
  readonly path: string;
  readonly content: Uint8Array | { readonly file: string };
}

/**
 * Encrypts files with a passphrase (docs/data.md) into a new file: a line with its format, a line with scrypt's
 * parameters, then pieces of 64 KiB under AES-256-GCM. The two lines, each piece's number and whether it is the last
 * are authenticated: none can be changed, moved, omitted or cut off. Only one piece at a time is in memory.
 * @param cost scrypt's N
 * @returns the SHA-256 of the written file
 * @throws as `writeNew`
 */
export async function packInto(
  target: string,
  sources: Iterable<Source>,
  passphrase: string,
  cost: number,
): Promise<string> {
  const derivation = newKeyDerivation(cost);
  const opening = Buffer.from(`${magic}${JSON.stringify(derivation)}\n`);
  const key = await deriveKey(passphrase, derivation);
  const hash = createHash('sha256');
  try {
    await writeNew(target, 0o600, async (write) => {
      const pieces = sealed(plainOf(sources), key, opening);
      for await (const piece of pieces) {
        hash.update(piece);
        await write(piece);
      }
    });
    return hash.digest('hex');
  } finally {
    key.fill(0);
  }
}

/** Yields the header, then the pieces. */
async function* sealed(
  plain: AsyncIterable<Uint8Array>,
  key: Uint8Array,
  opening: Uint8Array,
): AsyncGenerator<Uint8Array> {
  let number = 0;
  const seal = (bytes: Uint8Array, last: boolean): Uint8Array => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, last));
    cipher.setAAD(opening);
    number += 1;
    return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  };
  yield opening;
  const piece = Buffer.alloc(pieceSize);
  let filled = 0;
  for await (const bytes of plain) {
    for (let at = 0; at < bytes.byteLength; ) {
      // a piece is known to be the last only when no more follows
      if (filled === pieceSize) {
        yield seal(piece, false);
        filled = 0;
      }
      const part = bytes.subarray(at, at + pieceSize - filled);
      piece.set(part, filled);
      filled += part.byteLength;
      at += part.byteLength;
    }
  }
  yield seal(piece.subarray(0, filled), true);
}

async function* plainOf(sources: Iterable<Source>): AsyncGenerator<Uint8Array> {
  let count = 0;
  for (const { path, content } of sources) {
    if (content instanceof Uint8Array) {
      yield headOf({ path, size: content.byteLength });
      yield content;
    } else {
      const handle = await openThere(content.file);
      // an attached file without references may be removed at any time
      if (handle === null) continue;
      try {
        const { size } = await handle.stat();
        yield headOf({ path, size });
        yield* partsOf(handle, size);
      } finally {
        await handle.close();
      }
    }
    count += 1;
  }
  yield headOf({ end: count });
}

async function openThere(file: string): Promise<FileHandle | null> {
  try {
    return await open(file);
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null;
    throw cause;
  }
}

async function* partsOf(handle: FileHandle, size: number): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.alloc(Math.min(size, 16 * pieceSize));
  for (let left = size; left > 0; ) {
    const { bytesRead } = await handle.read(buffer, 0, Math.min(left, buffer.length));
    if (bytesRead === 0) throw new Error('the file became shorter');
    left -= bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
