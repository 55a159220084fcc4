import * as z from 'zod';
import { resource } from '../define.ts';
import { nothing, problem } from '../shapes.ts';

/** What the disk would not take: main has it in memory and writes it again until it does. */
export const unsaved = resource(
  nothing,
  z.object({
    /** Messages of conversations that are kept. */
    messages: z.number().int().nonnegative(),
    /** Why the last of them is not saved; null for none. */
    problem: problem.nullable(),
  }),
);
