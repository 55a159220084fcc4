import { AppError } from '../../../preload/contract/errors.ts';
import type { Json } from '../../../preload/contract/shapes.ts';
import type { FileEntry } from './types.ts';
import { isRecord, type JsonRecord, readNumber, readText, readTime } from './values.ts';

/** @throws AppError `path-unusable` for a path that is not absolute, has steps, or has a NUL in it */
export function requireAbsolute(path: string): void {
  const parts = path.slice(1).split('/');
  const hasSteps = parts.some((part) => part === '.' || part === '..');
  if (!path.startsWith('/') || hasSteps || path.includes('\0')) throw unusable(path);
}

const unusable = (path: string): AppError => new AppError('path-unusable', { details: { path } });

/** @throws AppError `path-unusable` as `requireAbsolute`, and for one with control characters or one of `unsafe` in it */
export function requirePlain(path: string, unsafe: RegExp = /\p{Cc}/u): void {
  requireAbsolute(path);
  if (/\p{Cc}/u.test(path) || unsafe.test(path)) throw unusable(path);
}

export function splitAtName(path: string): { readonly folder: string; readonly name: string } {
  const at = path.lastIndexOf('/');
  return { folder: path.slice(0, at) || '/', name: path.slice(at + 1) };
}

/** What another program would say of an existing file, where the API overwrites without a word. */
export const conflictOn = (machine: string): AppError =>
  new AppError('http-status', { details: { host: machine, status: 409 } });

const kinds: Readonly<Record<string, FileEntry['kind']>> = {
  '-': 'file',
  file: 'file',
  d: 'folder',
  directory: 'folder',
  l: 'link',
  link: 'link',
};

/** Reads the records of files that FirecREST and IRI answer with, which differ in how they write two words as one. */
export function readEntries(value: Json): FileEntry[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isRecord).flatMap((record) => readEntry(record) ?? []);
}

function readEntry(record: JsonRecord): FileEntry | null {
  // A name is never trimmed.
  const { name, type } = record;
  if (typeof name !== 'string' || name === '') return null;
  const permissions = readText(record.permissions);
  const letter = typeof type === 'string' && type.length === 1 ? type : '';
  return {
    name,
    kind: kinds[String(type)] ?? 'other',
    size: readNumber(record.size),
    changedAt: readTime(record.lastModified ?? record.last_modified),
    mode: permissions === null ? null : `${letter}${permissions}`,
  };
}
