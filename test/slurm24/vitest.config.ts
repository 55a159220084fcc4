import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { limits } from '../support/limits.ts';

/** Against the Slurm of a newer Debian in a root of its own, which one setup starts for all files. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    include: ['test/slurm24/**/*.test.ts'],
    ...limits({ test: 300_000, hook: 120_000, poll: 5_000 }),
    globalSetup: 'test/slurm24/setup.ts',
    maxWorkers: 1,
    fileParallelism: false,
  },
});
