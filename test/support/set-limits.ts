import { inject, vi } from 'vitest';
import { patience } from './patience.ts';

// For each file anew: the load may have come after the run began.
const { test, hook, poll } = inject('limits');
vi.setConfig({
  testTimeout: patience(test),
  hookTimeout: patience(hook),
  expect: { poll: { timeout: patience(poll), interval: 50 } },
});
if ('document' in globalThis) {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: patience(poll) });
}
