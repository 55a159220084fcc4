import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesBelow, lineOf } from './files.ts';
import { type Checker, error } from './finding.ts';

/** Tailwind's `group-hover:` and its kin are `:is(:where(.group):hover *)`. */
const variant = /(?<![\w-])(?:group|peer)-[^\s:'"`]*:/g;
/** Sets a custom property: Chromium 130 then restyles everything below whenever the element itself is restyled. */
const outline = /(?<![\w-])outline-none(?![\w-])/g;
/** The same by hand: a state before a blank or a sign, and everything after it. */
const byHand = /:(?:hover|active|focus(?:-\w+)?)[^,{}\n]*[\s>+~]\*/g;

const outlineMessage =
  'outline-none sets a custom property: with each change of the element all below is styled again; outline-0';
const message =
  'on each change of that state the browser styles all that is below again: name what is meant, [article:hover_&]:';

/**
 * No selector may lead from a state to everything below. One such rule anywhere is enough: whatever the pointer leaves
 * is then restyled with its whole content, 57,000 elements of one answer in 0.6 s.
 */
export const styles: Checker = async (root) => {
  const files = await filesBelow(root, ['renderer'], ['.ts', '.tsx', '.css']);
  const found = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(root, file), 'utf8');
      const pattern = file.endsWith('.css') ? byHand : variant;
      const at = (index: number) => `${file}:${lineOf(text, index)}`;
      return [
        ...[...text.matchAll(pattern)].map(({ index }) => error(at(index), message)),
        ...[...text.matchAll(outline)].map(({ index }) => error(at(index), outlineMessage)),
      ];
    }),
  );
  return found.flat();
};
