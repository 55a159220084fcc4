import { appendFileSync } from 'node:fs';

/** Names the file in which tests note what they tried: the lane fuzz prints it as one table at its end. */
export const totalsVariable = 'COMPUTE_DESK_TOTALS';

/** A line of the table. */
export interface Total {
  /** What was tried, such as `calls by the socket`. */
  readonly what: string;
  readonly tried: number;
  /** What came of it, in a few words. */
  readonly found: string;
}

/** Notes a line; says it at once where no lane collects them. */
export function noteTotal(total: Total): void {
  const file = process.env[totalsVariable];
  if (file === undefined) console.log(lineOf(total));
  else appendFileSync(file, `${JSON.stringify(total)}\n`);
}

export function lineOf({ what, tried, found }: Total): string {
  return `${what.padEnd(58)} ${tried.toLocaleString('en').padStart(11)}  ${found}`;
}
