import { plainName } from '../../../common/texts/plain-name.ts';
import { AppError } from '../../../preload/contract/errors.ts';

/** Control characters, and halves of characters, which no address can carry. */
const unusable = /[\p{Cc}\p{Cs}]/u;

/** @throws AppError `path-unusable` for what is not the name of one file */
export function requireName(name: string): void {
  if (!isName(name)) throw unusablePath(name);
}

export function isName(name: string): boolean {
  const isStep = name === '' || name === '.' || name === '..';
  return !isStep && !name.includes('/') && !unusable.test(name);
}

/** @throws AppError `path-unusable` for a path there that is not absolute and plain */
export function requirePath(path: string): void {
  if (path === '/') return;
  if (!path.startsWith('/')) throw unusablePath(path);
  for (const name of path.slice(1).split('/')) requireName(name);
}

const unusablePath = (path: string): AppError =>
  new AppError('path-unusable', { details: { path: plainName(path) } });

export function joinPath(folder: string, name: string): string {
  requireName(name);
  return folder === '/' ? `/${name}` : `${folder}/${name}`;
}

export function splitPath(path: string): { readonly folder: string; readonly name: string } {
  requirePath(path);
  const at = path.lastIndexOf('/');
  return { folder: path.slice(0, at) || '/', name: path.slice(at + 1) };
}

/** Returns `name`, or `name (2)` and so on, whichever `taken` does not have. */
export function freeName(name: string, taken: (name: string) => boolean): string {
  const dot = name.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  for (let number = 2; ; number += 1) {
    const one = `${stem} (${number})${ending}`;
    if (!taken(one)) return one;
  }
}
