import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { CheckerName } from '../../scripts/check/checkers.ts';
import { root } from '../../scripts/toolchain.mjs';
import {
  callSteps,
  domainSteps,
  edit,
  newTests,
  type Steps,
  screenSteps,
} from './newcomer-steps.ts';
import { copyOfTheTree, type Tree } from './tree.ts';

/** Long enough for the compiler on a busy machine. */
const patience = 240_000;

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

/** The check says the new hash, and the newcomer writes it where it says. */
async function noteDefinitions(tree: Tree): Promise<void> {
  const [told = '', ...others] = await tree.errors('formats');
  expect(others).toEqual([]);
  const [, file = '', hash = ''] = /^(\S+): definitionsHash is '([\da-f]{64})'/.exec(told) ?? [];
  const text = tree.read(file);
  tree.write(file, text.replace(/(definitionsHash = ')[\da-f]{64}/, `$1${hash}`));
}

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
    'renderer/features/work/printQueue/screen.tsx: the screen "printQueue" is not declared in renderer/kit/screens.ts',
  ]);
  expect(await without('renderer/features/work/printQueue/screen.tsx', 'declared')).toEqual([
    expect.stringContaining(
      '"printQueue" is drawn by nothing: renderer/features/<subject>/printQueue/screen.tsx is missing',
    ),
  ]);
  for (const language of ['en', 'ja']) {
    const file = `renderer/i18n/${language}/frame.json`;
    expect(await without(file, 'translations')).toContain(
      `${file}: "frame.screens.printQueue" is missing`,
    );
  }
  expect(await tree.errors('feature-tests')).toEqual([
    expect.stringContaining(
      'test/renderer/work/printQueue.test.tsx: is missing: no test draws renderer/features/work/printQueue',
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
  expect(errors).toMatch(/renderer\/kit\/screens\.ts.*frame\.screens\.printQueue/);
  expect(errors).toMatch(/main\/settings\/preferences\/index\.ts.*'reset' is missing/);
  expect(errors).toMatch(/main\/systems\/list\/calls\.ts.*'forget' does not exist/);
});

function readIfThere(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}
