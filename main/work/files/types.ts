/** What is known of one of two files of the same name; ms since 1970. */
export interface Side {
  readonly size: number | null;
  readonly changedAt: number | null;
}
