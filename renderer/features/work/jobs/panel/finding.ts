/** Places that are marked and counted, at most. */
export const mostFound = 2_000;

export interface Found {
  /** Where each one begins, in order. */
  readonly starts: readonly number[];
  /** There are more than are marked. */
  readonly isCut: boolean;
}

/** Finds a text in another, ignoring case. */
export function findAll(text: string, wanted: string): Found {
  const starts: number[] = [];
  // lengths stay the same, so that places in one are places in the other
  const all = lowered(text);
  const term = lowered(wanted);
  if (term === '') return { starts, isCut: false };
  let at = all.indexOf(term);
  while (at !== -1 && starts.length < mostFound) {
    starts.push(at);
    at = all.indexOf(term, at + term.length);
  }
  return { starts, isCut: at !== -1 };
}

/** In lower case, without the few letters that become longer by it. */
function lowered(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}
