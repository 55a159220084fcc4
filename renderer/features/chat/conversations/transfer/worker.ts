import type { SkippedPart } from '../../../../../preload/contract/chat/portable.ts';
import { batchesOf, RefusedFile } from './batches.ts';
import type { Answer, Question } from './protocol.ts';

// Unpacks and reads a file outside the page and main: a hostile one costs at most this worker.

type Taken = Extract<Question, { kind: 'next' }>['taken'];

/** Maximum lines of a report; the others are counted. */
const mostNotes = 2000;

let goOn: ((taken: Taken) => void) | null = null;

async function read(file: File): Promise<Answer> {
  const skipped: SkippedPart[] = [];
  let count = 0;
  const note = (left: SkippedPart) => {
    count += 1;
    if (skipped.length < mostNotes) skipped.push(left);
  };
  const postSkipped = () => post({ kind: 'noted', skipped, count });
  try {
    const reading = {
      note,
      now: new Date().toISOString(),
      attach: async (found: Extract<Answer, { kind: 'found' }>['file']) =>
        (await answerTo({ kind: 'found', file: found })) ?? 'refused',
    };
    for await (const part of batchesOf(file, reading)) await answerTo(part);
    postSkipped();
    return { kind: 'end' };
  } catch (error) {
    postSkipped();
    if (error instanceof RefusedFile) return { kind: 'refused', code: error.code };
    // a file removed while it was read, or no memory for it
    return { kind: 'refused', code: 'import-unreadable' };
  }
}

function answerTo(part: Answer): Promise<Taken> {
  return new Promise((resolve) => {
    goOn = resolve;
    post(part);
  });
}

function post(answer: Answer): void {
  postMessage(answer);
}

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  if (data.kind === 'next') goOn?.(data.taken);
  else void read(data.file).then(post);
});
