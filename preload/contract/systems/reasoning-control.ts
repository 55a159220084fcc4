import * as z from 'zod';
import { isRequestField, maxControlChoices, maxControlTextLength } from './system-choices.ts';

/**
 * The field of a request that controls reasoning, as the user or the operator names it for a system, and its choices:
 * each JSON, or else a text. Parameters offers it; nothing is sent unless one is chosen.
 */
export const reasoningControl = z.strictObject({
  field: z.string().refine(isRequestField),
  choices: z
    .array(z.string().trim().min(1).max(maxControlTextLength))
    .min(1)
    .max(maxControlChoices),
});
export type ReasoningControl = z.infer<typeof reasoningControl>;
