import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { ViteUserConfig } from 'vitest/config';

/** Milliseconds on a quiet machine. */
export interface Limits {
  readonly test: number;
  readonly hook: number;
  /** For `expect.poll`. `vi.waitFor` has one second whatever is set here: it is given `patience(…)`. */
  readonly poll: number;
}

declare module 'vitest' {
  interface ProvidedContext {
    limits: Limits;
  }
}

/**
 * The part of a configuration that lets a lane wait longer where the machine is slow, and gives its tests a temporary
 * folder by its real path: macOS names one through a link, and Windows by a short name.
 */
export function limits(limits: Limits): NonNullable<ViteUserConfig['test']> {
  const folder = realpathSync.native(tmpdir());
  for (const name of process.platform === 'win32' ? ['TEMP', 'TMP'] : ['TMPDIR']) {
    process.env[name] = folder;
  }
  return { provide: { limits }, setupFiles: ['test/support/set-limits.ts'] };
}
