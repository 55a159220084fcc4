import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
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
    `"screens": {\n    "jobs": "${name}",`,
  );

const screenSteps = {
  declaration: (tree) =>
    edit(
      tree,
      'renderer/kit/screens.ts',
      '  settings: {',
      `  jobs: {
    text: 'frame.screens.jobs',
    icon: Server,
    sidebar: 'top',
    keys: 'mod+9',
    item: 'jobId',
    ofSystem: true,
  },
  settings: {`,
    ),
  english: textIn('en', 'Jobs'),
  japanese: textIn('ja', 'ジョブ'),
  drawing: (tree) =>
    tree.write(
      'renderer/features/work/jobs/screen.tsx',
      `import { useT } from '../../../i18n/index.ts';
import { useRoute } from '../../../kit/index.ts';
import { ScreenTitle } from '../../../ui/index.ts';

export default function JobsScreen() {
  const t = useT();
  const place = useRoute();
  return (
    <ScreenTitle
      title={t('frame.screens.jobs')}
      state={place.screen === 'jobs' ? place.jobId : null}
    />
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

/** The tests that the newcomer writes. */
const newTests = {
  'test/renderer/work/jobs.test.tsx': `// @vitest-${'environment'} jsdom
import { configure, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openApp } from '../app.tsx';
import { createWorld, system } from '../world.ts';

configure({ asyncUtilTimeout: 20_000 });

test('the jobs are drawn', { timeout: 60_000 }, async () => {
  const { bridge } = createWorld({ systems: [system('alpha', 'Alpha')] });
  await openApp(bridge, '#/jobs/j%201');
  const heading = () => screen.findByRole('heading', { name: 'Jobs' });
  await heading();
  await screen.findByText('j 1');
  const leave = async () => {
    fireEvent.keyDown(document.body, { key: '1', ctrlKey: true });
    await screen.findByRole('heading', { name: 'Machines' });
  };
  await leave();
  fireEvent.click(screen.getByRole('button', { name: 'Jobs' }));
  await heading();
  expect(window.location.hash).toBe('#/jobs');
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

test('a screen and a call that are added as ARCHITECTURE.md says pass the check, are drawn and answer', {
  timeout: patience,
}, async () => {
  const tree = newcomer(screenSteps, callSteps);
  for (const [file, text] of Object.entries(newTests)) tree.write(file, text);
  expect(
    await errorsOf(
      tree,
      ...(['declared', 'feature-tests', 'layers', 'translations'] as const),
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
    'renderer/features/work/jobs/screen.tsx: the screen "jobs" is not declared in renderer/kit/screens.ts',
  ]);
  expect(await without('renderer/features/work/jobs/screen.tsx', 'declared')).toEqual([
    expect.stringContaining(
      '"jobs" is drawn by nothing: renderer/features/<subject>/jobs/screen.tsx is missing',
    ),
  ]);
  for (const language of ['en', 'ja']) {
    const file = `renderer/i18n/${language}/frame.json`;
    expect(await without(file, 'translations')).toContain(
      `${file}: "frame.screens.jobs" is missing`,
    );
  }
  expect(await tree.errors('feature-tests')).toEqual([
    expect.stringContaining(
      'renderer/features/work/jobs: no test draws it: test/renderer/work/jobs.test.tsx',
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
  expect(errors).toMatch(/renderer\/kit\/screens\.ts.*frame\.screens\.jobs/);
  expect(errors).toMatch(/main\/settings\/preferences\/index\.ts.*'reset' is missing/);
  expect(errors).toMatch(/main\/systems\/list\/calls\.ts.*'forget' does not exist/);
});

function readIfThere(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}
