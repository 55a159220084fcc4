import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { CheckerName } from '../../scripts/check/checkers.ts';
import { root } from '../../scripts/toolchain.mjs';
import { copyOfTheTree, type Tree } from './tree.ts';

/** What somebody does who reads "How to add …" in ARCHITECTURE.md and nothing else. */
type Steps = Readonly<Record<string, (tree: Tree) => void>>;

/** Long enough for the compiler on a busy machine. */
const patience = 240_000;

function edit(tree: Tree, file: string, from: string, to: string): void {
  const text = tree.read(file);
  expect(text, `${file} has what the newcomer looks for`).toContain(from);
  tree.write(file, text.replace(from, to));
}

/** A copy of the tree in which these steps are taken. */
function newcomer(...all: readonly Steps[]): Tree {
  const tree = copyOfTheTree();
  for (const steps of all) for (const take of Object.values(steps)) take(tree);
  return tree;
}

async function errorsOf(tree: Tree, ...names: readonly CheckerName[]): Promise<string[]> {
  const all = await Promise.all(names.map((name) => tree.errors(name)));
  return all.flat();
}

const textIn = (language: 'en' | 'ja', name: string) => (tree: Tree) =>
  edit(
    tree,
    `renderer/i18n/${language}/frame.json`,
    '"screens": {',
    `"screens": {\n    "apiConsole": "${name}",`,
  );

const screenSteps = {
  declaration: (tree) =>
    edit(
      tree,
      'renderer/kit/screens.ts',
      '  settings: {',
      `  apiConsole: {
    text: 'frame.screens.apiConsole',
    icon: Server,
    sidebar: 'top',
    keys: 'mod+9',
    item: 'entryId',
    ofSystem: true,
  },
  settings: {`,
    ),
  english: textIn('en', 'API console'),
  japanese: textIn('ja', 'API コンソール'),
  drawing: (tree) =>
    tree.write(
      'renderer/features/work/apiConsole/screen.tsx',
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
      title={t('frame.screens.apiConsole')}
      state={place.screen === 'apiConsole' ? place.entryId : null}
    />
    <p>{value?.join(', ')}</p>
    </>
  );
}
`,
    ),
} satisfies Steps;

const callSteps = {
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
const domainSteps = {
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
    edit(tree, 'ARCHITECTURE.md', ': certificates, clients', ': apiConsole, certificates, clients');
  },
} satisfies Steps;

/** The check says the new hash, and the newcomer writes it where it says. */
async function noteDefinitions(tree: Tree): Promise<void> {
  const [told = '', ...others] = await tree.errors('formats');
  expect(others).toEqual([]);
  const [, file = '', hash = ''] = /^(\S+): definitionsHash is '([\da-f]{64})'/.exec(told) ?? [];
  const text = tree.read(file);
  tree.write(file, text.replace(/(definitionsHash = ')[\da-f]{64}/, `$1${hash}`));
}

/** The tests that the newcomer writes. */
const newTests = {
  'test/renderer/work/apiConsole.test.tsx': `// @vitest-${'environment'} jsdom
import { configure, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openApp } from '../app.tsx';
import { createWorld, system } from '../world.ts';

configure({ asyncUtilTimeout: 20_000 });

