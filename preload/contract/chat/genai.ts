import * as z from 'zod';
import { call, resource } from '../define.ts';
import { id, instant, nothing, problem, protection, savedFile } from '../shapes.ts';

export const abilities = ['reasoning', 'functionCalling', 'mixtureOfExperts'] as const;
export type Ability = (typeof abilities)[number];

/** An entry of the live list, merged with the service document's facts about known models. */
export const model = z.object({
  id: z.string(),
  /** Tokens; null if neither the server nor the document says. */
  contextLength: z.number().int().positive().nullable(),
  imageInput: z.boolean().nullable(),
  parameters: z.string().nullable(),
  /** From the document; unknown for models that it does not name. */
  abilities: z.array(z.enum(abilities)),
  /** Key under `chat.modelNotes`, or null. */
  note: z.string().nullable(),
  /** In the server's live list. False: only in the document, so perhaps not offered now. */
  listed: z.boolean(),
});
export type Model = z.infer<typeof model>;

/** Valid in an Authorization header after `Bearer `: printable ASCII without blanks. */
export const apiKeyPattern = /^[\x21-\x7e]+$/;

/** A stored API key; the key itself never leaves main. */
export const apiKey = z.object({
  id,
  systemId: id,
  name: z.string(),
  /** Empty for a key too short to show four characters. */
  lastFour: z.string(),
  addedAt: instant,
  protection,
  /** When the service refused it, for example after it was revoked in the portal; null while it works. */
  refusedAt: instant.nullable(),
});
export type ApiKey = z.infer<typeof apiKey>;

/**
 * Portal pages for creating and revoking keys and for usage. The service's document does not give their addresses, so
 * the user does; null while unknown.
 */
export const portal = z.object({ keysUrl: z.string().nullable(), usageUrl: z.string().nullable() });
export type Portal = z.infer<typeof portal>;

/** The price in the service's document, and the day on which that was read (YYYY-MM-DD). */
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
  /** Null if the list has no model of the document: another service has other terms. */
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
  /** Fetches the live list now; the result arrives as `changed`. */
  refreshModels: call(z.object({ systemId: id }), nothing),
  /** Seals and selects the key, then tests it with the list of models: the result arrives as `changed`. */
  addKey: call(z.object({ systemId: id, name: keyName, key }), apiKey),
  /** Requests the service's models with a key that is not stored. */
  testKey: call(
    z.object({ systemId: id, key }),
    z.object({ models: z.array(z.string()), problem: problem.nullable() }),
  ),
  /** Seals another key in place of a lost or revoked one; name and selection stay. */
  replaceKey: call(z.object({ id, key }), apiKey),
  renameKey: call(z.object({ id, name: keyName }), nothing),
  /** Returns whether OPENAI_API_KEY was set when the app was started; read only on request. */
  environmentKey: call(nothing, z.object({ present: z.boolean(), lastFour: z.string() })),
  /** Adds the key of OPENAI_API_KEY like `addKey`. */
  importEnvironmentKey: call(z.object({ systemId: id, name: keyName }), apiKey),
  /** Addresses are https, or http on this computer; others are refused as `address-invalid`. */
  setPortal: call(z.object({ systemId: id, keysUrl: address, usageUrl: address }), nothing),
  /** Exports the system's own authorities as a PEM file for other programs. */
  exportAuthorities: call(z.object({ systemId: id }), savedFile),
  /** Returns the demo's selected key, which protects nothing; `not-found` for every other system. */
  demoKey: call(z.object({ systemId: id }), z.object({ key: z.string() })),
  selectKey: call(z.object({ id }), nothing),
  removeKey: call(z.object({ id }), nothing),
};
