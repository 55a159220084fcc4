import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../scripts/toolchain.mjs';

const hook = /^(?:before|after)(?:Each|All)\(/m;

test('what files of tests share registers no hook: in one process it would be that of the first file alone', () => {
  // a set-up file, which the configuration names, is run anew for every file of tests
  const configuration = readFileSync(join(root, 'vitest.config.ts'), 'utf8');
  const shared = globSync('test/{renderer,support}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\.tsx?$/.test(file) && !configuration.includes(`'${file}'`),
  );
  expect(shared.length).toBeGreaterThan(50);
  const hooked = shared.filter((file) => hook.test(readFileSync(join(root, file), 'utf8')));
  expect(hooked).toEqual([]);
});
