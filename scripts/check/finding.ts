/** A problem that a checker found. */
export interface Finding {
  /** Path from the root of the repository, with the line after a colon if known. */
  readonly place: string;
  readonly message: string;
  /** `warning`s are printed but do not fail the check. */
  readonly level: 'error' | 'warning';
}

/** Reads only the tree below `root`: the tests of the rules pass a changed copy. */
export type Checker = (root: string) => Promise<readonly Finding[]>;

export function error(place: string, message: string): Finding {
  return { place, message, level: 'error' };
}

export function warning(place: string, message: string): Finding {
  return { place, message, level: 'warning' };
}
