import { expect, test } from 'vitest';
import { copyOfTheTree, emptyTree } from './tree.ts';

const broken = [
  [
    'main/chat/turns/extra.ts',
    `import { app } from 'electron';\nexport const name = app.getName();`,
    'electron',
  ],
  [
    'main/chat/turns/extra.ts',
    `import type { App } from 'electron';\nexport type A = App;`,
    'electron',
  ],
  ['main/chat/turns/extra.ts', `export type A = import('electron').App;`, 'electron'],
  [
    'main/chat/turns/extra.ts',
    `import Store from 'electron-store';\nexport const store = Store;`,
    'electron',
  ],
  [
    'main/chat/turns/extra.ts',
    `import { connect } from 'node:net';\nexport { connect };`,
    'sockets',
  ],
  ['main/chat/turns/extra.ts', `export { request } from 'undici';`, 'sockets'],
  ['main/chat/turns/extra.ts', `export const load = () => import('https');`, 'sockets'],
  [
    'main/hosts/electron/extra.ts',
    `import { createServer } from 'node:http';\nexport { createServer };`,
    'sockets',
  ],
  [
    'main/hosts/electron/desktop/extra.ts',
    `import { connect } from 'node:tls';\nexport { connect };`,
    'sockets',
  ],
  [
    'main/chat/turns/extra.ts',
    `import { createRequire } from 'node:module';\nexport { createRequire };`,
    'createRequire',
  ],
  ['main/chat/turns/extra.ts', `export const load = (name: string) => import(name);`, 'computed'],
  [
    'main/chat/turns/extra.ts',
    `export { openClientStore } from '../../systems/clients/store.ts';`,
    'another domain',
  ],
  [
    'main/app-extra.ts',
    `export { openClientStore } from './systems/clients/store.ts';`,
    'another domain',
  ],
  ['main/chat/turns/extra.ts', `export type { App } from '../../app.ts';`, 'composed'],
  [
    'main/chat/turns/extra.ts',
    `export { createWorkers } from '../../hosts/workers/index.ts';`,
    'any host',
  ],
  [
    'main/chat/turns/extra.ts',
    `export type { Texts } from '../../../renderer/i18n/index.ts';`,
    'any renderer',
  ],
  [
    'main/chat/turns/extra.ts',
    `export { helper } from '../../../test/support/files/folder.ts';`,
    'tests',
  ],
  [
    'renderer/kit/extra.ts',
    `export { createClients } from '../../main/systems/clients/index.ts';`,
    'preload/contract',
  ],
  [
    'renderer/kit/extra.ts',
    `export type { Clients } from '../../main/systems/clients/index.ts';`,
    'preload/contract',
  ],
  ['renderer/kit/extra.tsx', `export * from '../../preload/index.ts';`, 'preload/contract'],
  ['renderer/kit/extra.ts', `export { join } from 'node:path';`, 'without Node'],
  [
    'preload/contract/extra.ts',
    `export type { Host } from '../../main/base/host.ts';`,
    'stands alone',
  ],
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
  ['main/base/network/extra.ts', `export { request } from 'undici';`],
  ['main/chat/turns/extra.ts', `import type { Socket } from 'node:net';\nexport type S = Socket;`],
  ['main/chat/turns/extra.ts', `export { createClients } from '../../systems/clients/index.ts';`],
  ['main/chat/turns/extra.ts', `export type { SystemsReader } from '../../systems/list/types.ts';`],
  ['main/chat/turns/extra.ts', `export type { Host } from '../../base/host.ts';`],
  ['renderer/kit/extra.ts', `export { contract } from '../../preload/contract/index.ts';`],
] as const;

test.each(allowed)('%s with %j is fine', async (file, text) => {
  const tree = emptyTree();
  tree.write(file, `${text}\n`);
  expect(await tree.errors('layers')).toEqual([]);
});

const renderer = 'the renderer imports downward only';
const door = 'reached through their index.ts only';

