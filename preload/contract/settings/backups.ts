import * as z from 'zod';
import { call, resource } from '../define.ts';
import { bytes, chosenFolder, id, instant, nothing, problem, savedFile } from '../shapes.ts';
import { unreadRow } from './unread.ts';

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
  /** What the last restore replaced, which can be put back; null where nothing was. */
  replaced: z.object({ path: z.string(), at: instant }).nullable(),
});
export type BackupSchedule = z.infer<typeof backupSchedule>;

/** Of a system: whom it trusts, and where its servers are. */
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

/** `none`: there is nothing to choose; `same` key; another that the passphrase of the backup opens, or that stays closed. */
export const vaultKeyStandings = ['none', 'same', 'open', 'closed'] as const;
export type VaultKeyStanding = (typeof vaultKeyStandings)[number];

const twoFolders = z.object({ here: z.string().nullable(), there: z.string().nullable() });

/** What a restore would make another, and is this computer's own. */
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
  /** Rows that cannot be read, and are left out. */
  unread: z.array(unreadRow),
  /** Values that could not have been typed, and are taken away. */
  refused: z.array(
    z.object({ system: z.string(), field: z.enum([...systemFields, 'updateFeed']) }),
  ),
});
export type RestoreDifferences = z.infer<typeof restoreDifferences>;

/** What of that is taken out of the backup; the rest stays as it is here. */
export const takenOver = z.object({
  /** Systems that are here: their trust and addresses. */
  systems: z.array(id).max(1000),
  updateFeed: z.boolean(),
  /** With the passphrase of the backups of every day. */
  backupFolder: z.boolean(),
  vaultKey: z.boolean(),
});
export type TakenOver = z.infer<typeof takenOver>;
export const nothingTaken: TakenOver = {
  systems: [],
  updateFeed: false,
  backupFolder: false,
  vaultKey: false,
};

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
  restore: call(z.object({ passphrase, parts, taken: takenOver.default(nothingTaken) }), nothing),
  /** Reads all of these parts as `restore` does, and says what would be another; nothing is laid down. */
  compare: call(z.object({ passphrase, parts }), restoreDifferences),
  /** Has the next start put back what the last restore replaced; what is here is kept aside then. */
  putBack: call(nothing, nothing),
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
