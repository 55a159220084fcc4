import type { Diagnostics } from 'recheck';

/** Given to one expression, ms. What takes longer is too involved for a reader too. */
const timeout = 30_000;

/** Why an expression may be slow; null for one that is proven to be linear, or that no attack was found for. */
export async function whyUnsafe(source: string, flags: string): Promise<string | null> {
  // Its JavaScript alone, which runs wherever Node does.
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
