import { defineConfig } from 'vitest/config';
import { limits } from './test/support/limits.ts';

/** Against Keycloak itself, which one setup starts for all files. */
export default defineConfig({
  test: {
    include: ['test/keycloak/**/*.test.ts'],
    ...limits({ test: 60_000, hook: 60_000, poll: 5_000 }),
    globalSetup: 'test/keycloak/setup.ts',
    // Some tests change the realm.
    fileParallelism: false,
  },
});
