import { posix } from 'node:path';
import { filesBelow } from './files.ts';
import { type Checker, error } from './finding.ts';

/** Maximum files in a folder: more are hard to survey. */
const most = 25;

/** No folder of shipped code has too many source files. */
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
