import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { limits } from '../support/limits.ts';

/** The app in a real Electron, the lanes electron and package. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['test/{electron,package}/**/*.test.ts'],
    exclude: ['test/electron/runtime/**', '**/node_modules/**'],
    ...limits({ test: 180_000, hook: 120_000, poll: 20_000 }),
    globalSetup: ['test/electron/setup.ts'],
    // A real window on a loaded machine loses a race now and then; the report says which test needed it.
    retry: 2,
    maxWorkers: 2,
  },
});
