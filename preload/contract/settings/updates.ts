import * as z from 'zod';
import { call, resource } from '../define.ts';
import { instant, nothing, problem, savedFile } from '../shapes.ts';

/** A signed list of packages from the feed. */
export const release = z.object({
  version: z.string(),
  /** Whether it is newer than the running version. */
  newer: z.boolean(),
  changes: z.object({ en: z.string(), ja: z.string() }),
  /** The packages for this computer; size in bytes. */
  files: z.array(z.object({ name: z.string(), size: z.number().int() })),
  /** The package with which the app can replace its own file; null if it cannot. */
  own: z.string().nullable(),
});
export type Release = z.infer<typeof release>;

/** Source of newer versions, none by default; and what was found there. */
export const updatesState = z.object({
  /** `https://host/folder/#sha256=…`: a folder of packages, and the SHA-256 of the key that signs its list. */
  feed: z.string().nullable(),
  /** The policy that sets it, or sets none; null: the user did. */
  place: z.string().nullable(),
  /** The user may not change the source. */
  locked: z.boolean(),
  /** Whether the app checks once a day. */
  daily: z.boolean(),
  /** When it was last checked, automatically or by the user. */
  lookedAt: instant.nullable(),
  /** Why that check failed. */
  problem: problem.nullable(),
  /** The newer version last seen there. */
  found: release.nullable(),
  /** Whether to point it out: it was neither postponed nor installed. */
  marked: z.boolean(),
  /** Download that will replace the app's own file; bytes. */
  fetching: z.object({ name: z.string(), done: z.number().int(), of: z.number().int() }).nullable(),
  /** The version that replaced it, effective from the next start. */
  placed: z.string().nullable(),
});
export type UpdatesState = z.infer<typeof updatesState>;

const version = z.string().min(1).max(100);

/**
 * Newer versions from a folder of the operator. Installation is left to the operating system's installer; only a
 * single-file app of the user (an AppImage) is replaced, when the user asks.
 */
export const updates = {
  ...resource(nothing, updatesState),
  /** @throws `update-feed-invalid`, `locked-by-policy` */
  set: call(z.object({ feed: z.string().trim().min(1).max(2000).nullable() }), updatesState),
  /** Whether the app checks automatically. */
  setDaily: call(z.object({ daily: z.boolean() }), updatesState),
  /** Checks now; downloads only the list. @throws `update-feed-invalid`, `update-not-read`, `update-signature` */
  check: call(nothing, release),
  /** Stops pointing out this version, but not a newer one. */
  putOff: call(z.object({ version }), updatesState),
  /**
   * Saves a package of the last shown version, as signed.
   * @throws `update-not-read`, `update-changed`, `update-not-shown`
   */
  save: call(z.object({ name: z.string().min(1).max(200) }), savedFile),
  /**
   * Replaces the app's own file by the last shown version; resolves once it is in place.
   * @throws as `save`, `update-image-foreign`, `update-image-not-written`, `cancelled`
   */
  replace: call(z.object({ version }), updatesState),
  /** Cancels that; the old file is unchanged. */
  cancel: call(nothing, nothing),
  /** Quits the app and starts the replaced file. @throws `not-found` if there is none */
  restart: call(nothing, nothing),
};
