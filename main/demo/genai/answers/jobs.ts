import { isRecord } from '../../files.ts';
import { recordIn } from './machines.ts';

/** A job as the app's tool tells it. */
export interface ToldJob {
  readonly id: string;
  readonly name: string;
  readonly machine: string;
  readonly state: string;
}

/** Returns whether a question asks for the user's jobs. */
export const asksForJobs = (question: string): boolean =>
  /\bmy jobs\b|私のジョブ|自分のジョブ|ジョブはどう/i.test(question);

/** Returns the path that a question names, if it asks for a file. */
export const pathIn = (question: string): string | undefined =>
  question.split(/\s+/).find((word) => /^\/[\w./-]{2,200}$/.test(word));

/** Parses the result of `jobs`; undefined for any other text. */
export function jobsIn(result: string): readonly ToldJob[] | undefined {
  const json = recordIn(result);
  if (!Array.isArray(json?.jobs)) return undefined;
  return json.jobs.flatMap((one: unknown) =>
    isRecord(one) && typeof one.id === 'string' && typeof one.state === 'string'
      ? [
          {
            id: one.id,
            name: typeof one.name === 'string' ? one.name : one.id,
            machine: String(one.machine),
            state: one.state,
          },
        ]
      : [],
  );
}
