import { expect, test } from 'vitest';
import { copyOfTheTree, type Tree } from './tree.ts';

/** The whole tree takes long to compile; these parts of it show what is looked for here. */
function compileOnly(tree: Tree, config: string, include: readonly string[]): void {
  const { compilerOptions, ...rest } = JSON.parse(tree.read(config)) as Record<string, unknown>;
  tree.write(config, JSON.stringify({ ...rest, compilerOptions, include }));
}

test('a text without its Japanese counterpart, or an error code without sentences, does not compile', async () => {
  const tree = copyOfTheTree();
  compileOnly(tree, 'tsconfig.renderer.json', ['renderer/i18n', 'preload/contract']);
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
  compileOnly(tree, 'tsconfig.test.json', ['scripts/package/fuses.ts']);
  const fuses = tree.read('scripts/package/fuses.ts');
  expect(fuses).toContain('WasmTrapHandlers');
  tree.write('scripts/package/fuses.ts', fuses.replace(/^.*WasmTrapHandlers.*$/m, ''));
  const errors = (await tree.errors('types-test')).join('\n');
  expect(errors).toMatch(/scripts\/package\/fuses\.ts.*Record<FuseV1Options, boolean>/);
});
