import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/toolchain.mjs';
import { titlesOf } from './titles.ts';

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

interface Named {
  readonly line: number;
  readonly file: string;
  /** Words of titles of tests in that file. */
  readonly words: readonly string[];
}

const files = /[\w./-]+\.(?:tsx|ts)\b/g;

/** The rows of the tables whose last column is "Test". */
function rowsOf(page: string): Row[] {
  const rows: Row[] = [];
  let named = false;
  for (const [at, text] of page.split('\n').entries()) {
    if (!text.startsWith('|')) named = false;
    else if (text.endsWith('| Test |')) named = true;
    else if (named && !text.startsWith('|---')) {
      const cells = text.replace(/^\| /, '').replace(/\s*\|\s*$/, '');
      rows.push({ line: at + 1, cells: cells.split(' | ') });
    }
  }
  return rows;
}

/** The tests of a row: `path/of.test.ts: "words", "words"; another.test.ts`. */
function namedIn({ line, cells }: Row): Named[] {
  return (cells.at(-1) ?? '').split('; ').flatMap((part) => {
    const [file] = part.match(files) ?? [];
    const words = [...part.matchAll(/"([^"]+)"/g)].map(([, word = '']) => word);
    return file === undefined ? [] : [{ line, file, words }];
  });
}

/** What a page names and the tree does not have. @param admits How a row begins that needs no test */
function missing(page: string, admits?: RegExp): string[] {
  return rowsOf(page).flatMap((row) => {
    const { line, cells } = row;
    const named = namedIn(row);
    const without = named.length === 0 && !admits?.test(cells.at(-1) ?? '');
    return [
      ...(without ? [`line ${line}: a promise without a test`] : []),
      ...named.flatMap(missingTest),
    ];
  });
}

function missingTest({ line, file, words }: Named): string[] {
  const path = join(root, file);
  if (!existsSync(path)) return [`line ${line}: ${file} does not exist`];
  if (!/\.test\.tsx?$/.test(file)) return [`line ${line}: ${file} holds no test`];
  if (words.length === 0) return [`line ${line}: ${file} without the words of a title`];
  const titles = titlesIn(path);
  return words
    .filter((word) => !titles.some((title) => title.includes(word.toLowerCase())))
    .map((word) => `line ${line}: ${file} has no test "${word}"`);
}

const read = new Map<string, readonly string[]>();

function titlesIn(path: string): readonly string[] {
  const known = read.get(path);
  if (known !== undefined) return known;
  const titles = titlesOf(path, readFileSync(path, 'utf8')).map((title) => title.toLowerCase());
  read.set(path, titles);
  return titles;
}

/** What is wrong with the numbers of demands, and with the places where they are fulfilled. */
function misplaced(page: string): string[] {
  const last: Record<string, number> = {};
  return rowsOf(page).flatMap(({ line, cells }) => {
    const [number = '', , place = ''] = cells;
    const letter = number.slice(0, 1);
    const next = (last[letter] ?? 0) + 1;
    last[letter] = next;
    const places = place.match(files) ?? [];
    return [
      ...(cells.length === 4 ? [] : [`line ${line}: ${cells.length} columns`]),
      ...(number === `${letter}${next}` ? [] : [`line ${line}: ${number} follows ${next - 1}`]),
      ...(places.length > 0 ? [] : [`line ${line}: no place`]),
      ...places
        .filter((file) => !existsSync(join(root, file)))
        .map((file) => `line ${line}: ${file} does not exist`),
    ];
  });
}

/** A demand that is not fulfilled, or otherwise on purpose, is said to be so. */
const lacking = /^(?:lacks|differs) \S/;

const pageOf = (name: string) => readFileSync(join(root, 'docs', name), 'utf8');

test('every promise of security names a test, and each that is named exists', () => {
  const page = pageOf('security.md');
  expect(rowsOf(page).length).toBeGreaterThan(60);
  expect(missing(page)).toEqual([]);
});

test('every demand of the two documents has its number, its place and a test, or says what it lacks', () => {
  const page = pageOf('spec.md');
  expect(rowsOf(page).length).toBeGreaterThan(100);
  expect(misplaced(page)).toEqual([]);
  expect(missing(page, lacking)).toEqual([]);
});

test('a promise whose test is gone is named, or that names none, no title of it, or no test at all', () => {
  const row = (cell: string) => `| Promise | Test |\n|---|---|\n| It holds | ${cell} |\n`;
  expect(missing(row('test/rules/promises.test.ts: "names a test"'))).toEqual([]);
  expect(missing(row('test/rules/gone.test.ts: "gone"'))).toEqual([
    'line 3: test/rules/gone.test.ts does not exist',
  ]);
  expect(missing(row('test/rules/promises.test.ts: "the rows of the tables"'))).toEqual([
    'line 3: test/rules/promises.test.ts has no test "the rows of the tables"',
  ]);
  expect(missing(row('test/rules/promises.test.ts'))).toEqual([
    'line 3: test/rules/promises.test.ts without the words of a title',
  ]);
  expect(missing(row('test/rules/tree.ts: "tree"'))).toEqual([
    'line 3: test/rules/tree.ts holds no test',
  ]);
  expect(missing(row('by hand'))).toEqual(['line 3: a promise without a test']);
});

test('the words of a test are its title, its group’s and its rows’, if it is ever run', () => {
  const titles = titlesOf(
    'x.test.ts',
    `
    // a comment
    const rows = [['a row of a constant', 1]];
    describe('a group', () => {
      test.each(rows)('each of %s', () => expect('a text in it').toBe(1));
      test.skipIf(process.platform === 'win32')('elsewhere than ' + 'here', () => undefined);
      test.each([{ name: 'a row that is named' }])('$name', () => undefined);
      it(\`with \${value} in it\`, () => undefined);
      test.skip('never run', () => undefined);
    });
    describe.skip('a group that never runs', () => {
      test('and what stands in it', () => undefined);
    });
    test.todo('some day');
    other('no test at all');
    `,
  );
  expect(titles).toEqual([
    'a group',
    'each of %s',
    'a row of a constant',
    'elsewhere than here',
    '$name',
    'a row that is named',
    'with … in it',
  ]);
});

test('a demand that is lacking names no test that is gone, and one at the wrong place is named', () => {
  const row = (number: string, place: string, cell: string) =>
    `| No. | Demand | Place | Test |\n|---|---|---|---|\n| ${number} | It does | ${place} | ${cell} |\n`;
  const admitted = row('W1', 'main/app.ts', 'lacks a word');
  expect(missing(admitted, lacking)).toEqual([]);
  expect(missing(admitted)).toEqual(['line 3: a promise without a test']);
  const gone = row('W1', 'main/app.ts', 'lacks it; test/rules/gone.test.ts: "it"');
  expect(missing(gone, lacking)).toEqual(['line 3: test/rules/gone.test.ts does not exist']);
  expect(misplaced(admitted)).toEqual([]);
  expect(misplaced(row('W2', 'main/gone.ts', 'lacks a word'))).toEqual([
    'line 3: W2 follows 0',
    'line 3: main/gone.ts does not exist',
  ]);
});
