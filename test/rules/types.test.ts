import { expect, test } from 'vitest';
import { copyOfTheTree, type Tree } from './tree.ts';

/** The whole tree takes long to compile; these parts of it show what is looked for here. */
function compileOnly(tree: Tree, config: string, include: readonly string[]): void {
  const { compilerOptions, ...rest } = JSON.parse(tree.read(config)) as Record<string, unknown>;
  tree.write(config, JSON.stringify({ ...rest, compilerOptions, include }));
}

test('a text without its Japanese counterpart, or an error code without sentences, does not compile', async () => {
  const tree = copyOfTheTree();
  compileOnly(tree, 'renderer/tsconfig.json', ['i18n', '../preload/contract']);
  const codes = tree.read('preload/contract/errors.ts');
  tree.write(
    'preload/contract/errors.ts',
    codes.replace(`  'internal',`, `  'internal',\n  'brand-new',`),
  );
  const errors = (await tree.errors('types-renderer')).join('\n');
  expect(errors).toMatch(/renderer\/i18n\/keys\.ts.*brand-new/);
});

test('a fuse without a word, as one that Electron adds would be, does not compile', async () => {
  const tree = copyOfTheTree();
  compileOnly(tree, 'tsconfig.json', ['scripts/package/fuses.ts']);
  const fuses = tree.read('scripts/package/fuses.ts');
  expect(fuses).toContain('WasmTrapHandlers');
  tree.write('scripts/package/fuses.ts', fuses.replace(/^.*WasmTrapHandlers.*$/m, ''));
  const errors = (await tree.errors('types')).join('\n');
  expect(errors).toMatch(/scripts\/package\/fuses\.ts.*Record<FuseV1Options, boolean>/);
});

test('the compiler at the root reads everything, and each environment lacks what it lacks', async () => {
  const tree = copyOfTheTree();
  compileOnly(tree, 'tsconfig.json', ['common/broken.ts', 'scripts/broken.ts', 'test/broken.ts']);
  compileOnly(tree, 'main/tsconfig.json', ['page.ts']);
  compileOnly(tree, 'renderer/tsconfig.json', ['node.ts']);
  for (const folder of ['common', 'scripts', 'test']) {
    tree.write(`${folder}/broken.ts`, "export const broken: number = 'text';\n");
  }
  tree.write('main/page.ts', 'export const title = document.title;\n');
  tree.write('renderer/node.ts', 'export const pid = process.pid;\n');
  const told = await Promise.all(
    (['types', 'types-main', 'types-renderer'] as const).map((name) => tree.errors(name)),
  );
  expect(told.map((errors) => errors.map((one) => one.slice(0, one.indexOf(': '))))).toEqual([
    ['common/broken.ts:1', 'scripts/broken.ts:1', 'test/broken.ts:1'],
    ['main/page.ts:1'],
    ['renderer/node.ts:1'],
  ]);
});

test('every source file is compiled by the compiler at the root', () => {
  const { include } = JSON.parse(copyOfTheTree().read('tsconfig.json')) as { include: string[] };
  expect(include).toEqual(['common', 'main', 'preload', 'renderer', 'scripts', 'test', '*.ts']);
});
