/** A raw value from `at` on: ms since 1970, and its id (0: the answer left the machine out). */
export interface Change {
  readonly at: number;
  readonly status: number;
}

/** From `from` up to, but not including, `to`: ms since 1970. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Observed time by raw value, ms. */
export type TimeByStatus = Map<number, number>;

/** Observed spans cut at the bounds of cells, so that each piece lies in one cell. */
export interface Piece extends Stretch {
  readonly cell: number;
}

/**
 * @param observed in order, without overlaps
 * @param cells in order, without overlaps
 */
export function cutByCells(observed: readonly Stretch[], cells: readonly Stretch[]): Piece[] {
  const pieces: Piece[] = [];
  let first = 0;
  for (const stretch of observed) {
    while ((cells[first]?.to ?? Number.POSITIVE_INFINITY) <= stretch.from) first++;
    for (let cell = first; cell < cells.length; cell++) {
      const { from, to } = cells[cell] as Stretch;
      if (from >= stretch.to) break;
      const piece = { from: Math.max(from, stretch.from), to: Math.min(to, stretch.to), cell };
      if (piece.from < piece.to) pieces.push(piece);
    }
  }
  return pieces;
}

/**
 * Returns one machine's time by state and cell. Time before its first change is ignored.
 * @param changes in order; of several at one time the last one counts
 * @returns one account for each cell
 */
export function timeByCell(
  changes: readonly Change[],
  pieces: readonly Piece[],
  cells: number,
): readonly TimeByStatus[] {
  const accounts = Array.from({ length: cells }, (): TimeByStatus => new Map());
  let next = 0;
  let status = 0;
  for (const piece of pieces) {
    const account = accounts[piece.cell] as TimeByStatus;
    let at = piece.from;
    while (at < piece.to) {
      let change = changes[next];
      while (change !== undefined && change.at <= at) {
        status = change.status;
        change = changes[++next];
      }
      const until = Math.min(piece.to, change?.at ?? piece.to);
      if (status !== 0) account.set(status, (account.get(status) ?? 0) + until - at);
      at = until;
    }
  }
  return accounts;
}
