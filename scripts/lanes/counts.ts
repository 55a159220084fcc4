/** Result of a test run. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const oneFailure: Counts = { passed: 0, failed: 1, skipped: 0 };
export const oneSkipped: Counts = { passed: 0, failed: 0, skipped: 1 };

export function sum(all: readonly Counts[]): Counts {
  const total = (name: keyof Counts) => all.reduce((so, counts) => so + counts[name], 0);
  return { passed: total('passed'), failed: total('failed'), skipped: total('skipped') };
}

/** The closing line of every lane and of their sum: `N passed, N failed, N skipped`. */
export function line(counts: Counts): string {
  return `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`;
}
