import { expect, test } from 'vitest';
import { copyOfTheTree } from './tree.ts';

test('a contract entry without a handler does not compile', async () => {
  const tree = copyOfTheTree();
  const entries = tree.read('preload/contract/clients.ts');
  tree.write(
    'preload/contract/clients.ts',
    entries.replace(
      'export const clients = {',
      'export const clients = {\n  nobodyServes: call(nothing, nothing),',
    ),
  );
  const errors = await tree.errors('types-main');
  expect(errors.join('\n')).toMatch(/main\/clients\/index\.ts.*\n?.*nobodyServes/);
});

test('a text without its Japanese counterpart, or an error code without sentences, does not compile', async () => {
  const tree = copyOfTheTree();
  const codes = tree.read('preload/contract/errors.ts');
  tree.write(
    'preload/contract/errors.ts',
    codes.replace(`  'internal',`, `  'internal',\n  'brand-new',`),
  );
  const errors = (await tree.errors('types-renderer')).join('\n');
  expect(errors).toMatch(/renderer\/i18n\/keys\.ts.*brand-new/);
});
