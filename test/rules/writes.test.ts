import { expect, test } from 'vitest';
import { emptyTree } from './tree.ts';

test('what could write outside of the data folder is refused', async () => {
  const tree = emptyTree();
  const because =
    'of node:fs: outside of the data folder main/base/outside writes; who writes in it is listed';
  tree.write('main/a.ts', "import { readFile, writeFile } from 'node:fs/promises';\n");
  tree.write('main/b.ts', "import * as fs from 'fs';\n");
  tree.write('main/c.ts', "\nimport { promises } from 'node:fs';\n");
  tree.write('main/d.ts', "const { writeFile } = await import('node:fs/promises');\n");
  tree.write('preload/e.ts', "export { rename } from 'node:fs';\n");
  tree.write('main/f.ts', "import { mkdirSync as make, openSync, cpSync } from 'node:fs';\n");
  tree.write('main/g.ts', "import fs from 'node:fs';\n");
  expect((await tree.errors('writes')).sort()).toEqual([
    `main/a.ts:1: writeFile ${because}`,
    `main/b.ts:1: all ${because}`,
    `main/c.ts:2: all ${because}`,
    `main/d.ts:1: all ${because}`,
    `main/f.ts:1: mkdirSync, openSync, cpSync ${because}`,
    `main/g.ts:1: all ${because}`,
    `preload/e.ts:1: all ${because}`,
  ]);
});

test('reading is fine, and who writes in the data folder is listed as long as it does', async () => {
  const tree = emptyTree();
  tree.write('main/a.ts', "import { lstatSync, type PathLike, readFileSync } from 'node:fs';\n");
  tree.write('main/hosts/log.ts', "import { appendFile } from 'node:fs/promises';\n");
  tree.write('main/base/storage/files.ts', "import { readFile } from 'node:fs/promises';\n");
  expect(await tree.errors('writes')).toEqual([
    'main/base/storage/files.ts: stands in scripts/check/writes.ts and writes nothing',
  ]);
});

test('who renames and removes in the data folder does it by what tries again on Windows', async () => {
  const tree = emptyTree();
  tree.write('main/hosts/log.ts', "import { rename } from '../base/outside/index.ts';\n");
  tree.write(
    'main/settings/backups/index.ts',
    "import { mkdir, rm as remove } from 'node:fs/promises';\n",
  );
  tree.write('main/base/storage/sqlite.ts', "\nimport { renameSync } from 'node:fs';\n");
  tree.write('main/base/outside/retries.ts', "import { rmSync } from 'node:fs';\n");
  const because = 'of node:fs: those of main/base/outside try again on Windows';
  expect((await tree.errors('writes')).sort()).toEqual([
    `main/base/storage/sqlite.ts:2: renameSync ${because}`,
    `main/settings/backups/index.ts:1: rm ${because}`,
  ]);
});
