import * as z from 'zod';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Json } from '../../../preload/contract/shapes.ts';
import type { JobSubmission, SentSubmission } from '../../../preload/contract/work/jobs.ts';
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
}

/** Characters of a script, at most: the user reads all of it. */
const longestScript = 16_000;
const line = z
  .string()
  .min(1)
  .max(200)
  .regex(/^\P{Cc}*$/u)
  .optional();

/** Submits a job: the user sees the exact script and answers each time. The same call is never sent twice. */
export function jobSubmitTool({ submit }: JobSubmitter): ToolDefinition {
  return defineTool({
    name: 'job_submit',
    description:
      "Submits one job script to the compute system as the user, who sees it and decides each time. The result says what is known: accepted with the job's number, refused, or not known because the answer was lost; then do not submit it again, the app looks for it in the queue.",
    input: z.strictObject({
      machine: z.string().min(1).max(300).describe('A machine, as jobs names it.'),
      script: z
        .string()
        .min(1)
        .max(longestScript)
        .describe('The whole batch script, with its first line.'),
      name: line,
      queue: line.describe('Partition, queue or resource group.'),
      project: line.describe('Account, project or group.'),
      nodes: z.int().min(1).max(1_000_000).optional(),
      limitSeconds: z.int().min(1).max(100_000_000).optional().describe('Time limit in seconds.'),
      array: line.describe("Task numbers of an array in the scheduler's words, as 0-3."),
      folder: z.string().min(1).max(4000).optional().describe('Absolute path to work in.'),
    }),
    approval: 'ask',
    everyTime: true,
    lock: 'noJobSubmission',
    returnsTextOfOthers: true,
    async run(asked, { systemId, signal }, { key }) {
      signal.throwIfAborted();
      const { machine, script, name = null, queue = null, project = null, nodes = null } = asked;
      const { limitSeconds = null, array = null, folder = null } = asked;
      const rest = { nodes, limitSeconds, array, folder };
      const submission = { machine, script, name, queue, project, ...rest };
      return resultOf(await saying(submit({ systemId, id: idOf(key), submission })));
    },
  });
}

/** Returns a UUID (version 8) of a call's hash: its marker in the queue. */
function idOf(key: string): string {
  const part = (from: number, to: number): string => key.slice(from, to);
  return [part(0, 8), part(8, 12), `8${part(13, 16)}`, `a${part(17, 20)}`, part(20, 32)].join('-');
}

/** @throws Error for the model if the system refused it */
function resultOf({ state, jobId, machine, problem }: SentSubmission): Json {
  if (state === 'refused')
    throw problem === null ? new Error(state) : worded(AppError.fromData(problem));
  if (state === 'accepted') return { state, jobId, machine };
  const advice = 'The answer was lost. Do not submit it again: it may be in the queue.';
  return { state, machine, advice };
}
