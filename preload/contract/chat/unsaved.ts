import * as z from 'zod';
import { resource } from '../define.ts';
import { nothing, problem } from '../shapes.ts';

/** Data that could not be written to the disk: main has it in memory and retries. */
export const unsaved = resource(
  nothing,
  z.object({
    /** Messages of stored conversations. */
    messages: z.number().int().nonnegative(),
    /** Why the last of them is not saved; null for none. */
    problem: problem.nullable(),
  }),
);
