import * as z from 'zod';
import { call, resource } from '../define.ts';
import { bytes, id, nothing, problem, savedFile } from '../shapes.ts';
import { largestEdited, maxTransfers } from './file-limits.ts';

const count = z.number().int().nonnegative();
const machine = z.string().min(1).max(300);
/** Absolute, with slashes. */
const path = z.string().min(1).max(4096);
const name = z.string().min(1).max(1024);
/** Names of folders from the chosen one on. */
const way = z.array(name).max(100);
const hash = z.string().regex(/^[0-9a-f]{64}$/);

export const fileEntry = z.object({
  name,
  kind: z.enum(['file', 'folder', 'link', 'other']),
  /** Bytes. */
  size: z.number().nonnegative().nullable(),
  /** ms since 1970. */
  changedAt: z.number().nullable(),
  /** Permissions as `ls -l` prints them. */
  mode: z.string().max(20).nullable(),
});
export type FileEntry = z.infer<typeof fileEntry>;

export const listing = z.object({
  entries: z.array(fileEntry),
  /** Entries that are left out: too many, or with a name that no file can have. */
  leftOut: count,
});
export type Listing = z.infer<typeof listing>;

/** One of two files of the same name. */
const side = z.object({ size: z.number().nullable(), changedAt: z.number().nullable() });

export const transfer = z.object({
  id,
  systemId: id,
  machine,
  direction: z.enum(['up', 'down']),
  /** The file's name where it comes from. */
  name,
  /** Its name where it goes, if that is another. */
  savedAs: name.nullable(),
  /** The folder there. */
  folder: path,
  /** Bytes, once known. */
  size: z.number().nullable(),
  /** Bytes that have been moved. */
  moved: count,
  /** Bytes per second since it began or went on; null: not known yet. */
  rate: z.number().nonnegative().nullable(),
  /** After a pause or a failure it goes on where it stopped; otherwise it starts over. */
  resumes: z.boolean(),
  /** `asks`: a file of this name exists; it waits for `answer`. */
  state: z.enum(['waiting', 'running', 'paused', 'asks', 'done', 'failed', 'skipped', 'cancelled']),
  /** Why it failed. */
  problem: problem.nullable(),
  /** The two files while it asks. */
  conflict: z.object({ there: side, here: side }).nullable(),
});
export type Transfer = z.infer<typeof transfer>;

/** A rename or removal that takes the system long. */
export const fileChange = z.object({
  id,
  systemId: id,
  machine,
  kind: z.enum(['rename', 'delete']),
  /** Of the file or folder, as it was. */
  name,
  startedAt: z.number(),
  /** `cancelChange` makes the system give it up. */
  cancels: z.boolean(),
});
export type FileChange = z.infer<typeof fileChange>;

export const filesState = z.object({
  /** The host has a dialog to choose a folder of this computer; otherwise the page hands files over. */
  asksFolder: z.boolean(),
  /** The chosen folder of this computer; null: none yet. */
  folder: z.string().nullable(),
  /** In order. */
  transfers: z.array(transfer),
  /** Those that take long, in order. */
  changes: z.array(fileChange),
});
export type FilesState = z.infer<typeof filesState>;

export const preview = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text'),
    /** UTF-8; the part of it that was asked for. */
    text: z.string(),
    /** Bytes of the whole file; null: not told. */
    size: count.nullable(),
    /** The text is all of it. */
    whole: z.boolean(),
    /** SHA-256 of what was read: of the whole file if the text is all of it. */
    hash,
  }),
  z.object({
    kind: z.literal('image'),
    type: z.enum(['image/png', 'image/jpeg', 'image/webp', 'image/gif']),
    bytes,
    width: count,
    height: count,
  }),
  z.object({ kind: z.literal('pdf'), bytes }),
  z.object({ kind: z.literal('none'), why: z.enum(['binary', 'too-large']) }),
]);
export type Preview = z.infer<typeof preview>;

const place = z.object({ systemId: id, machine, path });
const names = z.array(name).max(maxTransfers);
const ids = z.array(id).max(maxTransfers);
/** Links and special files of folders, and names that cannot be used. */
const leftOut = z.object({ leftOut: count });
const queued = z.object({ systemId: id, machine, folder: path });

/**
 * Files of a system's machines, and their way from and to this computer. On this computer only the folder that the
 * user chose in the host's dialog is read and written; nothing of it is stored.
 */
export const files = {
  ...resource(nothing, filesState),
  /** Returns the machines that may have files. */
  machines: call(z.object({ systemId: id }), z.array(machine)),
  /** Returns the folder where a user begins: the home folder, or `/` if the API does not tell. */
  home: call(z.object({ systemId: id, machine }), path),
  list: call(place, listing),
  /** Returns the beginning or the end of a text, however long, or an image or a PDF of at most `largestPreview`. */
  preview: call(place.extend({ part: z.enum(['start', 'end']) }), preview),
  /** Replaces a text whose content is still that of `hash`. @throws `file-changed` */
  saveText: call(place.extend({ text: z.string().max(largestEdited), hash }), z.object({ hash })),
  makeFolder: call(place, nothing),
  /** Gives a file or folder another name in its folder. @throws `file-exists`; `cancelled` */
  rename: call(place.extend({ name }), nothing),
  /** @throws `cancelled` */
  remove: call(place.extend({ kind: z.enum(['file', 'folder']) }), nothing),
  /** Has a change that takes long given up, where the system can. */
  cancelChange: call(z.object({ id }), nothing),
  /** Saves a file where the user says: in the host's dialog, or as a download of the browser. */
  save: call(place, savedFile),

  /** Lets the user choose the folder of this computer. */
  chooseFolder: call(nothing, nothing),
  listHere: call(z.object({ way }), listing),

  /** Makes a folder in the chosen one. @throws `file-exists` */
  makeFolderHere: call(z.object({ way, name }), nothing),

  /**
   * Queues files of the chosen folder for a folder there, and makes the folders among them with all their files. Links
   * are not followed.
   * @throws `folder-too-deep`, `transfers-too-many`
   */
  upload: call(queued.extend({ way, names, folders: names.optional() }), leftOut),
  /** Queues a file that was dropped on the page. @throws `transfer-too-large` */
  uploadDropped: call(queued.extend({ name, bytes, changedAt: z.number().nullable() }), nothing),
  /** Does the same with files of a folder there for the chosen folder. */
  download: call(queued.extend({ way, names, folders: names.optional() }), leftOut),
  /** Answers those that ask. Before it overwrites, the file is looked at once more. */
  answer: call(z.object({ ids, choice: z.enum(['skip', 'both', 'overwrite']) }), nothing),
  /** Stops transfers that have not ended until `retry`. */
  pause: call(z.object({ ids }), nothing),
  /** Ends a transfer that has not ended, and removes what it has written on this computer. */
  cancel: call(z.object({ id }), nothing),
  /** Goes on with paused ones, and begins failed and cancelled ones again; from the start if it does not resume. */
  retry: call(z.object({ ids }), nothing),
  /** Removes those that have ended from the list. */
  clearEnded: call(nothing, nothing),
};
