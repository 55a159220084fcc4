import * as z from 'zod';
import { call, resource } from '../define.ts';
import { nothing, savedFile } from '../shapes.ts';

/** Where newer versions are looked for; nowhere by default. */
export const updatesState = z.object({
  /** `https://host/folder/#sha256=…`: a folder of packages, and the SHA-256 of the key that signs its list. */
  feed: z.string().nullable(),
  /** The policy that says so, or that there is none; null: the user did. */
  place: z.string().nullable(),
  /** The user may not change it. */
  locked: z.boolean(),
});
export type UpdatesState = z.infer<typeof updatesState>;

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

/** Newer versions from a folder of the site. The app installs nothing: the operating system's installer does. */
export const updates = {
  ...resource(nothing, updatesState),
  /** @throws `update-feed-invalid`, `locked-by-policy` */
  set: call(z.object({ feed: z.string().trim().min(1).max(2000).nullable() }), updatesState),
  /** Asks now; nothing but the list is fetched. @throws `update-feed-invalid`, `update-not-read`, `update-signature` */
  check: call(nothing, release),
  /** Saves a package of the release that was last shown, as it was signed. @throws `update-not-read`, `update-changed` */
  save: call(z.object({ name: z.string().min(1).max(200) }), savedFile),
};
