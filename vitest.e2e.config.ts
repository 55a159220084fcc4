import { defineConfig } from 'vitest/config';
import { limits } from './test/support/limits.ts';

/** The built app in Chromium, the lanes tour and e2e: each file starts its own processes. */
export default defineConfig({
  test: {
    include: ['test/e2e/**/*.test.ts'],
    ...limits({ test: 180_000, hook: 120_000, poll: 20_000 }),
    // A real window on a loaded machine loses a race now and then; the report says which test needed it.
    retry: 2,
    maxWorkers: 2,
  },
});
