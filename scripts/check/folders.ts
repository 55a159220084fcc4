import { posix } from 'node:path';
import { filesBelow } from './files.ts';
import { type Checker, error } from './finding.ts';

/** More files than these side by side are a list to search, not a place to know. */
const most = 25;

/** No folder of what ships holds many source files side by side. */
export const folders: Checker = async (root) => {
  const files = await filesBelow(root, ['common', 'main', 'preload', 'renderer'], ['.ts', '.tsx']);
  const counts = new Map<string, number>();
  for (const file of files) {
    const folder = posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > most)
    .map(([folder, count]) =>
      error(folder, `${count} files side by side (at most ${most}): sort them into folders`),
    );
};
