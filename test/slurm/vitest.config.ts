import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { limits } from '../support/limits.ts';

/** Against a real Slurm, which one setup starts for all files. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    include: ['test/slurm/**/*.test.ts'],
    ...limits({ test: 60_000, hook: 60_000, poll: 5_000 }),
    globalSetup: 'test/slurm/setup.ts',
  },
});
