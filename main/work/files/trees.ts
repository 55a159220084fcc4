import { AppError } from '../../../preload/contract/errors.ts';
import { deepestFolder, maxTransfers } from '../../../preload/contract/work/file-limits.ts';
import type { Listing } from '../../../preload/contract/work/files.ts';
import { isName } from './paths.ts';

/** What is in folders that are moved as a whole. */
export interface Tree {
  /** Ways of the folders, each after the one that it is in. */
  readonly folders: readonly (readonly string[])[];
  readonly files: readonly { readonly way: readonly string[]; readonly name: string }[];
  /** Links, special files, and names that cannot be used. */
  readonly leftOut: number;
}

/**
 * Finds all files below folders, without following links.
 * @throws AppError `folder-too-deep`, `transfers-too-many`, and those of `list`
 */
export async function findTree(
  names: readonly string[],
  list: (way: readonly string[]) => Promise<Listing>,
): Promise<Tree> {
  const folders = names.map((name): readonly string[] => [name]);
  const files: Tree['files'][number][] = [];
  let leftOut = 0;
  // Grows while it is walked through.
  for (const way of folders) {
    if (way.length > deepestFolder) {
      throw new AppError('folder-too-deep', {
        details: { name: way[0] ?? '', limit: deepestFolder },
      });
    }
    const found = await list(way);
    leftOut += found.leftOut;
    for (const { name, kind } of found.entries) {
      if (!isName(name) || (kind !== 'file' && kind !== 'folder')) leftOut += 1;
      else if (kind === 'folder') folders.push([...way, name]);
      else files.push({ way, name });
    }
    if (files.length + folders.length > maxTransfers) {
      throw new AppError('transfers-too-many', { details: { limit: maxTransfers } });
    }
  }
  return { folders, files, leftOut };
}
