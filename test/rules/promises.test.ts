import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/toolchain.mjs';

interface Named {
  readonly line: number;
  readonly file: string;
  /** Words that the test's file has, its own title among them. */
  readonly words: readonly string[];
}

/** The tests that the tables of promises name: `path/of.test.ts: "words", "words"; another.test.ts`. */
function namedIn(page: string): { readonly named: Named[]; readonly without: number[] } {
  const named: Named[] = [];
  const without: number[] = [];
  let ofPromises = false;
  for (const [at, text] of page.split('\n').entries()) {
    if (!text.startsWith('|')) ofPromises = false;
    else if (/^\| Promise \| Test \|$/.test(text)) ofPromises = true;
    else if (ofPromises && !text.startsWith('|---')) {
      const parts = (text.split(' | ').at(-1) ?? '').replace(/\|\s*$/, '').split('; ');
      const before = named.length;
      for (const part of parts) {
        const [file] = /[\w./-]+\.(?:ts|tsx)\b/.exec(part) ?? [];
        if (file === undefined) continue;
        const words = [...part.matchAll(/"([^"]+)"/g)].map(([, word = '']) => word);
        named.push({ line: at + 1, file, words });
      }
      if (named.length === before) without.push(at + 1);
    }
  }
  return { named, without };
}

/** What a page names and the tree does not have. */
function missing(page: string): string[] {
  const { named, without } = namedIn(page);
  return [
    ...without.map((line) => `line ${line}: a promise without a test`),
    ...named.flatMap(({ line, file, words }) => {
      const path = join(root, file);
      if (!existsSync(path)) return [`line ${line}: ${file} does not exist`];
      const text = readFileSync(path, 'utf8').toLowerCase();
      return words
        .filter((word) => !text.includes(word.toLowerCase()))
        .map((word) => `line ${line}: ${file} has no "${word}"`);
    }),
  ];
}

const page = readFileSync(join(root, 'docs/security.md'), 'utf8');

test('every promise of security names a test, and each that is named exists', () => {
  expect(namedIn(page).named.length).toBeGreaterThan(60);
  expect(missing(page)).toEqual([]);
});

test('a promise whose test is gone is named', () => {
  const row = (cell: string) => `| Promise | Test |\n|---|---|\n| It holds | ${cell} |\n`;
  expect(missing(row('test/rules/promises.test.ts: "names a test"'))).toEqual([]);
  expect(missing(row('test/rules/gone.test.ts'))).toEqual([
    'line 3: test/rules/gone.test.ts does not exist',
  ]);
  expect(missing(row(`test/rules/tree.ts: "${'no such'} words"`))).toEqual([
    'line 3: test/rules/tree.ts has no "no such words"',
  ]);
  expect(missing(row('by hand'))).toEqual(['line 3: a promise without a test']);
});
