import { expect, test } from 'vitest';
import { emptyTree } from './tree.ts';

const screens = 'renderer/kit/screens.ts';
const commands = 'renderer/kit/commands/declared.ts';
const drawn = 'export default function Screen() {\n  return null;\n}\n';

/** Two screens and three commands, declared as the app declares its own. */
function tree() {
  const made = emptyTree();
  made.write(
    screens,
    `export const screens = {\n  machines: { text: 'a' },\n  jobs: { text: 'b' },\n} as const satisfies object;\n`,
  );
  made.write(
    commands,
    `const jobs = { on: 'jobs' };\nexport const commands = {\n  palette: { on: 'window' },\n  run: { ...jobs },\n  'run-again': { ...jobs },\n} as const;\n`,
  );
  made.write('renderer/features/machines/machines/screen.tsx', drawn);
  made.write('renderer/features/work/jobs/screen.tsx', drawn);
  made.write(
    'renderer/features/work/jobs/useJobs.ts',
    `useOffer('run', () => undefined);\nuseOffer(\n  'run-again',\n  null,\n);\n`,
  );
  return made;
}

test('what is declared and carried out is fine', async () => {
  expect(await tree().errors('declared')).toEqual([]);
});

test('a screen that nothing draws is named', async () => {
  const made = tree();
  made.write(screens, made.read(screens).replace('jobs:', 'files: {},\n  jobs:'));
  expect(await made.errors('declared')).toEqual([
    `${screens}:3: the screen "files" is drawn by nothing: renderer/features/<subject>/files/screen.tsx is missing`,
  ]);
});

test('a screen that nothing declares is named', async () => {
  const made = tree();
  made.write('renderer/features/work/files/screen.tsx', drawn);
  expect(await made.errors('declared')).toEqual([
    `renderer/features/work/files/screen.tsx: the screen "files" is not declared in ${screens}`,
  ]);
});

test('a screen without a default export is named', async () => {
  const made = tree();
  made.write(
    'renderer/features/work/jobs/screen.tsx',
    'export function Screen() {\n  return null;\n}\n',
  );
  expect(await made.errors('declared')).toEqual([
    `renderer/features/work/jobs/screen.tsx: the screen "jobs" is this file's default export, which it lacks`,
  ]);
});

test('a command that nothing carries out is named', async () => {
  const made = tree();
  made.write('renderer/features/work/jobs/useJobs.ts', `useOffer('run', () => undefined);\n`);
  expect(await made.errors('declared')).toEqual([
    `${commands}:5: the command "run-again" is carried out by nothing: no useOffer('run-again', …) below renderer/features`,
  ]);
});

test('declarations that are written in another way are not taken for none', async () => {
  const made = tree();
  made.write(screens, 'export const all = {};\n');
  await expect(made.errors('declared')).rejects.toThrow(`${screens} has no declarations`);
});

test('a resource that is followed by hand is named', async () => {
  const made = tree();
  made.write(
    'renderer/features/work/jobs/useFolders.ts',
    `const take = (client: Client) =>\n  client.call('folders.snapshot', { systemId: 'a' });\n`,
  );
  made.write(
    'renderer/features/work/jobs/useBar.ts',
    `const take = (client: Client) =>\n  client.call('machineHistory.bar', { systemId: 'a' });\n`,
  );
  expect(await made.errors('declared')).toEqual([
    `renderer/features/work/jobs/useBar.ts:2: "machineHistory.bar" is followed by hand: useResource('machineHistory.bar', …)`,
    `renderer/features/work/jobs/useFolders.ts:2: "folders" is followed by hand: useResource('folders', …)`,
  ]);
});

test('events of a resource that are heard by hand are named', async () => {
  const made = tree();
  made.write(
    'renderer/features/work/jobs/useTree.ts',
    `useEffect(\n  () =>\n    client.on('machineChoices.changed', take),\n  [],\n);\n`,
  );
  made.write('renderer/resources/tree.ts', `client.on('tree.changed', take);\n`);
  expect(await made.errors('declared')).toEqual([
    `renderer/features/work/jobs/useTree.ts:3: "machineChoices" is followed by hand: useResource('machineChoices', …)`,
  ]);
});
