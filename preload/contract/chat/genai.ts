import * as z from 'zod';
import { call, resource } from '../define.ts';
import { id, instant, nothing, problem, protection, savedFile } from '../shapes.ts';

export const abilities = ['reasoning', 'functionCalling', 'mixtureOfExperts'] as const;
export type Ability = (typeof abilities)[number];

/** An entry of the live list, merged with what the service's document says of known models. */
export const model = z.object({
  id: z.string(),
  /** Tokens; null where neither the server nor the document says. */
  contextLength: z.number().int().positive().nullable(),
  imageInput: z.boolean().nullable(),
  parameters: z.string().nullable(),
  /** As the document says them; of a model that it does not name nothing is known. */
  abilities: z.array(z.enum(abilities)),
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
  /** When the service refused it, as after it was revoked in the portal; null while it works. */
  refusedAt: instant.nullable(),
});
export type ApiKey = z.infer<typeof apiKey>;

/**
 * Pages of the portal in which keys are made and revoked and usage is shown. Where they are is not in
 * the service's document, so the user says it; null while it is not known.
 */
export const portal = z.object({ keysUrl: z.string().nullable(), usageUrl: z.string().nullable() });
export type Portal = z.infer<typeof portal>;

/** What the service's document says of its price, and the day on which that was read (YYYY-MM-DD). */
const terms = z.object({ cost: z.literal('earlyAccess2'), asOf: z.iso.date() });
export type Terms = z.infer<typeof terms>;

export const genaiState = z.object({
  systemId: id,
  portal,
  keys: z.array(apiKey),
  selectedKeyId: id.nullable(),
  /** No key is stored, and the service answers without one. */
  keyless: z.boolean(),
  models: z.array(model),
  /** Null where the list names no model of the document: another service has other terms. */
  terms: terms.nullable(),
  modelsFetchedAt: instant.nullable(),
  fetchingModels: z.boolean(),
  problem: problem.nullable(),
});
export type GenaiState = z.infer<typeof genaiState>;

const address = z.string().trim().min(1).max(2000).nullable();
const keyName = z.string().trim().min(1).max(100);
const key = z.string().trim().max(4096).regex(apiKeyPattern);

export const genai = {
  ...resource(z.object({ systemId: id }), genaiState),
  /** Fetches the live list now; its outcome arrives as `changed`. */
  refreshModels: call(z.object({ systemId: id }), nothing),
  /** Seals and selects the key, then tests it with the list of models: the outcome arrives as `changed`. */
  addKey: call(z.object({ systemId: id, name: keyName, key }), apiKey),
  /** Asks the service for its models with a key that is not kept. */
  testKey: call(
    z.object({ systemId: id, key }),
    z.object({ models: z.array(z.string()), problem: problem.nullable() }),
  ),
  /** Seals another key in place of one that was lost or revoked; name and selection stay. */
  replaceKey: call(z.object({ id, key }), apiKey),
  renameKey: call(z.object({ id, name: keyName }), nothing),
  /** Whether OPENAI_API_KEY is set where the app was started; looked at only when asked. */
  environmentKey: call(nothing, z.object({ present: z.boolean(), lastFour: z.string() })),
  /** Adds the key of OPENAI_API_KEY as `addKey` does. */
  importEnvironmentKey: call(z.object({ systemId: id, name: keyName }), apiKey),
  /** Addresses are https, or http on this machine; others are refused as `address-invalid`. */
  setPortal: call(z.object({ systemId: id, keysUrl: address, usageUrl: address }), nothing),
  /** The authorities that the system brings along, as a PEM file for other programs. */
  exportAuthorities: call(z.object({ systemId: id }), savedFile),
  /** The demo's chosen key, which protects nothing; of every other system it is `not-found`. */
  demoKey: call(z.object({ systemId: id }), z.object({ key: z.string() })),
  selectKey: call(z.object({ id }), nothing),
  removeKey: call(z.object({ id }), nothing),
};
