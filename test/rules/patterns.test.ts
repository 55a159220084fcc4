import { expect, test } from 'vitest';
import { emptyTree } from './tree.ts';

async function errorsOf(code: string): Promise<string[]> {
  const tree = emptyTree();
  tree.write('main/x.ts', code);
  return tree.errors('patterns');
}

test('an expression that goes over a text again and again is refused by name', async () => {
  expect(await errorsOf('export const a = 1;\nexport const slow = /^(a+)+$/;\n')).toEqual([
    expect.stringMatching(/^main\/x\.ts:2: \/\^\(a\+\)\+\$\/ may be slow: exponential on /),
  ]);
  expect(await errorsOf('export const end = (x: string) => x.replace(/\\s+$/, "");\n')).toEqual([
    expect.stringMatching(/^main\/x\.ts:1: .* may be slow: 2nd degree polynomial on /),
  ]);
});

test('so is one that is put together from texts of the same file', async () => {
  const code =
    'const word = "a" + `+`;\nconst all = `^(\x24{word})` + "+$";\nexport const slow = new RegExp(all, "u");\n';
  expect(await errorsOf(code)).toEqual([
    expect.stringMatching(/^main\/x\.ts:3: \/\^\(a\+\)\+\$\/u may be slow: /),
  ]);
});

test('one that is made while the app runs is refused unless it is listed', async () => {
  const code = 'export const made = (x: string) => new RegExp(x);\n';
  expect(await errorsOf(code)).toEqual([expect.stringContaining('is made while the app runs')]);
});

test('one that is linear may be there, whether it is noted as proven or not', async () => {
  const tree = emptyTree();
  tree.write('renderer/x.tsx', 'export const Fine = () => <p>{"a".match(/^[a-z]+$/)?.[0]}</p>;\n');
  expect(await tree.errors('patterns')).toEqual([]);
  // What is noted is believed here; the fuzz lane proves it anew.
  tree.write('renderer/y.ts', 'export const noted = /^(b+)+$/;\n');
  tree.write('scripts/check/patterns/proven.json', JSON.stringify(['/^(b+)+$/']));
  expect(await tree.errors('patterns')).toEqual([]);
});
