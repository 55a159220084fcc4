import * as z from 'zod';
import { call, event } from './define.ts';
import { id, instant, nothing, problem, protection } from './shapes.ts';

/** An entry of the live list, merged with what the service's document says of known models. */
export const model = z.object({
  id: z.string(),
  /** Tokens; null where neither the server nor the document says. */
  contextLength: z.number().int().positive().nullable(),
  imageInput: z.boolean().nullable(),
  parameters: z.string().nullable(),
  /** Key under `chat.modelNotes`, or null. */
  note: z.string().nullable(),
  /** In the server's live list. False: named by the document only, so perhaps not offered now. */
  listed: z.boolean(),
});
export type Model = z.infer<typeof model>;

/** What can stand in an Authorization header after `Bearer `: printable ASCII without blanks. */
export const apiKeyPattern = /^[\x21-\x7e]+$/;

/** A stored API key; the key itself never leaves main. */
export const apiKey = z.object({
  id,
  systemId: id,
  name: z.string(),
  /** Empty for a key too short to show four characters of. */
  lastFour: z.string(),
  addedAt: instant,
  protection,
});
export type ApiKey = z.infer<typeof apiKey>;

export const genaiState = z.object({
  systemId: id,
  keys: z.array(apiKey),
  selectedKeyId: id.nullable(),
  models: z.array(model),
  modelsFetchedAt: instant.nullable(),
  fetchingModels: z.boolean(),
  problem: problem.nullable(),
});
export type GenaiState = z.infer<typeof genaiState>;

export const genai = {
  snapshot: call(z.object({ systemId: id }), genaiState),
  /** Fetches the live list now; its outcome arrives as `changed`. */
  refreshModels: call(z.object({ systemId: id }), nothing),
  /** Seals and selects the key, then tests it with the list of models: the outcome arrives as `changed`. */
  addKey: call(
    z.object({
      systemId: id,
      name: z.string().trim().min(1).max(100),
      key: z.string().trim().max(4096).regex(apiKeyPattern),
    }),
    apiKey,
  ),
  selectKey: call(z.object({ id }), nothing),
  removeKey: call(z.object({ id }), nothing),
  changed: event(genaiState),
};
