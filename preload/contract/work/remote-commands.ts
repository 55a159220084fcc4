import * as z from 'zod';
import { call, resource } from '../define.ts';
import { id, nothing, problem } from '../shapes.ts';

/** Ms since 1970. */
const moment = z.number().int();
const ofSystem = z.object({ systemId: id });

/** Characters of a command, and of what is kept of its output, at most. */
export const longestCommand = 4_000;
export const longestCommandOutput = 64 * 1024;

/**
 * `done` and `failed` by the API's word on its end; `refused`: the API did not run it; `unanswered`: no answer came, so
 * it is not known whether it ran; `left`: the user waits no longer, and it may go on there.
 */
const commandStates = ['running', 'done', 'failed', 'refused', 'unanswered', 'left'] as const;

const commandRun = z.object({
  id,
  machine: z.string(),
  command: z.string(),
  state: z.enum(commandStates),
  startedAt: moment,
  endedAt: moment.nullable(),
  /** As it came, control characters too; its end, if it was longer. */
  output: z.string(),
  errors: z.string(),
  isCut: z.boolean(),
  /** Why it was refused, or got no answer. */
  problem: problem.nullable(),
});
export type CommandRun = z.infer<typeof commandRun>;

const commandsState = z.object({
  systemId: id,
  /** The system's API runs commands. */
  offered: z.boolean(),
  /** The operator locked them. */
  locked: z.boolean(),
  /** Of this start of the app, the newest first. */
  runs: z.array(commandRun),
});
export type CommandsState = z.infer<typeof commandsState>;

/** Commands that the user runs on a system's machines, as its user there. Nothing of them is stored. */
export const remoteCommands = {
  ...resource(ofSystem, commandsState),
  /**
   * Runs a command once, and returns when it has ended; what became of it is in the snapshot. `id` from the caller: the
   * same one never runs twice.
   * @throws AppError `locked-by-policy`; `not-found` where none run; `command-running` while another runs
   */
  run: call(
    ofSystem.extend({
      id: z.uuid(),
      machine: z.string().min(1).max(300),
      command: z
        .string()
        .trim()
        .min(1)
        .max(longestCommand)
        .regex(/^[^\p{Cc}]+$/u),
    }),
    nothing,
  ),
  /** Waits no longer for a command that runs: it may go on there. */
  leave: call(ofSystem.extend({ id: z.uuid() }), nothing),
  /** Forgets those that have ended. */
  clear: call(ofSystem, nothing),
};
