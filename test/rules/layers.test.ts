import { expect, test } from 'vitest';
import { copyOfTheTree, emptyTree } from './tree.ts';

const broken = [
  [
    'main/chat/extra.ts',
    `import { app } from 'electron';\nexport const name = app.getName();`,
    'electron',
  ],
  ['main/chat/extra.ts', `import type { App } from 'electron';\nexport type A = App;`, 'electron'],
  ['main/chat/extra.ts', `export type A = import('electron').App;`, 'electron'],
  [
    'main/chat/extra.ts',
    `import Store from 'electron-store';\nexport const store = Store;`,
    'electron',
  ],
  ['main/chat/extra.ts', `import { connect } from 'node:net';\nexport { connect };`, 'sockets'],
  ['main/chat/extra.ts', `export { request } from 'undici';`, 'sockets'],
  ['main/chat/extra.ts', `export const load = () => import('https');`, 'sockets'],
  [
    'main/hosts/electron/extra.ts',
    `import { createServer } from 'node:http';\nexport { createServer };`,
    'sockets',
  ],
  [
    'main/chat/extra.ts',
    `import { createRequire } from 'node:module';\nexport { createRequire };`,
    'createRequire',
  ],
  ['main/chat/extra.ts', `export const load = (name: string) => import(name);`, 'computed'],
  [
    'main/chat/extra.ts',
    `export { openClientStore } from '../clients/store.ts';`,
    'another domain',
  ],
  ['main/app-extra.ts', `export { openClientStore } from './clients/store.ts';`, 'another domain'],
  ['main/chat/extra.ts', `export type { App } from '../app.ts';`, 'composed'],
  ['main/chat/extra.ts', `export { createWorkers } from '../hosts/workers/index.ts';`, 'any host'],
  [
    'main/chat/extra.ts',
    `export type { Texts } from '../../renderer/i18n/index.ts';`,
    'any renderer',
  ],
  ['main/chat/extra.ts', `export { helper } from '../../test/support/folder.ts';`, 'tests'],
  [
    'renderer/kit/extra.ts',
    `export { createClients } from '../../main/clients/index.ts';`,
    'preload/contract',
  ],
  [
    'renderer/kit/extra.ts',
    `export type { Clients } from '../../main/clients/index.ts';`,
    'preload/contract',
  ],
  ['renderer/kit/extra.tsx', `export * from '../../preload/index.ts';`, 'preload/contract'],
  ['renderer/kit/extra.ts', `export { join } from 'node:path';`, 'without Node'],
  ['preload/contract/extra.ts', `export type { Host } from '../../main/host.ts';`, 'stands alone'],
] as const;

test.each(broken)('%s with %j is refused', async (file, text, because) => {
  const tree = emptyTree();
  tree.write(file, `${text}\n`);
  const errors = await tree.errors('layers');
  expect(errors).not.toEqual([]);
  for (const error of errors) {
    expect(error).toMatch(new RegExp(`^${file}:\\d+: imports .*${because}`));
  }
});

const allowed = [
  [
    'main/hosts/electron/extra.ts',
    `import { app } from 'electron';\nexport const name = app.getName();`,
  ],
  ['main/network/extra.ts', `export { request } from 'undici';`],
  ['main/chat/extra.ts', `import type { Socket } from 'node:net';\nexport type S = Socket;`],
  ['main/chat/extra.ts', `export { createClients } from '../clients/index.ts';`],
  ['main/chat/extra.ts', `export type { SystemsReader } from '../systems/types.ts';`],
  ['main/chat/extra.ts', `export type { Host } from '../host.ts';`],
  ['renderer/kit/extra.ts', `export { contract } from '../../preload/contract/index.ts';`],
] as const;

test.each(allowed)('%s with %j is fine', async (file, text) => {
  const tree = emptyTree();
  tree.write(file, `${text}\n`);
  expect(await tree.errors('layers')).toEqual([]);
});

test('modules that import each other in a circle are refused, types and late imports are not counted', async () => {
  const tree = emptyTree();
  tree.write('main/chat/a.ts', `export { b } from './b.ts';\n`);
  tree.write('main/chat/b.ts', `import { c } from './c.ts';\nexport const b = c;\n`);
  tree.write(
    'main/chat/c.ts',
    `import type { b } from './b.ts';\nexport type B = typeof b;\nexport const c = 1;\n`,
  );
  expect(await tree.errors('layers')).toEqual([]);
  tree.append('main/chat/c.ts', `export const a = () => import('./a.ts');\n`);
  expect(await tree.errors('layers')).toEqual([]);
  tree.append('main/chat/c.ts', `export * from './a.ts';\n`);
  expect(await tree.errors('layers')).toEqual([
    expect.stringContaining('main/chat/a.ts -> main/chat/b.ts -> main/chat/c.ts -> main/chat/a.ts'),
  ]);
});

test('the rules are looked for in this repository too', async () => {
  const tree = copyOfTheTree();
  const before = await tree.errors('layers');
  tree.append('main/clients/store.ts', `import 'electron';\n`);
  const after = await tree.errors('layers');
  expect(after).toHaveLength(before.length + 1);
  expect(after).toContainEqual(
    expect.stringMatching(/^main\/clients\/store\.ts:\d+: imports electron/),
  );
});
