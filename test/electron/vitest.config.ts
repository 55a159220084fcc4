import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The app in a real Electron: `npm run test:electron`. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['test/electron/**/*.test.ts'],
    exclude: ['test/electron/runtime/**', '**/node_modules/**'],
    globalSetup: ['test/electron/setup.ts'],
    // A real window on a loaded machine loses a race now and then; the report says which test needed it.
    retry: 1,
    testTimeout: 180_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    expect: { poll: { timeout: 20_000, interval: 100 } },
  },
});
