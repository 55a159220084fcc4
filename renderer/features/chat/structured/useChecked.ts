import { useEffect, useState } from 'react';
import { startWorker } from '../../../client/trusted.ts';
import type { Checked } from './checkAnswer.ts';
import type { Question } from './protocol.ts';
import workerAddress from './worker.ts?worker&url';

/** The result, or a timeout of the validation. */
type Outcome = Checked | { readonly kind: 'too-slow' };

/** Timeout of a check, ms; a check takes a few. */
const patience = 5_000;

/** Cache of the latest results, by schema and answer: an answer that scrolls into view again has its result at once. */
const known = new Map<string, Outcome>();
const mostKnown = 50;
/** Maximum characters of a cached schema with its answer. */
const longestKnown = 100_000;

function remember(key: string, outcome: Outcome): void {
  if (key.length > longestKnown || outcome.kind === 'too-slow') return;
  known.set(key, outcome);
  const [oldest] = known.keys();
  if (known.size > mostKnown && oldest !== undefined) known.delete(oldest);
}

/** Validates an answer in a worker; null meanwhile. */
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
