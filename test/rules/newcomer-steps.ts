import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { root } from '../../scripts/toolchain.mjs';
import type { Tree } from './tree.ts';

/** What somebody does who reads "How to add …" in ARCHITECTURE.md and nothing else. */
export type Steps = Readonly<Record<string, (tree: Tree) => void>>;

export function edit(tree: Tree, file: string, from: string, to: string): void {
  const text = tree.read(file);
  expect(text, `${file} has what the newcomer looks for`).toContain(from);
  tree.write(file, text.replace(from, to));
}

const textIn = (language: 'en' | 'ja', name: string) => (tree: Tree) =>
  edit(
    tree,
    `renderer/i18n/${language}/frame.json`,
    '"screens": {',
    `"screens": {\n    "printQueue": "${name}",`,
  );

export const screenSteps = {
  declaration: (tree) =>
    edit(
      tree,
      'renderer/kit/screens.ts',
      '  settings: {',
      `  printQueue: {
    text: 'frame.screens.printQueue',
    icon: Server,
    sidebar: 'top',
    keys: 'mod+9',
    item: 'entryId',
    ofSystem: true,
  },
  settings: {`,
    ),
  english: textIn('en', 'Print queue'),
  japanese: textIn('ja', '印刷キュー'),
  drawing: (tree) =>
    tree.write(
      'renderer/features/work/printQueue/screen.tsx',
      `import { useT } from '../../../i18n/index.ts';
import { useRoute } from '../../../kit/index.ts';
import { useResource } from '../../../kit/useResource.ts';
import { ScreenTitle } from '../../../ui/index.ts';

export default function ApiConsoleScreen() {
  const t = useT();
  const place = useRoute();
  const { value } = useResource('consoles', undefined);
  return (
    <>
    <ScreenTitle
      title={t('frame.screens.printQueue')}
      state={place.screen === 'printQueue' ? place.entryId : null}
    />
    <p>{value?.join(', ')}</p>
    </>
  );
}
`,
    ),
} satisfies Steps;

export const callSteps = {
  entry: (tree) =>
    edit(
      tree,
      'preload/contract/settings/settings.ts',
      'export const settings = {',
      'export const settings = {\n  reset: call(nothing, settingsShape),',
    ),
  handler: (tree) =>
    edit(
      tree,
      'main/settings/preferences/index.ts',
      "Handlers<'settings'> = {",
      "Handlers<'settings'> = {\n    reset: async () => defaultSettings,",
    ),
} satisfies Steps;

/** The number of the newcomer's migration. */
const format = String(
  readdirSync(join(root, 'test/corpora/formats')).filter((name) => name.endsWith('.sql')).length +
    1,
).padStart(4, '0');
const table = 'CREATE TABLE consoles (name TEXT PRIMARY KEY) STRICT;';

