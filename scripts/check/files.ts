import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** Returns the files below these folders of `root`, as paths from `root` with forward slashes, sorted. */
export async function filesBelow(
  root: string,
  folders: readonly string[],
  extensions: readonly string[],
): Promise<string[]> {
  const lists = await Promise.all(folders.map((folder) => listFolder(join(root, folder))));
  return lists
    .flat()
    .filter((file) => extensions.some((extension) => file.endsWith(extension)))
    .map((file) => relative(root, file).split(sep).join('/'))
    .filter(
      (file) =>
        !file.includes('node_modules/') && !/^test\/(electron|keycloak)\/runtime\//.test(file),
    )
    .sort();
}

async function listFolder(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Counts from 1. */
export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
