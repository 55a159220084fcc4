import { expect, test } from 'vitest';
import { emptyTree } from './tree.ts';

test('state that a module of the core keeps is named, what a function keeps and what never changes is not', async () => {
  const made = emptyTree();
  made.write(
    'main/jobs/index.ts',
    [
      'let last = 0;',
      'const known = new Map<string, number>();',
      'const asked: Set<string> = new Set();',
      "const kinds = new Set(['a', 'b']);",
      'export function createJobs() {',
      '  let running = 0;',
      '  const jobs = new Map<string, number>();',
      '  return { running, jobs };',
      '}',
      '',
    ].join('\n'),
  );
  const message = 'a module keeps state: it belongs to what createX gives';
  expect(await made.errors('module-state')).toEqual(
    [1, 2, 3].map((line) => `main/jobs/index.ts:${line}: ${message}`),
  );
});
