import type { Diagnostics } from 'recheck';

/** Timeout per expression, ms. A slower one is too complex for a reader too. */
const timeout = 30_000;

/** Returns why an expression may be slow; null if it is proven to be linear, or no attack was found. */
export async function whyUnsafe(source: string, flags: string): Promise<string | null> {
  // Only its JavaScript, which runs wherever Node does.
  process.env.RECHECK_BACKEND = 'pure';
  process.env.RECHECK_SYNC_BACKEND = 'pure';
  const { default: recheck } = await import('recheck');
  return reasonOf(recheck.checkSync(source, flags, { timeout, randomSeed: 0 }));
}

function reasonOf(result: Diagnostics): string | null {
  switch (result.status) {
    case 'safe':
      return null;
    case 'vulnerable':
      return `${result.complexity.summary} on ${result.attack.pattern.slice(0, 200)}`;
    default:
      return `nothing was proven (${result.error.kind})`;
  }
}
