/** CSS px: the least width of an expanded column, and what a collapsed one and a splitter take. */
export const leastWidth = 280;
const collapsedWidth = 48;
const splitterWidth = 16;

/** How the columns of one question are arranged. Columns are known by their place: answers in it may be asked again. */
export interface Arrangement {
  /** The user wants these collapsed. */
  readonly collapsed: readonly number[];
  /** The user wants these expanded, the latest first. */
  readonly expanded: readonly number[];
  /** Widths in proportion to each other; 1 if absent. */
  readonly shares: Readonly<Record<number, number>>;
}

export const defaultArrangement: Arrangement = { collapsed: [], expanded: [], shares: {} };

/**
 * Returns the columns that are expanded: as many as have room, first the chosen one, then the latest that the user
 * expanded, then in order.
 * @param width CSS px; 0 while unknown
 */
export function expandedOf(
  count: number,
  chosen: number,
  { collapsed, expanded }: Arrangement,
  width: number,
): ReadonlySet<number> {
  const order = new Set([chosen, ...expanded, ...Array.from({ length: count }, (_, at) => at)]);
  const open = new Set<number>();
  for (const at of order) {
    if (at < 0 || at >= count || collapsed.includes(at)) continue;
    const columns = open.size + 1;
    const needed =
      columns * leastWidth + open.size * splitterWidth + (count - columns) * collapsedWidth;
    if (open.size === 0 || width === 0 || needed <= width) open.add(at);
  }
  return open;
}

export function collapse(before: Arrangement, at: number): Arrangement {
  return {
    ...before,
    collapsed: [...before.collapsed.filter((one) => one !== at), at],
    expanded: before.expanded.filter((one) => one !== at),
  };
}

export function expand(before: Arrangement, at: number): Arrangement {
  return {
    ...before,
    collapsed: before.collapsed.filter((one) => one !== at),
    expanded: [at, ...before.expanded.filter((one) => one !== at)],
  };
}

/** Returns the share of the left one of two columns of what both have, 0 to 1. */
export function shareOf({ shares }: Arrangement, left: number, right: number): number {
  const wide = shares[left] ?? 1;
  return wide / (wide + (shares[right] ?? 1));
}

/**
 * Gives the left one of two columns this share of what both have.
 * @param pair the width of both, CSS px: neither becomes narrower than the least; 0 while unknown
 */
export function divide(
  before: Arrangement,
  { left, right }: { readonly left: number; readonly right: number },
  share: number,
  pair: number,
): Arrangement {
  const least = pair === 0 ? 0.1 : Math.min(0.5, leastWidth / pair);
  const wide = Math.min(1 - least, Math.max(least, share));
  const sum = (before.shares[left] ?? 1) + (before.shares[right] ?? 1);
  return {
    ...before,
    shares: { ...before.shares, [left]: sum * wide, [right]: sum * (1 - wide) },
  };
}
