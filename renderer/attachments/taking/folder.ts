import { imageFacts, isPdf, isZip } from '../../../preload/contract/file-kind.ts';
import { estimateImageTokens, estimateTokens } from '../../../preload/contract/tokens.ts';
import { foreignImage } from './foreign-image.ts';
import { type IgnoreFile, neverEntered } from './glob.ts';
import type { Picked } from './take.ts';
import { decodeText } from './text.ts';

/** Files below the folders that the user chose. */
export interface FolderPick {
  /** What to call it: the folder's name, or the first of several. */
  readonly name: string;
  /** Names with their folders, the chosen one first. */
  readonly files: readonly Picked[];
  readonly ignoreFiles: readonly IgnoreFile[];
  /** There were more files than are looked at. */
  readonly cut: boolean;
}

/** Files that are looked at. */
export const mostFiles = 20_000;

/** What is dropped: loose files at once, folders to be walked. To be called while the event lasts. */
export function dropped(data: DataTransfer): {
  readonly files: readonly Picked[];
  readonly folders: readonly FileSystemDirectoryEntry[];
} {
  const files: Picked[] = [];
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

/** All files below folders that were dropped. */
export async function walk(folders: readonly FileSystemDirectoryEntry[]): Promise<FolderPick> {
  const files: Picked[] = [];
  const waiting: FileSystemEntry[] = [...folders];
  for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) {
    if (files.length >= mostFiles) break;
    if (isFolder(entry)) {
      if (!neverEntered.has(entry.name)) waiting.push(...(await entriesOf(entry)));
    } else {
      files.push({ file: await fileOf(entry), name: entry.fullPath.replace(/^\//, '') });
    }
  }
  return arranged(files, files.length >= mostFiles);
}

/** All files below a folder that was chosen in the system's dialog. */
export function listed(list: readonly File[]): Promise<FolderPick> {
  const files = list
    .map((file) => ({ file, name: file.webkitRelativePath || file.name }))
    .filter(({ name }) => !name.split('/').some((part) => neverEntered.has(part)));
  return arranged(files.slice(0, mostFiles), files.length > mostFiles);
}

async function arranged(files: readonly Picked[], cut: boolean): Promise<FolderPick> {
  const ignoreFiles: IgnoreFile[] = [];
  for (const { file, name } of files) {
    if (!name.endsWith('/.gitignore')) continue;
    ignoreFiles.push({
      folder: inside(name).replace(/\/?\.gitignore$/, ''),
      text: await file.text(),
    });
  }
  const sorted = [...files].sort((a, b) => (a.name < b.name ? -1 : 1));
  return { name: sorted[0]?.name.split('/')[0] ?? '', files: sorted, ignoreFiles, cut };
}

/** A path without the folder that was chosen. */
export function inside(name: string): string {
  return name.slice(name.indexOf('/') + 1);
}

function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const found: FileSystemEntry[] = [];
  // Gives some at a time, and none when it is through.
  return new Promise((resolve, reject) => {
    const more = (): void =>
      reader.readEntries((entries) => {
        if (entries.length === 0) resolve(found);
        else {
          found.push(...entries);
          more();
        }
      }, reject);
    more();
  });
}

function fileOf(entry: FileSystemEntry): Promise<File> {
  return new Promise((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
}

/** What attaching a file would come to. */
export interface Weighed {
  readonly kind: 'text' | 'image' | 'pdf' | 'document' | 'other';
  /** An estimate; null where only attaching it would tell. */
  readonly tokens: number | null;
}

/** Larger files are not read for an estimate. */
const mostRead = 4 * 1024 * 1024;

/** Archives that are documents, if their names are right: only unpacking them would tell. */
const documents = /\.(?:docx|docm|xlsx|xlsm|pptx|pptm|odt)$/i;

export async function weigh({ file }: Picked): Promise<Weighed> {
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
