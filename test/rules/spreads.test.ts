import { expect, test } from 'vitest';
import { emptyTree } from './tree.ts';

test.each([
  ['main/app.ts', 'export const deps = (a: number, b: number) => ({ ...{ a, b }, c: 1 });\n'],
  ['preload/contract/names.ts', "export const names = ['x', ...['a', 'b']];\n"],
  ['scripts/run.mjs', "run(...['--create', name]);\n"],
  ['main/zones.ts', 'export const at = (y: number) => Date.UTC(...([y, 1] as const));\n'],
  [
    'renderer/View.tsx',
    'export const View = ({ a, b }: Props) => <Menu {...{ a, b }} onClose={a} />;\n',
  ],
  ['renderer/inside.ts', 'export const inside = (x: object) => [{ ...x, y: { ...({ x }) } }];\n'],
])('the spread of a literal is refused: %s', async (file, text) => {
  const tree = emptyTree();
  tree.write(file, `\n${text}`);
  expect(await tree.errors('spreads')).toEqual([
    `${file}:2: the spread of a literal: write what it holds in its place`,
  ]);
});

test('what may be absent, and what was made elsewhere, may be spread', async () => {
  const tree = emptyTree();
  tree.write(
    'main/fine.ts',
    `export const fine = (x: number | undefined, deps: object, list: number[]) => ({
  ...deps,
  ...(x !== undefined && { x }),
  ...(x === undefined ? {} : { y: x }),
  list: [...list, ...[1, 2].map((n) => n + 1), ...(x === 1 ? [x] : [])],
});
`,
  );
  tree.write(
    'renderer/Fine.tsx',
    'export const Fine = (props: P) => <Menu {...props} a="..." />;\n',
  );
  expect(await tree.errors('spreads')).toEqual([]);
});