test('the console is drawn', { timeout: 60_000 }, async () => {
  const { bridge } = createWorld({ systems: [system('alpha', 'Alpha')] });
  bridge.answer({ 'consoles.snapshot': () => ['of one resource'] });
  await openApp(bridge, '#/apiConsole/j%201');
  const heading = () => screen.findByRole('heading', { name: 'API console' });
  await heading();
  await screen.findByText('j 1');
  await screen.findByText('of one resource');
  const leave = async () => {
    fireEvent.keyDown(document.body, { key: '1', ctrlKey: true });
    await screen.findByRole('heading', { name: 'Machines' });
  };
  await leave();
  fireEvent.click(screen.getByRole('button', { name: 'API console' }));
  await heading();
  expect(window.location.hash).toBe('#/apiConsole');
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

test('a screen, a call and a domain with a table that are added as ARCHITECTURE.md says pass the check, are drawn and answer', {
  timeout: patience,
}, async () => {
  const tree = newcomer(screenSteps, callSteps, domainSteps);
  await noteDefinitions(tree);
  for (const [file, text] of Object.entries(newTests)) tree.write(file, text);
  expect(
    await errorsOf(
      tree,
      ...(['declared', 'error-codes', 'feature-tests', 'folders', 'formats'] as const),
      ...(['json', 'layers', 'map', 'module-state', 'sql', 'translations'] as const),
      ...(['types-main', 'types-renderer'] as const),
    ),
  ).toEqual([]);
  expect(await vitestIn(tree, Object.keys(newTests))).toMatchObject({
    success: true,
    numPassedTests: 2,
  });
});

/** The report of the tests in these files, run in the copy. */
async function vitestIn(tree: Tree, files: readonly string[]): Promise<unknown> {
  const env = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'));
  const report = join(tree.folder, 'report.json');
  const program = join(root, 'node_modules/vitest/vitest.mjs');
  const flags = ['--reporter=json', `--outputFile=${report}`];
  await promisify(execFile)(process.execPath, [program, 'run', ...flags, ...files], {
    cwd: tree.folder,
    env: Object.fromEntries(env),
    timeout: patience,
  }).catch((cause: unknown) => {
    // what failed stands in the report, unless there is none
    if (!existsSync(report)) throw cause;
  });
  return JSON.parse(readFileSync(report, 'utf8'));
}

test('a screen that lacks any one step is named by the check', async () => {
  const tree = newcomer(screenSteps);
  const without = async (file: string, checker: CheckerName): Promise<string[]> => {
    const text = tree.read(file);
    const before = readIfThere(join(root, file));
    if (before === null) rmSync(join(tree.folder, file));
    else tree.write(file, before);
    const errors = await tree.errors(checker);
    tree.write(file, text);
    return errors;
  };
  expect(await without('renderer/kit/screens.ts', 'declared')).toEqual([
    'renderer/features/work/apiConsole/screen.tsx: the screen "apiConsole" is not declared in renderer/kit/screens.ts',
  ]);
  expect(await without('renderer/features/work/apiConsole/screen.tsx', 'declared')).toEqual([
    expect.stringContaining(
      '"apiConsole" is drawn by nothing: renderer/features/<subject>/apiConsole/screen.tsx is missing',
    ),
  ]);
  for (const language of ['en', 'ja']) {
    const file = `renderer/i18n/${language}/frame.json`;
    expect(await without(file, 'translations')).toContain(
      `${file}: "frame.screens.apiConsole" is missing`,
    );
  }
  expect(await tree.errors('feature-tests')).toEqual([
    expect.stringContaining(
      'test/renderer/work/apiConsole.test.tsx: is missing: no test draws renderer/features/work/apiConsole',
    ),
  ]);
});

test('a screen without any text, a call without a handler and a handler without a call do not compile', {
  timeout: patience,
}, async () => {
  const { declaration, drawing } = screenSteps;
  const { entry } = callSteps;
  const tree = newcomer({ declaration, drawing, entry });
  edit(
    tree,
    'main/systems/list/calls.ts',
    'snapshot: async',
    'forget: async () => undefined,\n    snapshot: async',
  );
  const errors = (await errorsOf(tree, 'types-main', 'types-renderer')).join('\n');
  expect(errors).toMatch(/renderer\/kit\/screens\.ts.*frame\.screens\.apiConsole/);
  expect(errors).toMatch(/main\/settings\/preferences\/index\.ts.*'reset' is missing/);
  expect(errors).toMatch(/main\/systems\/list\/calls\.ts.*'forget' does not exist/);
});

function readIfThere(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}
