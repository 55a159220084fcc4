import * as z from 'zod';
import { call, resource } from '../define.ts';
import { bytes, id, instant, nothing, savedFile } from '../shapes.ts';

const name = z.string().trim().min(1).max(200);
const text = z.string().min(1).max(1_000_000);
const folder = z.string().trim().max(100);
const tags = z.array(z.string().trim().min(1).max(50)).max(20);

/** A text to begin a message with. `{{name}}` and `{{name=default}}` in it are requested when it is inserted. */
export const prompt = z.object({
  id,
  name,
  text,
  /** Empty: in none. */
  folder,
  tags,
  updatedAt: instant,
});
export type Prompt = z.infer<typeof prompt>;

/** The file that `exportFile` writes and `importFile` reads. */
export const promptFile = z.object({
  format: z.literal('compute-desk-prompts'),
  version: z.literal(1),
  prompts: z
    .array(z.object({ name, text, folder: folder.default(''), tags: tags.default([]) }))
    .max(10_000),
});

/** The prompt library: one for all systems and windows. */
export const prompts = {
  ...resource(nothing, z.array(prompt)),
  /** Adds a prompt, or replaces the one with its id. */
  save: call(z.object({ id: id.nullable(), name, text, folder, tags }), prompt),
  remove: call(z.object({ id }), nothing),
  /** All of them, or those with these ids. */
  exportFile: call(z.object({ ids: z.array(id).max(10_000).optional() }), savedFile),
  /** Adds the prompts in a file of ours; leaves out identical ones. */
  importFile: call(
    z.object({ bytes }),
    z.object({ added: z.number().int().nonnegative(), known: z.number().int().nonnegative() }),
  ),
};