test.each([
  ['ui/extra.ts', `export type { Stores } from '../kit/index.ts';`, renderer],
  ['i18n/extra.ts', `export { createClient } from '../client/index.ts';`, renderer],
  ['client/extra.ts', `export { go } from '../kit/go.ts';`, renderer],
  ['resources/extra.ts', `export type { Route } from '../kit/route.ts';`, renderer],
  ['kit/extra.ts', `export { Markdown } from '../markdown/index.ts';`, renderer],
  [
    'markdown/extra.ts',
    `export const chat = () => import('../features/chat/chat/index.ts');`,
    renderer,
  ],
  [
    'features/chat/chat/extra.ts',
    `export type { Frame } from '../../../app/frame/Frame.tsx';`,
    renderer,
  ],
  ['app/extra.ts', `export * from '../main.ts';`, renderer],
  [
    'features/chat/chat/extra.ts',
    `export { view } from '../../../markdown/view/session.ts';`,
    door,
  ],
  ['features/chat/chat/extra.ts', `export type { Key } from '../keys/key.ts';`, door],
  ['features/chat/chat/extra.ts', `export const keys = () => import('../keys/Keys.tsx');`, door],
  [
    'features/chat/chat/extra.ts',
    `export { default } from '../../systems/clients/screen.tsx';`,
    door,
  ],
  ['attachments/extra.ts', `export { drawn } from '../markdown/drawn.ts';`, door],
  [
    'app/extra.ts',
    `export { names } from '../features/systems/certificates/facts/names.ts';`,
    door,
  ],
])('renderer/%s with %j is refused', async (file, text, because) => {
  const tree = emptyTree();
  tree.write(`renderer/${file}`, `${text}\n`);
  expect(await tree.errors('layers')).toEqual([
    expect.stringMatching(new RegExp(`^renderer/${file}:1: imports renderer/.*${because}`)),
  ]);
});

test.each([
  ['ui/extra.ts', `export { useT } from '../i18n/index.ts';`],
  ['kit/extra.ts', `export { follow } from '../resources/followed.ts';`],
  ['features/chat/chat/extra.ts', `export { useJump } from '../conversations/index.ts';`],
  ['features/chat/chat/extra.ts', `export { Markdown } from '../../../markdown/index.ts';`],
  ['features/chat/chat/thread/extra.ts', `export { send } from '../composer/send.ts';`],
  ['app/extra.ts', `export const screen = () => import('../features/chat/chat/screen.tsx');`],
])('renderer/%s with %j is fine', async (file, text) => {
  const tree = emptyTree();
  tree.write(`renderer/${file}`, `${text}\n`);
  expect(await tree.errors('layers')).toEqual([]);
});

test('a subject of main that has no floor is refused', async () => {
  const tree = emptyTree();
  tree.write('main/extras/room/extra.ts', 'export const extra = 1;\n');
  expect(await tree.errors('layers')).toEqual([
    expect.stringMatching(/^main\/extras\/room\/extra\.ts: lies on no floor of main: base < /),
  ]);
});

test('a room of the renderer that has no floor is refused', async () => {
  const tree = emptyTree();
  tree.write('renderer/extras/extra.ts', 'export const extra = 1;\n');
  expect(await tree.errors('layers')).toEqual([
    expect.stringMatching(/^renderer\/extras\/extra\.ts: lies on no floor of the renderer: ui, /),
  ]);
});

test('the one computed address is that of a file which the build makes, and no exception stays behind it', async () => {
  const tree = emptyTree();
  const file = 'renderer/features/settings/settings/notices.ts';
  tree.write(file, 'export const load = (name: string) => import(name);\n');
  expect(await tree.errors('layers')).toEqual([]);
  tree.write(file, "export const load = () => import('./texts.ts');\n");
  expect(await tree.errors('layers')).toEqual([
    `${file}: is excepted from the rule on computed addresses without need`,
  ]);
});

