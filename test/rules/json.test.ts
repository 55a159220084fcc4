import { expect, test } from 'vitest';
import { emptyTree } from './tree.ts';

test('JSON.parse is refused: its errors quote what it was given', async () => {
  const tree = emptyTree();
  tree.write('common/texts/json.ts', 'export const parseJson = (x: string) => JSON.parse(x);\n');
  tree.write('main/fine.ts', 'export const text = JSON.stringify({ "JSON.parse": 1 });\n');
  expect(await tree.errors('json')).toEqual([]);
  tree.write('main/x.ts', '\nexport const read = (x: string) => JSON.parse(x);\n');
  tree.write('renderer/y.tsx', 'export const all = ["1"].map(JSON["parse"]);\n');
  expect(await tree.errors('json')).toEqual([
    'main/x.ts:2: JSON.parse: use parseJson of common/texts/json.ts',
    'renderer/y.tsx:1: JSON.parse: use parseJson of common/texts/json.ts',
  ]);
});

test('what a server sends is read with a bound of depth', async () => {
  const tree = emptyTree();
  tree.write(
    'main/machines/monitor/x.ts',
    "\nimport { parseJson } from '../../common/texts/json.ts';\n",
  );
  tree.write(
    'main/machines/monitor/store.ts',
    "import { parseJson } from '../../common/texts/json.ts';\n",
  );
  tree.write(
    'main/chat/service/y.ts',
    "import { parseForeign } from '../../common/texts/json.ts';\n",
  );
  expect(await tree.errors('json')).toEqual([
    'main/machines/monitor/x.ts:2: parseJson: use parseForeign, or name the file in scripts/check/json.ts',
  ]);
});
