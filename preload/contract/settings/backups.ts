import * as z from 'zod';
import { call, resource } from '../define.ts';
import { bytes, chosenFolder, instant, nothing, problem, savedFile } from '../shapes.ts';

const passphrase = z.string().min(8).max(1024);

/** What may be saved and restored by itself: docs/data.md says what each holds. */
export const backupParts = ['systems', 'conversations', 'history', 'keys'] as const;
const parts = z.array(z.enum(backupParts)).min(1).max(backupParts.length);
export type BackupPart = (typeof backupParts)[number];

/** Backups that the app makes by itself, once a day. */
export const backupSchedule = z.object({
  /** Where they go; null: none are made. */
  folder: z.string().nullable(),
  /** When the last one was made. */
  lastAt: instant.nullable(),
  /** The vault is locked, and with it the passphrase. */
  waits: z.boolean(),
  /** Why the last try did not work; it is tried again every hour. */
  problem: problem.nullable(),
  /** The host asks for the folder in a dialog of its own. */
  asksFolder: z.boolean(),
  /** A backup was laid down, and the next start puts it in its place. */
  restores: z.boolean(),
});
export type BackupSchedule = z.infer<typeof backupSchedule>;

/** What is kept in one file under a passphrase, and back. */
export const backups = {
  ...resource(nothing, backupSchedule),
  /** Where the keychain protects the vault, the passphrase protects it in the backup; else its own does. */
  make: call(z.object({ passphrase, parts }), savedFile),
  /** Hands over a piece of a file for `look` and `restore`, the pieces in order. */
  take: call(z.object({ first: z.boolean(), bytes }), nothing),
  /** What the file that was handed over holds, and when it was made. */
  look: call(z.object({ passphrase }), z.object({ madeAt: instant.nullable(), parts })),
  /**
   * Looks at all of what was handed over and lays down these parts of it: the next start of the app puts them in the
   * place of what is there, which is kept aside.
   */
  restore: call(z.object({ passphrase, parts }), nothing),
  /** Takes back what the next start would do. */
  forget: call(nothing, nothing),
  /**
   * Makes one now and from then on one a day, in a folder that is there: `folder`, or the one that the user chooses in
   * the host's dialog, where it has one; without a choice nothing changes. The vault keeps the passphrase.
   */
  schedule: call(z.object({ folder: chosenFolder.nullable(), passphrase }), backupSchedule),
  /** Makes no more by itself; those that were made stay. */
  unschedule: call(nothing, nothing),
  /** Makes one now; `problem` says whether it worked. */
  makeScheduled: call(nothing, backupSchedule),
};
