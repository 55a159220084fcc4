import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { limits } from './test/support/limits.ts';

// Most of these tests start threads and hosts of the app, each of which would strip and compile its TypeScript
// anew. Node compares what it keeps here with the files.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '.cache/compiled');

const pages = ['test/renderer/**/*.test.tsx'];

/** What needs no built app: the lanes unit and thorough. */
export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        // Files that draw share their process, its document and the app's modules: loading them costs more than
        // most of the tests. What a test changes outside of its own page it takes back when it ends.
        test: {
          name: 'pages',
          include: pages,
          isolate: false,
          unstubGlobals: true,
          setupFiles: ['test/renderer/settled.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'files',
          include: ['test/{unit,integration,rules,renderer,corpora}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', ...pages],
        },
      },
    ],
    ...limits({ test: 30_000, hook: 60_000, poll: 5_000 }),
    // Vitest leaves one core to itself; a fifth of the time of these tests is waiting for sockets and processes.
    maxWorkers: availableParallelism() + 1,
  },
});
