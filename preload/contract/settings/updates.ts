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
  /** The one among them that the app can put in the place of its own file; null where it does not. */
  own: z.string().nullable(),
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
  /** It is to be pointed out: it was neither put off nor put in place. */
  marked: z.boolean(),
  /** What is being fetched to take the place of the app's own file; bytes. */
  fetching: z.object({ name: z.string(), done: z.number().int(), of: z.number().int() }).nullable(),
  /** The version that has taken that place, and is there from the next start on. */
  placed: z.string().nullable(),
});
export type UpdatesState = z.infer<typeof updatesState>;

const version = z.string().min(1).max(100);

/**
 * Newer versions from a folder of the site. What the app is installed by is left to the operating system's installer;
 * only a file of the user's that is all of the app (an AppImage) is replaced, when the user says so.
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
  /**
   * Puts the version that was last shown in the place of the app's own file; answered once it is there.
   * @throws as `save`, `update-image-foreign`, `update-image-not-written`, `cancelled`
   */
  replace: call(z.object({ version }), updatesState),
  /** Ends that; the old file is as it was. */
  cancel: call(nothing, nothing),
  /** Ends the app and starts what has taken its place. @throws `not-found` where nothing has */
  restart: call(nothing, nothing),
};
