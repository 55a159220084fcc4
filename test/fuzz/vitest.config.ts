import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { limits } from '../support/limits.ts';

/** What is thrown at parsers and servers at random: `npm run fuzz`. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['test/fuzz/**/*.test.ts'],
    globalSetup: ['test/electron/setup.ts', 'test/fuzz/setup.ts'],
    ...limits({ test: 600_000, hook: 60_000, poll: 5_000 }),
    maxWorkers: '100%',
    // A failure says what was found: the lane's last lines are all that is kept of a run elsewhere.
    chaiConfig: { truncateThreshold: 2_000 },
  },
});
