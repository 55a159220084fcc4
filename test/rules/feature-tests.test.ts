import { expect, test } from 'vitest';
import { emptyTree } from './tree.ts';

const draws = `await openApp(bridge, '#/jobs');\n`;

/** Two features: one with a test beside the others, one with a folder of them. */
function tree() {
  const made = emptyTree();
  made.write('renderer/features/work/jobs/screen.tsx', 'export default null;\n');
  made.write('renderer/features/work/files/list/Row.tsx', 'export const Row = null;\n');
  made.write('test/renderer/work/jobs.test.tsx', draws);
  made.write('test/renderer/work/files/list.test.tsx', draws);
  return made;
}

const isMissing = (id: string) =>
  `test/renderer/${id}.test.tsx: is missing: no test draws renderer/features/${id} (this file, or one in test/renderer/${id}/, calls openApp(…))`;

test('features that are drawn by a test are fine', async () => {
  expect(await tree().errors('feature-tests')).toEqual([]);
});

test('a test that has the app opened by what lies beside it draws too', async () => {
  const made = tree();
  made.write('test/renderer/work/files/list.test.tsx', `import { openFiles } from './open.ts';\n`);
  made.write('test/renderer/work/files/open.ts', draws);
  expect(await made.errors('feature-tests')).toEqual([]);
});

test('a feature without any test is named, also where one of a like name has some', async () => {
  const made = tree();
  made.write('renderer/features/work/job/index.ts', 'export {};\n');
  expect(await made.errors('feature-tests')).toEqual([isMissing('work/job')]);
});

test('a feature whose tests draw nothing is named', async () => {
  const made = tree();
  made.write('test/renderer/work/jobs.test.tsx', `import { sum } from './sum.ts';\n`);
  made.write('test/renderer/work/files/list.test.tsx', `render(<Row />);\n`);
  made.write('test/renderer/work/files/helper.tsx', draws);
  expect(await made.errors('feature-tests')).toEqual([
    isMissing('work/files'),
    isMissing('work/jobs'),
  ]);
});