/** A domain that stores something and has a resource. */
export const domainSteps = {
  contract: (tree) =>
    tree.write(
      'preload/contract/systems/consoles.ts',
      `import * as z from 'zod';
import { call, resource } from '../define.ts';
import { nothing } from '../shapes.ts';

/** Names of requests that the user wrote. */
export const consoles = {
  ...resource(nothing, z.array(z.string())),
  add: call(z.object({ name: z.string() }), nothing),
};
`,
    ),
  declaration(tree) {
    const file = 'preload/contract/index.ts';
    const other = "import { presets } from './chat/presets.ts';";
    edit(tree, file, other, `${other}\nimport { consoles } from './systems/consoles.ts';`);
    edit(tree, file, '\n  presets,', '\n  consoles,\n  presets,');
  },
  resource: (tree) =>
    edit(
      tree,
      'preload/contract/resources.ts',
      "  presets: 'whole',",
      "  consoles: 'whole',\n  presets: 'whole',",
    ),
  domain: (tree) =>
    tree.write(
      'main/systems/consoles/index.ts',
      `import type { Emit, Handlers } from '../../../preload/contract/index.ts';
import type { Database } from '../../base/storage/database.ts';

export interface Consoles {
  readonly calls: Handlers<'consoles'>;
}

export function createConsoles(deps: { database: Database; emit: Emit }): Consoles {
  const { database, emit } = deps;
  const all = async (): Promise<string[]> => {
    const rows = await database.all({ sql: 'SELECT name FROM consoles ORDER BY name' });
    return rows.map(({ name }) => String(name));
  };
  return {
    calls: {
      snapshot: all,
      async add({ name }) {
        await database.run({ sql: 'INSERT INTO consoles (name) VALUES (?)', params: [name] });
        emit('consoles.changed', await all());
      },
    },
  };
}
`,
    ),
  composition(tree) {
    const file = 'main/app.ts';
    const other = "import { createConnections } from './systems/connections/index.ts';";
    edit(
      tree,
      file,
      other,
      `${other}\nimport { createConsoles } from './systems/consoles/index.ts';`,
    );
    edit(
      tree,
      file,
      '    presets: presets.calls,',
      '    consoles: createConsoles(shared).calls,\n    presets: presets.calls,',
    );
  },
  migration(tree) {
    tree.write(
      `main/base/storage/migrations/systems/${format}-consoles.ts`,
      `export const consoles = \`${table}\`;\n`,
    );
    const file = 'main/base/storage/migrations/index.ts';
    const text = tree.read(file);
    const last = text.lastIndexOf('];');
    tree.write(
      file,
      `import { consoles } from './systems/${format}-consoles.ts';\n${text.slice(0, last)}  consoles,\n];\n`,
    );
  },
  format: (tree) =>
    tree.write(
      `test/corpora/formats/${format}.sql`,
      `${table}\nINSERT INTO consoles VALUES ('a');\n`,
    ),
  part: (tree) =>
    edit(
      tree,
      'main/base/storage/formats/tables.ts',
      "    'connections',",
      "    'connections',\n    'consoles',",
    ),
  map(tree) {
    edit(
      tree,
      'ARCHITECTURE.md',
      '`main/systems/clients/`',
      '`main/systems/clients/`, `main/systems/consoles/`',
    );
    edit(tree, 'ARCHITECTURE.md', ': certificates, clients', ': certificates, printQueue, clients');
  },
} satisfies Steps;

/** The tests that the newcomer writes. */
export const newTests = {
  'test/renderer/work/printQueue.test.tsx': `// @vitest-${'environment'} jsdom
import { configure, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openApp } from '../app.tsx';
import { createWorld, system } from '../world.ts';

configure({ asyncUtilTimeout: 20_000 });

test('the console is drawn', { timeout: 60_000 }, async () => {
  const { bridge } = createWorld({ systems: [system('alpha', 'Alpha')] });
  bridge.answer({ 'consoles.snapshot': () => ['of one resource'] });
  await openApp(bridge, '#/printQueue/j%201');
  const heading = () => screen.findByRole('heading', { name: 'Print queue' });
  await heading();
  await screen.findByText('j 1');
  await screen.findByText('of one resource');
  const leave = async () => {
    fireEvent.keyDown(document.body, { key: '1', ctrlKey: true });
    await screen.findByRole('heading', { name: 'Machines' });
  };
  await leave();
  fireEvent.click(screen.getByRole('button', { name: 'Print queue' }));
  await heading();
  expect(window.location.hash).toBe('#/printQueue');
  await leave();
  fireEvent.keyDown(document.body, { key: '9', ctrlKey: true });
  await heading();
});
`,
  'test/unit/reset.test.ts': `import { expect, test } from 'vitest';
import { createSettings } from '../../main/settings/preferences/index.ts';
import { throughTheDoor } from '../support/worlds/door.ts';
import { recordingLog } from '../support/worlds/recording-log.ts';

test('the settings are reset', async () => {
  const file = { get: () => ({ theme: 'dark' }), set: () => undefined };
  const { calls } = createSettings({ file, emit: () => undefined });
  const door = throughTheDoor({ settings: calls }, recordingLog());
  expect(await door.settings.reset(undefined, { id: 'w1' })).toMatchObject({ theme: 'system' });
});
`,
};
