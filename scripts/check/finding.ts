/** Something that a checker found wrong. */
export interface Finding {
  /** Path from the root of the repository, with the line after a colon where it is known. */
  readonly place: string;
  readonly message: string;
  /** `warning`s are printed but do not fail the check. */
  readonly level: 'error' | 'warning';
}

/** Looks at the tree below `root`, and only there: the tests of the rules hand it a changed copy. */
export type Checker = (root: string) => Promise<readonly Finding[]>;

export function error(place: string, message: string): Finding {
  return { place, message, level: 'error' };
}

export function warning(place: string, message: string): Finding {
  return { place, message, level: 'warning' };
}
