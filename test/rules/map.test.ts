import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyOfTheTree } from './tree.ts';

test('a room, a feature or a folder that the map does not name, and one that is not there, fail the check', async () => {
  const tree = copyOfTheTree();
  expect(await tree.errors('map')).toEqual([]);
  for (const folder of [
    ...['main/chat/rooms', 'renderer/rooms', 'renderer/features/work/apiConsole'],
    ...['test/other', 'scripts/other'],
  ]) {
    mkdirSync(join(tree.folder, folder), { recursive: true });
  }
  const page = tree.read('ARCHITECTURE.md');
  tree.write('ARCHITECTURE.md', page.replace('`main/demo/`', '`main/elsewhere/`'));
  tree.append('docs/spec.md', '`test/unit/none.test.ts`');
  expect((await tree.errors('map')).sort()).toEqual([
    'ARCHITECTURE.md: the map does not name apiConsole of renderer/features/',
    'ARCHITECTURE.md: the map does not name demo of main/',
    'ARCHITECTURE.md: the map does not name other of scripts/',
    'ARCHITECTURE.md: the map does not name other of test/',
    'ARCHITECTURE.md: the map does not name rooms of main/chat/',
    'ARCHITECTURE.md: the map does not name rooms of renderer/',
    'ARCHITECTURE.md: the map names elsewhere of main/, which is not there',
    'docs/spec.md: names test/unit/none.test.ts, which is not there',
  ]);
  tree.append('ARCHITECTURE.md', '\n'.repeat(200));
  expect(await tree.errors('map')).toContainEqual(expect.stringMatching(/more than 160/));
});
