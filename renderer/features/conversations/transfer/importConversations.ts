import { AppError } from '../../../../preload/contract/errors.ts';
import { upload } from '../../../attachments/index.ts';
import type { Client } from '../../../client/index.ts';
import { startWorker } from '../../../client/trusted.ts';
import type { Answer, Question } from './protocol.ts';
import workerAddress from './worker.ts?worker&url';

export interface Imported {
  readonly ids: readonly string[];
  /** Conversations that could not be read. */
  readonly skipped: number;
}

interface Import {
  readonly client: Client;
  readonly systemId: string;
  readonly file: File;
  /** Conversations taken in so far. */
  readonly onCount: (count: number) => void;
}

/**
 * Takes in a file: a worker unpacks and reads it, main checks and keeps each piece.
 * @throws AppError `import-unreadable`, `import-too-large`, and as `conversations.importFile`
 */
export function importConversations(asked: Import): Promise<Imported> {
  const { client, systemId, file, onCount } = asked;
  const worker = startWorker(workerAddress);
  const ids: string[] = [];
  let skipped = 0;
  const ask = (question: Question) => worker.postMessage(question);
  const take = async (bytes: Uint8Array, count: number) => {
    try {
      const taken = await client.call('conversations.importFile', { systemId, bytes });
      ids.push(...taken.ids);
      skipped += taken.skipped;
    } catch (error) {
      // nothing in this piece is a conversation; others may be
      if (!(error instanceof AppError && error.code === 'import-unreadable')) throw error;
      skipped += count;
    }
    onCount(ids.length);
  };
  const arrived: string[] = [];
  /** In pieces: all files of a conversation at once would be more than one message to main carries. */
  const takeFile = async (hash: string, bytes: Uint8Array) => {
    const stored = await upload(client, hash, bytes, new AbortController().signal);
    if (stored.hash !== hash) throw new AppError('import-unreadable');
    arrived.push(hash);
  };
  return new Promise<Imported>((resolve, reject) => {
    const answer = async (data: Answer) => {
      if (data.kind === 'attached') {
        await takeFile(data.hash, data.bytes);
        ask({ kind: 'next' });
      } else if (data.kind === 'batch') {
        await take(data.bytes, data.count);
        ask({ kind: 'next' });
      } else if (data.kind === 'end') {
        if (ids.length === 0) throw new AppError('import-unreadable');
        resolve({ ids, skipped });
      } else throw new AppError(data.code);
    };
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      answer(data).catch(reject);
    });
    worker.addEventListener('error', () => reject(new AppError('import-unreadable')));
    ask({ kind: 'file', file });
  }).finally(() => {
    worker.terminate();
    // What no conversation took; a failure leaves it in memory until the app ends.
    for (let at = 0; at < arrived.length; at += 10_000) {
      const hashes = arrived.slice(at, at + 10_000);
      client.call('attachments.discard', { hashes }).catch(() => undefined);
    }
  });
}
