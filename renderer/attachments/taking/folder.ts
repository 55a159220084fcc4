import { imageFacts, isPdf, isZip } from '../../../common/texts/file-kind.ts';
import { estimateImageTokens, estimateTokens } from '../../../common/tokens.ts';
import type { ChosenFile } from './attach-file.ts';
import { foreignImage } from './foreign-image.ts';
import { type IgnoreFile, neverEntered } from './glob.ts';
import { decodeText } from './text.ts';

/** Files below the folders that the user chose. */
export interface FolderPick {
  /** Display name: the folder's name, or that of the first of several. */
  readonly name: string;
  /** Names including their folders, the chosen one first. */
  readonly files: readonly ChosenFile[];
  readonly ignoreFiles: readonly IgnoreFile[];
  /** There were more files or folders than the limit. */
  readonly cut: boolean;
  /** Number of files and folders that could not be read. */
  readonly unreadable: number;
}

/** Maximum files, and maximum folders. */
export const maxFiles = 20_000;
/** Maximum characters read of a `.gitignore`. */
const longestIgnoreFile = 1_000_000;

/** Splits a drop: loose files at once, folders to be walked. Call it while the event lasts. */
export function readDrop(data: DataTransfer): {
  readonly files: readonly ChosenFile[];
  readonly folders: readonly FileSystemDirectoryEntry[];
} {
  const files: ChosenFile[] = [];
  const folders: FileSystemDirectoryEntry[] = [];
  for (const item of data.items) {
    if (item.kind !== 'file') continue;
    const entry = item.webkitGetAsEntry();
    const file = item.getAsFile();
    if (isFolder(entry)) folders.push(entry);
    else if (file !== null) files.push({ file, name: file.name });
  }
  return { files, folders };
}

function isFolder(entry: FileSystemEntry | null): entry is FileSystemDirectoryEntry {
  return entry?.isDirectory === true;
}

/** Lists all files below dropped folders; unreadable parts do not affect the others. */
export async function walk(folders: readonly FileSystemDirectoryEntry[]): Promise<FolderPick> {
  const files: ChosenFile[] = [];
  let [looked, unreadable, cut] = [0, 0, false];
  let level: FileSystemEntry[] = [...folders];
  while (level.length > 0 && !cut) {
    const below: FileSystemEntry[] = [];
    for (const entry of level) {
      if (isFolder(entry) && neverEntered.has(entry.name)) continue;
      cut = files.length >= maxFiles || looked >= maxFiles;
      if (cut) break;
      try {
        if (isFolder(entry)) {
          looked += 1;
          for (const one of await entriesOf(entry)) below.push(one);
        } else {
          files.push({ file: await fileOf(entry), name: entry.fullPath.replace(/^\//, '') });
        }
      } catch (error) {
        // gone meanwhile, no permission, or a path too deep for the file system
        if (!(error instanceof DOMException)) throw error;
        unreadable += 1;
      }
    }
    level = below;
  }
  return arranged(files, { cut, unreadable });
}

/** Lists all files below a folder chosen in the system's dialog. */
export function listFolder(list: readonly File[]): Promise<FolderPick> {
  const files = list
    .map((file) => ({ file, name: file.webkitRelativePath || file.name }))
    .filter(({ name }) => !name.split('/').some((part) => neverEntered.has(part)));
  return arranged(files.slice(0, maxFiles), { cut: files.length > maxFiles, unreadable: 0 });
}

async function arranged(
  files: readonly ChosenFile[],
  { cut, unreadable: before }: Pick<FolderPick, 'cut' | 'unreadable'>,
): Promise<FolderPick> {
  const ignoreFiles: IgnoreFile[] = [];
  let unreadable = before;
  for (const { file, name } of files) {
    if (!name.endsWith('/.gitignore')) continue;
    const folder = inside(name).replace(/\/?\.gitignore$/, '');
    try {
      ignoreFiles.push({ folder, text: await file.slice(0, longestIgnoreFile).text() });
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      unreadable += 1;
    }
  }
  const sorted = [...files].sort((a, b) => (a.name < b.name ? -1 : 1));
  return { name: sorted[0]?.name.split('/')[0] ?? '', files: sorted, ignoreFiles, cut, unreadable };
}

/** A path without the chosen folder. */
export function inside(name: string): string {
  return name.slice(name.indexOf('/') + 1);
}

/** Returns at most one entry more than the limit. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const found: FileSystemEntry[] = [];
  while (found.length <= maxFiles) {
    // returns some at a time, and none at the end
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (entries.length === 0) break;
    found.push(...entries);
  }
  return found;
}

function fileOf(entry: FileSystemEntry): Promise<File> {
  return new Promise((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
}

/** Estimated cost of attaching a file. */
export interface Weighed {
  readonly kind: 'text' | 'image' | 'pdf' | 'document' | 'other';
  /** An estimate; null if only attaching it would tell. */
  readonly tokens: number | null;
}

/** Larger files are not read for an estimate. */
const mostRead = 4 * 1024 * 1024;

/** Archives that are documents, judging by their names: only unpacking them would tell. */
const documents = /\.(?:docx|docm|xlsx|xlsm|pptx|pptm|odt)$/i;

export async function weigh({ file }: ChosenFile): Promise<Weighed> {
  const head = new Uint8Array(await file.slice(0, 65_536).arrayBuffer());
  const image = imageFacts(head) ?? foreignImage(head);
  if (image !== null)
    return { kind: 'image', tokens: estimateImageTokens(image.width, image.height) };
  if (isPdf(head)) return { kind: 'pdf', tokens: null };
  if (isZip(head) && documents.test(file.name)) return { kind: 'document', tokens: null };
  if (file.size > mostRead) {
    return head.includes(0)
      ? { kind: 'other', tokens: null }
      : { kind: 'text', tokens: Math.ceil(file.size / 4) };
  }
  const read = decodeText(new Uint8Array(await file.arrayBuffer()));
  if (read === null) return { kind: 'other', tokens: null };
  return { kind: 'text', tokens: estimateTokens(read.text) };
}
