import * as z from 'zod';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Json, UnsentLines } from '../../../preload/contract/shapes.ts';
import {
  type JobSubmission,
  type SentSubmission,
  submission as submissionShape,
  toolSubmission,
} from '../../../preload/contract/work/jobs.ts';
import { defineTool, type ToolDefinition } from './define.ts';
import { saying, worded } from './saying.ts';

/** Submits jobs of a system. */
export interface JobSubmitter {
  /** Submits a job once: the same id is never sent again. @throws AppError if it was not sent */
  submit(asked: {
    readonly systemId: string;
    readonly id: string;
    readonly submission: JobSubmission;
  }): Promise<SentSubmission>;
  /** Returns the lines of a script of which something would not go along. */
  unsent(asked: { readonly systemId: string; readonly submission: JobSubmission }): UnsentLines;
}

/** Characters of a script, at most: the user reads all of it. */
const longestScript = 16_000;
/** Submits a job: the user sees the exact script, with the lines that do not go along, and answers each time. The same call is never sent twice. */
export function jobSubmitTool({ submit, unsent }: JobSubmitter): ToolDefinition {
  return defineTool({
    name: 'job_submit',
    description:
      "Submits one job script to the compute system as the user, who sees it and decides each time. The result says what is known: accepted with the job's number, refused, or not known because the answer was lost; then do not submit it again, the app looks for it in the queue. notSent: lines of the script of which the system gets nothing, or only a part.",
    input: toolSubmission.extend({
      machine: z.string().min(1).max(300).describe('A machine, as jobs names it.'),
      script: z
        .string()
        .min(1)
        .max(longestScript)
        .describe('The whole batch script, with its first line.'),
    }),
    approval: 'ask',
    everyTime: true,
    lock: 'noJobSubmission',
    returnsTextOfOthers: true,
    unsentOf: (asked, systemId) => unsent({ systemId, submission: submissionShape.parse(asked) }),
    async run(asked, { systemId, signal }, { key }) {
      signal.throwIfAborted();
      const submission = submissionShape.parse(asked);
      const { unsent: notSent, moreUnsent } = unsent({ systemId, submission });
      const sent = await saying(submit({ systemId, id: idOf(key), submission }));
      return { ...resultOf(sent), ...(notSent.length > 0 && { notSent, moreUnsent }) };
    },
  });
}

/** Returns a UUID (version 8) of a call's hash: its marker in the queue. */
function idOf(key: string): string {
  const part = (from: number, to: number): string => key.slice(from, to);
  return [part(0, 8), part(8, 12), `8${part(13, 16)}`, `a${part(17, 20)}`, part(20, 32)].join('-');
}

/** @throws Error for the model if the system refused it */
function resultOf({ state, jobId, machine, problem }: SentSubmission): Record<string, Json> {
  if (state === 'refused')
    throw problem === null ? new Error(state) : worded(AppError.fromData(problem));
  if (state === 'accepted') return { state, jobId, machine };
  const advice = 'The answer was lost. Do not submit it again: it may be in the queue.';
  return { state, machine, advice };
}
