import { largestPiece, type StoredFile } from '../../../preload/contract/chat/attachments.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Handlers } from '../../../preload/contract/index.ts';
import type { StoredFiles } from './files.ts';
import type { createUploads } from './uploads.ts';

/** Calls with which a window uploads a file in pieces, reads it, and releases it. */
export function uploadCalls(parts: {
  readonly files: StoredFiles;
  readonly uploads: ReturnType<typeof createUploads>;
  /** Hashes of files that something unsaved refers to. */
  readonly held: ReadonlySet<string>;
  readonly store: (bytes: Buffer, hash: string, name: string) => Promise<StoredFile>;
}): Handlers<'attachments'> {
  const { files, uploads, held, store } = parts;
  return {
    begin: async ({ name, size }) => ({ uploadId: uploads.begin(name, size) }),
    async append({ uploadId, bytes }) {
      if (bytes.length > largestPiece) {
        const details = { name: 'attachments.append', where: 'bytes' };
        throw new AppError('contract-invalid-input', { details });
      }
      uploads.append(uploadId, bytes);
    },
    async finish({ uploadId }) {
      const { bytes, hash, name } = uploads.finish(uploadId);
      return store(bytes, hash, name);
    },
    async cancel({ uploadId }) {
      uploads.cancel(uploadId);
    },
    async discard({ hashes }) {
      for (const hash of hashes) if (!held.has(hash)) files.drop(hash);
    },
    async read({ hash, from, length }) {
      const { bytes, size } = await files.readPiece(hash, from, length);
      // A plain byte array: a Buffer has its own JSON form, which transports would use.
      return { bytes: new Uint8Array(bytes), size };
    },
  };
}
