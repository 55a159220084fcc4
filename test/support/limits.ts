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

/** The part of a configuration that lets a lane wait longer where the machine is slow. */
export function limits(limits: Limits): NonNullable<ViteUserConfig['test']> {
  return { provide: { limits }, setupFiles: ['test/support/set-limits.ts'] };
}
