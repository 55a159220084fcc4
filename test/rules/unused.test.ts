import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/toolchain.mjs';
import { emptyTree, type Tree } from './tree.ts';

/** A small tree under this repository's rules, in which everything is used. */
function smallTree(): Tree {
  const tree = emptyTree();
  tree.linkModules();
  tree.write('knip.ts', readFileSync(join(root, 'knip.ts'), 'utf8'));
  tree.write('tsconfig.json', '{ "compilerOptions": { "allowImportingTsExtensions": true } }');
  describe(tree, { dependencies: { zod: '*' }, devDependencies: { jose: '*', vitest: '*' } });
  tree.write('main/web.ts', "import { z } from 'zod';\nimport { one } from './one.ts';\none(z);\n");
  tree.write('main/one.ts', 'export const one = (value: unknown): unknown => value;\n');
  tree.write(
    'test/unit/one.test.ts',
    "import 'jose';\nimport 'vitest';\nimport '../../main/one.ts';\n",
  );
  tree.addToGit();
  return tree;
}

function describe(tree: Tree, packages: object): void {
  tree.write('package.json', JSON.stringify({ name: 'small', type: 'module', ...packages }));
}

test('a tree in which everything is used passes', async () => {
  const tree = smallTree();
  expect(await tree.errors('unused')).toEqual([]);
  expect(await tree.errors('unused-packages')).toEqual([]);
});

test('files, exports, types and packages that nothing uses are refused', async () => {
  const tree = smallTree();
  tree.write('main/never.ts', 'export {};\n');
  tree.append('main/one.ts', 'export const two = 2;\nexport type Three = 3;\n');
  describe(tree, {
    dependencies: { zod: '*', undici: '*' },
    devDependencies: { jose: '*', vitest: '*' },
  });
  const report = (await tree.errors('unused')).join('\n');
  for (const name of ['main/never.ts', 'main/one.ts: two', 'main/one.ts: Three', 'undici']) {
    expect(report).toContain(name);
  }
});

test('a package of the product that only a test uses is refused', async () => {
  const tree = smallTree();
  describe(tree, { dependencies: { zod: '*', jose: '*' }, devDependencies: { vitest: '*' } });
  expect(await tree.errors('unused')).toEqual([]);
  const [error] = await tree.errors('unused-packages');
  expect(error).toContain('package.json: jose');
});

test.each([
  ['is made nowhere', ''],
  ['is only compared with', "export const isOld = (code: string) => code === 'old-one';\n"],
  [
    'is only told apart',
    "export function isOld(code: string): boolean {\n  switch (code) {\n    case 'old-one':\n      return true;\n    default:\n      return false;\n  }\n}\n",
  ],
])('an error code that %s is refused', async (_, use) => {
  const tree = emptyTree();
  tree.write(
    'preload/contract/errors.ts',
    "export const errorCodes = ['new-one', 'kind-a', 'old-one'] as const;\n",
  );
  tree.write(
    'main/one.ts',
    "export const make = () => ['new-one'];\nexport const other = (kind: string) => `kind-$" +
      '{kind}`;\n',
  );
  tree.write('renderer/two.ts', use);
  expect(await tree.errors('error-codes')).toEqual([
    "preload/contract/errors.ts: nothing makes the error 'old-one'",
  ]);
});
