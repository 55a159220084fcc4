import * as z from 'zod';
import { call, resource } from '../define.ts';
import { bytes, chosenFolder, id, instant, nothing, problem, savedFile } from '../shapes.ts';
import { unreadableRow } from './unreadable-rows.ts';

const passphrase = z.string().min(8).max(1024);

/** Parts that can be saved and restored separately: docs/data.md lists their contents. */
export const backupParts = ['systems', 'conversations', 'history', 'keys'] as const;
const parts = z.array(z.enum(backupParts)).min(1).max(backupParts.length);
export type BackupPart = (typeof backupParts)[number];

/** Automatic backups, one a day. */
export const backupSchedule = z.object({
  /** Their folder; null: none are made. */
  folder: z.string().nullable(),
  /** When the last one was made. */
  lastAt: instant.nullable(),
  /** The vault is locked, and with it the passphrase. */
  waits: z.boolean(),
  /** Why the last try failed; it is retried every hour. */
  problem: problem.nullable(),
  /** The host asks for the folder in a dialog of its own. */
  asksFolder: z.boolean(),
  /** A backup was unpacked, and the next start restores it. */
  restores: z.boolean(),
  /** The data that the last restore replaced, which can be put back; null if there is none. */
  replaced: z.object({ path: z.string(), at: instant }).nullable(),
});
export type BackupSchedule = z.infer<typeof backupSchedule>;

/** A system's trust and addresses. */
export const systemFields = [
  'webApi',
  'identityProvider',
  'genai',
  'authorities',
  'pins',
  'intermediates',
  'proxy',
  'signIn',
  'clients',
  'portal',
  'calendars',
] as const;
export type SystemField = (typeof systemFields)[number];

/**
 * `none`: there is nothing to choose; `same` key; another key that the backup's passphrase opens (`open`), or not
 * (`closed`).
 */
export const vaultKeyStandings = ['none', 'same', 'open', 'closed'] as const;
export type VaultKeyStanding = (typeof vaultKeyStandings)[number];

const twoFolders = z.object({ here: z.string().nullable(), there: z.string().nullable() });

/** Changes of a restore to this computer's own settings. */
export const restoreDifferences = z.object({
  /** Systems that are here, too. */
  systems: z.array(
    z.object({
      id,
      name: z.string(),
      fields: z.array(
        z.object({ field: z.enum(systemFields), here: z.string(), there: z.string() }),
      ),
    }),
  ),
  /** Systems that are not here. */
  added: z.array(z.object({ name: z.string(), addresses: z.array(z.string()) })),
  updateFeed: twoFolders.nullable(),
  backupFolder: twoFolders.nullable(),
  vaultKey: z.enum(vaultKeyStandings),
  /** Unreadable rows, which are left out. */
  unreadableRows: z.array(unreadableRow),
  /** Values that could not have been typed, which are removed. */
  refused: z.array(
    z.object({ system: z.string(), field: z.enum([...systemFields, 'updateFeed']) }),
  ),
});
export type RestoreDifferences = z.infer<typeof restoreDifferences>;

/** The settings to take from the backup; the others stay as they are here. */
export const restoreChoices = z.object({
  /** Existing systems: their trust and addresses. */
  systems: z.array(id).max(1000),
  updateFeed: z.boolean(),
  /** With the passphrase of the daily backups. */
  backupFolder: z.boolean(),
  vaultKey: z.boolean(),
});
export type RestoreChoices = z.infer<typeof restoreChoices>;
export const noRestoreChoices: RestoreChoices = {
  systems: [],
  updateFeed: false,
  backupFolder: false,
  vaultKey: false,
};

/** Saves everything to one encrypted file, and restores it. */
export const backups = {
  ...resource(nothing, backupSchedule),
  /** If the keychain protects the vault, this passphrase protects it in the backup; otherwise its own does. */
  make: call(z.object({ passphrase, parts }), savedFile),
  /** Uploads a piece of a file for `look` and `restore`, the pieces in order. */
  take: call(z.object({ first: z.boolean(), bytes }), nothing),
  /** Returns the uploaded file's contents and time. */
  look: call(z.object({ passphrase }), z.object({ madeAt: instant.nullable(), parts })),
  /**
   * Checks the whole uploaded file and unpacks these parts: the next start of the app restores them, and keeps the
   * replaced data.
   */
  restore: call(
    z.object({ passphrase, parts, taken: restoreChoices.default(noRestoreChoices) }),
    nothing,
  ),
  /** Reads all of these parts like `restore`, and returns the differences; unpacks nothing. */
  compare: call(z.object({ passphrase, parts }), restoreDifferences),
  /** Makes the next start put back the data that the last restore replaced, and keep the present data. */
  putBack: call(nothing, nothing),
  /** Cancels what the next start would do. */
  forget: call(nothing, nothing),
  /**
   * Creates one now and from then on one a day, in an existing folder: `folder`, or the user's choice in the host's
   * dialog, if it has one; without a choice nothing changes. The vault stores the passphrase.
   */
  schedule: call(z.object({ folder: chosenFolder.nullable(), passphrase }), backupSchedule),
  /** Stops automatic backups; existing ones stay. */
  unschedule: call(nothing, nothing),
  /** Creates one now; `problem` has the result. */
  makeScheduled: call(nothing, backupSchedule),
};
