import { AppError } from '../../../../preload/contract/errors.ts';
import { startWorker } from '../../../client/trusted.ts';
import type { Answer } from './worker.ts';
import workerAddress from './worker.ts?worker&url';

/** Timeout for a document, ms; one of 256 MB takes a tenth of it. */
const longest = 120_000;

/** Text of a document, and its source format: `docx`, `xlsx`, `pptx` or `odt`. */
export interface TextOfDocument {
  readonly as: string;
  readonly text: string;
}

/**
 * Reads a document in a worker of its own, so that endless reading can be stopped.
 * @throws AppError `document-…`, `attachment-unsupported`; the abort reason of `signal`
 */
export async function readOffice(
  file: Blob,
  name: string,
  signal: AbortSignal,
): Promise<TextOfDocument> {
  const worker = startWorker(workerAddress);
  try {
    const answer = await new Promise<Answer>((resolve, reject) => {
      const limit = AbortSignal.timeout(longest);
      limit.addEventListener('abort', () => {
        resolve({ kind: 'refused', code: 'document-too-large' });
      });
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => resolve(data));
      worker.addEventListener('error', (cause) => {
        reject(new AppError('document-damaged', { details: { name }, cause }));
      });
      worker.postMessage(file);
    });
    if (answer.kind === 'refused') throw new AppError(answer.code, { details: { name } });
    return answer;
  } finally {
    worker.terminate();
  }
}
