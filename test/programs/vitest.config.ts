import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { limits } from '../support/limits.ts';

/** Programs not written here, each in a process of its own, and calls for as long as LOAD_SECONDS says. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    include: ['test/programs/**/*.test.ts'],
    ...limits({ test: 60_000, hook: 60_000, poll: 5_000 }),
    maxWorkers: 1,
    fileParallelism: false,
  },
});
