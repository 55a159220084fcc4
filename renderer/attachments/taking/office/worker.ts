import { readDocument } from './read.ts';
import { type DocumentFault, RefusedDocument } from './refusal.ts';

// Unpacks and reads a document away from the page: a hostile one costs this worker at most.

/** The worker's answer to a file. */
export type Answer =
  | { readonly kind: 'read'; readonly as: string; readonly text: string }
  | { readonly kind: 'refused'; readonly code: DocumentFault };

async function answerTo(file: Blob): Promise<Answer> {
  try {
    const { kind, text } = await readDocument(file);
    return { kind: 'read', as: kind, text };
  } catch (error) {
    // any other error is a fault of the document
    const code = error instanceof RefusedDocument ? error.code : 'document-damaged';
    return { kind: 'refused', code };
  }
}

addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  void answerTo(data).then((answer) => postMessage(answer));
});
