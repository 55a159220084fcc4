import { expect, test } from 'vitest';
import { emptyTree } from './tree.ts';

const contract = 'preload/contract/index.ts';
const page = 'renderer/features/work/jobs/useJobs.ts';

/** A resource, one of several, a call and an event, all of them used. */
function tree() {
  const made = emptyTree();
  made.write(
    contract,
    `export const contract = {
  jobs: { snapshot: { kind: 'call' }, changed: { kind: 'event' }, run: { kind: 'call' } },
  history: { bar: { kind: 'call', view: true }, changed: { kind: 'event' } },
  frame: { note: { kind: 'event' } },
};
`,
  );
  made.write(
    page,
    `useResource('jobs', undefined);\nuseResource('history.bar', key);\nclient.on('frame.note', show);\nconst act = (again: boolean) => client.call(again ? 'jobs.run' : 'jobs.run');\n`,
  );
  made.write(
    'main/work/jobs/index.ts',
    `emit('jobs.changed', all);\nemit('history.changed', {});\nemit('frame.note', text);\n`,
  );
  return made;
}

test('calls and events that are used are fine', async () => {
  expect(await tree().errors('contract-uses')).toEqual([]);
});

test('a call that no window makes is named', async () => {
  const made = tree();
  made.write(page, made.read(page).replaceAll("'jobs.run'", 'name'));
  expect(await made.errors('contract-uses')).toEqual([
    `${contract}: nothing in renderer/ uses the call 'jobs.run'`,
  ]);
});

test('a resource that no window follows is named, with its event', async () => {
  const made = tree();
  made.write(page, made.read(page).replace("useResource('jobs', undefined);\n", ''));
  expect(await made.errors('contract-uses')).toEqual([
    `${contract}: nothing in renderer/ uses the call 'jobs.snapshot'`,
    `${contract}: nothing in renderer/ uses the event 'jobs.changed'`,
  ]);
});

test('an event that main does not send is named, and one that no window awaits', async () => {
  const made = tree();
  made.write('main/work/jobs/index.ts', `emit('history.changed', {});\n`);
  made.write(page, made.read(page).replace('frame.note', 'frame.other'));
  expect(await made.errors('contract-uses')).toEqual([
    `${contract}: nothing in main/ sends the event 'jobs.changed'`,
    `${contract}: nothing in renderer/ uses the event 'frame.note'`,
    `${contract}: nothing in main/ sends the event 'frame.note'`,
  ]);
});
