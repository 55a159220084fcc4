import { createHash, type Hash, randomUUID } from 'node:crypto';
import { largestFile } from '../../../preload/contract/chat/attachments.ts';
import { AppError } from '../../../preload/contract/errors.ts';

/** Maximum simultaneous uploads, and how long one may pause, ms. */
const most = 16;
const longestRest = 10 * 60_000;

interface Upload {
  readonly name: string;
  readonly size: number;
  readonly pieces: Uint8Array[];
  readonly hash: Hash;
  received: number;
  touchedAt: number;
}

/** A completely uploaded file. */
export interface UploadedFile {
  readonly name: string;
  readonly bytes: Buffer;
  /** SHA-256, hex. */
  readonly hash: string;
}

/** Receives files in pieces and hashes them as they arrive. */
export function createUploads(now: () => Date) {
  const uploads = new Map<string, Upload>();

  function upload(id: string): Upload {
    const found = uploads.get(id);
    if (found === undefined) throw new AppError('not-found', { details: { what: 'upload' } });
    found.touchedAt = now().getTime();
    return found;
  }

  return {
    /** @throws AppError `attachment-too-large` */
    begin(name: string, size: number): string {
      if (size > largestFile) throw tooLarge(name, size);
      const at = now().getTime();
      for (const [id, { touchedAt }] of uploads) {
        if (at - touchedAt > longestRest) uploads.delete(id);
      }
      // Windows send one file after another: so many must be abandoned ones.
      const [oldest] = uploads.keys();
      if (uploads.size >= most && oldest !== undefined) uploads.delete(oldest);
      const id = randomUUID();
      const hash = createHash('sha256');
      uploads.set(id, { name, size, pieces: [], hash, received: 0, touchedAt: at });
      return id;
    },

    /** @throws AppError `attachment-too-large` if more arrives than announced */
    append(id: string, piece: Uint8Array): void {
      const one = upload(id);
      one.received += piece.length;
      if (one.received > one.size) {
        uploads.delete(id);
        throw tooLarge(one.name, one.received);
      }
      one.hash.update(piece);
      one.pieces.push(piece);
    },

    finish(id: string): UploadedFile {
      const { name, pieces, hash } = upload(id);
      uploads.delete(id);
      return { name, bytes: Buffer.concat(pieces), hash: hash.digest('hex') };
    },

    cancel(id: string): void {
      uploads.delete(id);
    },
  };
}

function tooLarge(name: string, size: number): AppError {
  return new AppError('attachment-too-large', { details: { name, size, limit: largestFile } });
}
