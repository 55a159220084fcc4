import { afterAll, vi } from 'vitest';

// Files that draw share the app's modules. One that is still loading as a file ends would fail for all that follow:
// the app fetches screens ahead.
afterAll(() => vi.dynamicImportSettled());
