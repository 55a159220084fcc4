import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'test/unit/**/*.test.{ts,tsx}',
      'test/integration/**/*.test.ts',
      'test/rules/**/*.test.ts',
      'test/renderer/**/*.test.{ts,tsx}',
    ],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