test.each([
  ['a value', `export * from './a.ts';`],
  ['a type', `export type { b } from './a.ts';`],
  ['a late import', `export const a = () => import('./a.ts');`],
])('modules that import each other in a circle are refused: closed by %s', async (_, closing) => {
  const tree = emptyTree();
  tree.write('main/chat/turns/a.ts', `export { b } from './b.ts';\n`);
  tree.write('main/chat/turns/b.ts', `import { c } from './c.ts';\nexport const b = c;\n`);
  tree.write('main/chat/turns/c.ts', `export const c = 1;\n`);
  expect(await tree.errors('layers')).toEqual([]);
  tree.append('main/chat/turns/c.ts', `${closing}\n`);
  expect(await tree.errors('layers')).toEqual([
    expect.stringContaining(
      'main/chat/turns/a.ts -> main/chat/turns/b.ts -> main/chat/turns/c.ts -> main/chat/turns/a.ts',
    ),
  ]);
});

test.each([
  ['renderer/features/chat', 'chat', 'keys'],
  ['renderer/features/chat/chat', 'composer', 'thread'],
  ['main/chat', 'service', 'turns'],
])(
  'folders in %s that import each other are refused, without a circle of modules',
  async (folder, a, b) => {
    const tree = emptyTree();
    tree.write(`${folder}/${a}/index.ts`, `export type { B } from '../${b}/types.ts';\n`);
    tree.write(`${folder}/${b}/types.ts`, `export type B = 1;\n`);
    tree.write(`${folder}/${a}/types.ts`, `export type A = 1;\n`);
    const circle = async () =>
      (await tree.errors('layers')).filter((error) => !error.includes('index.ts only'));
    expect(await circle()).toEqual([]);
    tree.write(`${folder}/${b}/index.ts`, `export type { A } from '../${a}/types.ts';\n`);
    expect(await circle()).toEqual([
      `${folder}: folders in a circle: ${a} -> ${b} -> ${a} (by ${folder}/${a}/index.ts, ${folder}/${b}/index.ts)`,
    ]);
  },
);

test('the rules are looked for in this repository too', async () => {
  const tree = copyOfTheTree();
  const before = await tree.errors('layers');
  tree.append('main/systems/clients/store.ts', `import 'electron';\n`);
  const after = await tree.errors('layers');
  expect(after).toHaveLength(before.length + 1);
  expect(after).toContainEqual(
    expect.stringMatching(/^main\/systems\/clients\/store\.ts:\d+: imports electron/),
  );
});

test.each([
  ['SQLite', `export { DatabaseSync } from 'node:sqlite';`, 'storage worker'],
  ['undici', `export { Agent } from 'undici/lib/dispatcher/agent.js';`, 'first screen'],
  ["Node's HTTP", `export { createServer } from 'node:http';`, 'first screen'],
])('%s is not read by the core that Electron’s main reads', async (_what, text, because) => {
  const tree = emptyTree();
  tree.write('main/electron.ts', `export const load = () => import('./app.ts');\n`);
  tree.write('main/app.ts', `export * from './base/network/index.ts';\n`);
  tree.write('main/base/network/index.ts', `export * from './extra.ts';\n`);
  tree.write('main/base/network/extra.ts', `${text}\n`);
  expect(await tree.errors('layers')).toEqual([
    expect.stringMatching(new RegExp(`^main/base/network/extra.ts:1: imports .*${because}`)),
  ]);
});

test('what the first screen does without is read late, SQLite never', async () => {
  const tree = emptyTree();
  tree.write('main/electron.ts', `export const load = () => import('./base/network/index.ts');\n`);
  tree.write('main/base/network/index.ts', `export const late = () => import('./extra.ts');\n`);
  tree.write('main/base/network/extra.ts', `export { Agent } from 'undici';\n`);
  expect(await tree.errors('layers')).toEqual([]);
  tree.write('main/base/network/extra.ts', `export { DatabaseSync } from 'node:sqlite';\n`);
  expect(await tree.errors('layers')).toEqual([
    expect.stringMatching(
      /^main\/base\/network\/extra.ts:1: imports node:sqlite: .*storage worker/,
    ),
  ]);
});
