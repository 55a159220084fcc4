import * as z from 'zod';
import { call, resource } from '../define.ts';
import { json, nothing } from '../shapes.ts';

/** `ask` before each run, `always` run, `never` offer it to a model. */
export const approval = z.enum(['ask', 'always', 'never']);
export type Approval = z.infer<typeof approval>;

/** A function that a model may call. */
export const tool = z.object({
  name: z.string(),
  /** For models. */
  description: z.string(),
  /** JSON Schema of its arguments. */
  parameters: json,
  approval,
});
export type Tool = z.infer<typeof tool>;

export const tools = {
  ...resource(nothing, z.array(tool)),
  setApproval: call(z.object({ name: z.string(), approval }), nothing),
};
