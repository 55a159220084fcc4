import { ignoring } from '../../../../../common/ignoring.ts';
import type { Attachment } from '../../../../../preload/contract/chat/attachments.ts';
import type { SkippedPart } from '../../../../../preload/contract/chat/portable.ts';
import { AppError, type AppErrorData } from '../../../../../preload/contract/errors.ts';
import { attachFile, upload } from '../../../../attachments/index.ts';
import type { Client } from '../../../../client/index.ts';
import { startWorker } from '../../../../client/trusted.ts';
import { toProblem } from '../../../../kit/index.ts';
import type { Answer, Question } from './protocol.ts';
import type { FoundFile } from './sources.ts';
import workerAddress from './worker.ts?worker&url';

/** Result of an import. */
export interface ImportReport {
  readonly ids: readonly string[];
  readonly messages: number;
  readonly files: number;
  /** Omitted or changed parts; `leftOutCount` includes unlisted ones. */
  readonly skipped: readonly SkippedPart[];
  readonly skippedCount: number;
  /** Why it ended early: anything not in `ids` was not imported. */
  readonly problem: AppErrorData | null;
}

interface Import {
  readonly client: Client;
  readonly systemId: string;
  readonly file: File;
  /** Conversations imported so far. */
  readonly onCount: (count: number) => void;
}

/** Error codes that concern one file, not the app. */
const ownFault = /^(?:attachment-(?:unsupported|too-large)|image-|pdf-|document-|file-not-read)/;

/**
 * Imports a file: a worker unpacks and reads it, the page attaches its files as if the user had chosen them, main
 * checks and stores each piece.
 * @throws AppError if nothing was imported: `import-unreadable`, `import-database`, `import-too-large`, and as
 * `conversations.importFile`
 */
export async function importConversations(asked: Import): Promise<ImportReport> {
  const { client, systemId, file, onCount } = asked;
  const worker = startWorker(workerAddress);
  const signal = new AbortController().signal;
  const ids: string[] = [];
  const skipped: SkippedPart[] = [];
  let [messages, files, skippedCount] = [0, 0, 0];
  const arrived = new Set<string>();
  const note = (left: SkippedPart) => {
    skipped.push(left);
    skippedCount += 1;
  };
  const ask = (question: Question) => worker.postMessage(question);

  /** As if the user had chosen it. */
  const attach = async ({
    name,
    bytes,
  }: FoundFile): Promise<Attachment | SkippedPart['reason']> => {
    try {
      const picked = { file: new File([bytes], name), name };
      const taken = await attachFile(picked, { client, signal, onProgress: () => undefined });
      for (const { hash } of [taken.file, taken.text, ...taken.images].flatMap(
        (one) => one ?? [],
      )) {
        arrived.add(hash);
      }
      files += 1;
      return taken;
    } catch (error) {
      const { code } = toProblem(error);
      if (!ownFault.test(code)) throw error;
      return code === 'attachment-too-large' ? 'too-large' : 'refused';
    }
  };
  /** In pieces: all files of a conversation together would exceed one message to main. */
  const takeFile = async (hash: string, bytes: Uint8Array) => {
    const stored = await upload(client, hash, bytes, signal);
    arrived.add(stored.hash);
    if (stored.hash === hash) files += 1;
    else note({ conversation: '', kind: 'file', name: hash, reason: 'unreadable' });
  };
  const takeBatch = async (bytes: Uint8Array) => {
    const taken = await client.call('conversations.importFile', { systemId, bytes });
    ids.push(...taken.ids);
    messages += taken.messages;
    for (const left of taken.skipped) note(left);
    onCount(ids.length);
    if (taken.problem !== null) throw AppError.fromData(taken.problem);
  };

  const finished = new Promise<void>((resolve, reject) => {
    const answer = async (data: Answer) => {
      switch (data.kind) {
        case 'found':
          ask({ kind: 'next', taken: await attach(data.file) });
          break;
        case 'attached':
          await takeFile(data.hash, data.bytes);
          ask({ kind: 'next', taken: null });
          break;
        case 'batch':
          await takeBatch(data.bytes);
          ask({ kind: 'next', taken: null });
          break;
        case 'noted':
          skipped.push(...data.skipped);
          skippedCount += data.count;
          break;
        case 'refused':
          throw new AppError(data.code);
        case 'end':
          resolve();
      }
    };
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      answer(data).catch(reject);
    });
    worker.addEventListener('error', () => reject(new AppError('import-unreadable')));
    ask({ kind: 'file', file });
  });
  let problem: AppErrorData | null = null;
  try {
    await finished;
    if (ids.length === 0 && skippedCount === 0) throw new AppError('import-unreadable');
  } catch (error) {
    if (ids.length === 0) throw error;
    problem = toProblem(error);
  } finally {
    worker.terminate();
    // files that no conversation used
    const hashes = [...arrived];
    for (let at = 0; at < hashes.length; at += 10_000) {
      const some = hashes.slice(at, at + 10_000);
      void ignoring(
        'they stay in memory until the app ends',
        client.call('attachments.discard', { hashes: some }),
      );
    }
  }
  return { ids, messages, files, skipped, skippedCount, problem };
}
