import { useEffect, useState } from 'react';
import { startWorker } from '../../client/trusted.ts';
import type { Checked } from './checkAnswer.ts';
import type { Question } from './protocol.ts';
import workerAddress from './worker.ts?worker&url';

/** What came of it, or that it was given up: the schema takes too long to be gone over. */
type Outcome = Checked | { readonly kind: 'too-slow' };

/** Milliseconds that a check may take; one takes a few. */
const patience = 5_000;

/** Holds an answer against its schema, in a worker; null while it does. */
export function useChecked(schema: string, answer: string): Outcome | null {
  const [outcome, setOutcome] = useState<{ of: Question; is: Outcome } | null>(null);
  useEffect(() => {
    const question: Question = { schema, answer };
    const worker = startWorker(workerAddress);
    const end = (is: Outcome): void => {
      clearTimeout(timer);
      worker.terminate();
      setOutcome({ of: question, is });
    };
    const timer = setTimeout(() => end({ kind: 'too-slow' }), patience);
    worker.addEventListener('message', ({ data }: MessageEvent<Checked>) => end(data));
    worker.addEventListener('error', () => end({ kind: 'failed' }));
    worker.postMessage(question);
    return () => {
      clearTimeout(timer);
      worker.terminate();
    };
  }, [schema, answer]);
  const isOf = outcome?.of.schema === schema && outcome.of.answer === answer;
  return isOf ? outcome.is : null;
}
