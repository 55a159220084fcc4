import { expect, test } from 'vitest';
import { emptyTree } from './tree.ts';

test('a failure that is swallowed without a reason is named; another value in its place is not', async () => {
  const made = emptyTree();
  made.write(
    'renderer/features/work/jobs/useJobs.ts',
    [
      'void one().catch(() => undefined);',
      'void two().catch((_error) => {});',
      'void three()',
      '  .catch(',
      '    () => undefined,',
      '  );',
      'const four = await five().catch(() => null);',
      "void ignoring('it is asked for again', six());",
      '',
    ].join('\n'),
  );
  const message = "a failure is swallowed: ignoring('why', …) of common/ignoring.ts";
  expect(await made.errors('swallowed')).toEqual(
    [1, 2, 4].map((line) => `renderer/features/work/jobs/useJobs.ts:${line}: ${message}`),
  );
});
