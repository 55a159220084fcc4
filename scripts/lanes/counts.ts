/** What a run of tests came to. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const none: Counts = { passed: 0, failed: 0, skipped: 0 };

export function add(a: Counts, b: Counts): Counts {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
  };
}

/** The closing line of every lane and of their sum: `N passed, N failed, N skipped`. */
export function line(counts: Counts): string {
  return `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`;
}
