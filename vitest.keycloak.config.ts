import { defineConfig } from 'vitest/config';

/** Against Keycloak itself, which one setup starts for all files. */
export default defineConfig({
  test: {
    include: ['test/keycloak/**/*.test.ts'],
    globalSetup: 'test/keycloak/setup.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Some tests change the realm.
    fileParallelism: false,
  },
});
