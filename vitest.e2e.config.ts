import { defineConfig } from 'vitest/config';

/** The tour in Chromium, against the built app: each file starts its own processes. */
export default defineConfig({
  test: {
    include: ['test/e2e/**/*.test.ts'],
    // A real window on a loaded machine loses a race now and then; the report says which test needed it.
    retry: 1,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    expect: { poll: { timeout: 20_000, interval: 100 } },
  },
});
