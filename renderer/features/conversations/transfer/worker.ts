import { batchesOf, RefusedFile } from './batches.ts';
import type { Answer, Question } from './protocol.ts';

// Unpacks and reads a file away from the page and from main: a hostile one costs this worker at most.

let goOn: (() => void) | null = null;

async function read(file: File): Promise<Answer> {
  try {
    for await (const part of batchesOf(file)) {
      post(part);
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
    }
    return { kind: 'end' };
  } catch (error) {
    if (error instanceof RefusedFile) return { kind: 'refused', code: error.code };
    // a file that went away while it was read, or no memory for it
    return { kind: 'refused', code: 'import-unreadable' };
  }
}

function post(answer: Answer): void {
  postMessage(answer);
}

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  if (data.kind === 'next') goOn?.();
  else void read(data.file).then(post);
});
