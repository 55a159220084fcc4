import { useEffect, useState } from 'react';
import { startWorker } from '../../../client/trusted.ts';
import type { Checked } from './checkAnswer.ts';
import type { Question } from './protocol.ts';
import workerAddress from './worker.ts?worker&url';

/** What came of it, or that it was given up: the schema takes too long to be gone over. */
type Outcome = Checked | { readonly kind: 'too-slow' };

/** Milliseconds that a check may take; one takes a few. */
const patience = 5_000;

/** What came of the latest, by schema and answer: one that scrolls into view again is there at once. */
const known = new Map<string, Outcome>();
const mostKnown = 50;
/** Characters of a schema with its answer that are remembered. */
const longestKnown = 100_000;

function remember(key: string, outcome: Outcome): void {
  if (key.length > longestKnown || outcome.kind === 'too-slow') return;
  known.set(key, outcome);
  const [oldest] = known.keys();
  if (known.size > mostKnown && oldest !== undefined) known.delete(oldest);
}

/** Holds an answer against its schema, in a worker; null while it does. */
export function useChecked(schema: string, answer: string): Outcome | null {
  const key = `${schema}\n${answer}`;
  const [outcome, setOutcome] = useState<{ of: string; is: Outcome } | null>(null);
  useEffect(() => {
    if (known.has(key)) return;
    const question: Question = { schema, answer };
    const worker = startWorker(workerAddress);
    const end = (is: Outcome): void => {
      clearTimeout(timer);
      worker.terminate();
      remember(key, is);
      setOutcome({ of: key, is });
    };
    const timer = setTimeout(() => end({ kind: 'too-slow' }), patience);
    worker.addEventListener('message', ({ data }: MessageEvent<Checked>) => end(data));
    worker.addEventListener('error', () => end({ kind: 'failed' }));
    worker.postMessage(question);
    return () => {
      clearTimeout(timer);
      worker.terminate();
    };
  }, [key, schema, answer]);
  return known.get(key) ?? (outcome?.of === key ? outcome.is : null);
}
