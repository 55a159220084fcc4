import * as z from 'zod';
import { call, resource } from '../define.ts';
import { instant, nothing, problem, savedFile } from '../shapes.ts';

/** A signed list of packages, as the feed has it. */
export const release = z.object({
  version: z.string(),
  /** Than the version that runs. */
  newer: z.boolean(),
  changes: z.object({ en: z.string(), ja: z.string() }),
  /** The packages for this computer; size in bytes. */
  files: z.array(z.object({ name: z.string(), size: z.number().int() })),
});
export type Release = z.infer<typeof release>;

/** Where newer versions are looked for, nowhere by default; and what was found there. */
export const updatesState = z.object({
  /** `https://host/folder/#sha256=…`: a folder of packages, and the SHA-256 of the key that signs its list. */
  feed: z.string().nullable(),
  /** The policy that says so, or that there is none; null: the user did. */
  place: z.string().nullable(),
  /** The user may not change where. */
  locked: z.boolean(),
  /** Whether the app looks there once a day by itself. */
  daily: z.boolean(),
  /** When it was last looked there, by itself or because the user asked. */
  lookedAt: instant.nullable(),
  /** Why that look came to nothing. */
  problem: problem.nullable(),
  /** The newer version that was seen there last. */
  found: release.nullable(),
  /** It is to be pointed out: it was not put off. */
  marked: z.boolean(),
});
export type UpdatesState = z.infer<typeof updatesState>;

const version = z.string().min(1).max(100);

/**
 * Newer versions from a folder of the site. Installing a package is left to the operating
 * system's installer.
 */
export const updates = {
  ...resource(nothing, updatesState),
  /** @throws `update-feed-invalid`, `locked-by-policy` */
  set: call(z.object({ feed: z.string().trim().min(1).max(2000).nullable() }), updatesState),
  /** Whether the app looks by itself. */
  setDaily: call(z.object({ daily: z.boolean() }), updatesState),
  /** Asks now; nothing but the list is fetched. @throws `update-feed-invalid`, `update-not-read`, `update-signature` */
  check: call(nothing, release),
  /** Points this version out no more, only a newer one. */
  putOff: call(z.object({ version }), updatesState),
  /**
   * Saves a package of the version that was last shown, as it was signed.
   * @throws `update-not-read`, `update-changed`, `update-not-shown`
   */
  save: call(z.object({ name: z.string().min(1).max(200) }), savedFile),
};
