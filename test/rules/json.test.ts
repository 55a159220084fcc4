import { expect, test } from 'vitest';
import { emptyTree } from './tree.ts';

test('JSON.parse is refused: its errors quote what it was given', async () => {
  const tree = emptyTree();
  tree.write(
    'preload/contract/json.ts',
    'export const parseJson = (x: string) => JSON.parse(x);\n',
  );
  tree.write('main/fine.ts', 'export const text = JSON.stringify({ "JSON.parse": 1 });\n');
  expect(await tree.errors('json')).toEqual([]);
  tree.write('main/x.ts', '\nexport const read = (x: string) => JSON.parse(x);\n');
  tree.write('renderer/y.tsx', 'export const all = ["1"].map(JSON["parse"]);\n');
  expect(await tree.errors('json')).toEqual([
    'main/x.ts:2: JSON.parse: use parseJson of preload/contract/json.ts',
    'renderer/y.tsx:1: JSON.parse: use parseJson of preload/contract/json.ts',
  ]);
});
