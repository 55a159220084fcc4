import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/toolchain.mjs';

/** How many requirements each section of ASVS 5.0.0 has: the chapters from 1, their sections from 1. */
const sizes = [
  [2, 10, 12, 3, 3],
  [3, 3, 5, 2],
  [1, 3, 5, 8, 8, 1, 5],
  [5, 5, 2, 4],
  [1, 6, 3, 3],
  [3, 12, 8, 6, 8, 4, 2, 4],
  [3, 4, 2, 5, 3, 2],
  [4, 4, 3, 2],
  [3, 4],
  [2, 3, 5, 16, 5, 2, 3],
  [4, 5, 5, 4, 2, 2, 2],
  [5, 2, 5],
  [4, 6, 4, 7],
  [2, 8, 3],
  [5, 5, 7, 4],
  [1, 5, 4, 3, 4],
  [2, 8, 2],
];
const all = sizes.flatMap((sections, chapter) =>
  sections.flatMap((size, section) =>
    Array.from({ length: size }, (_, at) => `${chapter + 1}.${section + 1}.${at + 1}`),
  ),
);

const number = String.raw`\d+(?:\.\d+){0,2}`;
const one = `${number}(?: to ${number})?`;
const named = new RegExp(String.raw`^\| ((?:${one})(?:, ${one})*) `);

/** The requirements that a number stands for: itself, or all of its section or chapter. */
const below = (name: string): string[] =>
  all.filter((known) => known === name || known.startsWith(`${name}.`));

/** The requirements of `6.2.5`, `6.5` or `6.2.5 to 6.2.10`; none for what the standard has not. */
function requirementsOf(text: string): string[] {
  const [first = '', last = first] = text.split(' to ');
  const [begin] = below(first);
  const end = below(last).at(-1);
  if (begin === undefined || end === undefined) return [];
  return all.slice(all.indexOf(begin), all.indexOf(end) + 1);
}

/** What the section says of the standard: numbers that it does not have, and requirements that nothing is said of. */
function lookAt(section: string) {
  const rows = section
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (?:Promise|Items) \|/.test(line));
  const numbers = rows.map((row) => [row, named.exec(row)?.[1]?.split(', ') ?? []] as const);
  const said = new Set(numbers.flatMap(([, texts]) => texts.flatMap(requirementsOf)));
  return {
    unknown: numbers.flatMap(([row, texts]) =>
      texts.length === 0 ? [row] : texts.filter((text) => requirementsOf(text).length === 0),
    ),
    missing: all.filter((requirement) => !said.has(requirement)),
  };
}

test('of every requirement of ASVS 5.0.0 it is said what holds here, or why it need not', () => {
  expect(all).toHaveLength(345);
  const page = readFileSync(join(root, 'docs/security.md'), 'utf8');
  const [, section = ''] = page.split('\n## OWASP ASVS 5.0.0\n');
  expect(lookAt(section.split('\n## ', 1)[0] ?? '')).toEqual({ unknown: [], missing: [] });
});

test('a number that the standard does not have is named, and so is a requirement that is left out', () => {
  const rows = (...cells: string[]) =>
    lookAt(['| Items | Why |', '|---|---|', ...cells.map((cell) => `| ${cell} | so |`)].join('\n'));
  const whole = '1 to 16, 17.1, 17.2.1 to 17.3 It';
  expect(rows(whole)).toEqual({ unknown: [], missing: [] });
  expect(rows(whole, '1.2.11 It', '18.1 It', '3.9 It').unknown).toEqual(['1.2.11', '18.1', '3.9']);
  expect(rows(whole, 'It').unknown).toEqual(['| It | so |']);
  expect(rows('1.1.2 to 17 It').missing).toEqual(['1.1.1']);
  expect(rows('1 to 8, 9.1.1, 9.1.3, 9.2 to 17 It').missing).toEqual(['9.1.2']);
});
