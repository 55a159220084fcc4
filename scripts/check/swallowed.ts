import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesBelow, lineOf } from './files.ts';
import { type Checker, error } from './finding.ts';

const home = 'common/ignoring.ts';
const nothing = /\.catch\(\s*(?:async )?\(\w*\) => (?:undefined|\{\s*\})\s*,?\s*\)/g;

/** An ignored failure has its reason in the code. */
export const swallowed: Checker = async (root) => {
  const files = await filesBelow(root, ['common', 'main', 'preload', 'renderer'], ['.ts', '.tsx']);
  const found = await Promise.all(
    files
      .filter((file) => file !== home)
      .map(async (file) => {
        const text = await readFile(join(root, file), 'utf8');
        return [...text.matchAll(nothing)].map(({ index }) =>
          error(
            `${file}:${lineOf(text, index)}`,
            `a failure is swallowed: ignoring('why', …) of ${home}`,
          ),
        );
      }),
  );
  return found.flat();
};
