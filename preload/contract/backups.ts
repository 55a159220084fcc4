import * as z from 'zod';
import { call, resource } from './define.ts';
import { bytes, instant, nothing, problem, savedFile } from './shapes.ts';

const passphrase = z.string().min(8).max(1024);

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
});
export type BackupSchedule = z.infer<typeof backupSchedule>;

/** Everything that is kept in one file under a passphrase, and back: docs/data.md says what it holds. */
export const backups = {
  ...resource(nothing, backupSchedule),
  /** Where the keychain protects the vault, the passphrase protects it in the backup; else its own does. */
  make: call(z.object({ passphrase }), savedFile),
  /** Hands over a piece of a file for `restore`, the pieces in order. */
  take: call(z.object({ first: z.boolean(), bytes }), nothing),
  /**
   * Looks at all of what was handed over and lays it down: the next start of the app puts it in the place of what
   * is there, which is kept aside.
   */
  restore: call(z.object({ passphrase }), nothing),
  /** Takes back what the next start would do. */
  forget: call(nothing, nothing),
  /**
   * Makes one now and from then on one a day, in a folder that is there: `folder`, or the one that the user chooses in
   * the host's dialog, where it has one; without a choice nothing changes. The vault keeps the passphrase.
   */
  schedule: call(
    z.object({ folder: z.string().min(1).max(4096).nullable(), passphrase }),
    backupSchedule,
  ),
  /** Makes no more by itself; those that were made stay. */
  unschedule: call(nothing, nothing),
  /** Makes one now; `problem` says whether it worked. */
  makeScheduled: call(nothing, backupSchedule),
};
