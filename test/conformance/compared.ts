/** What stands on the page for a text, and for the HTML that the specification gives for it. */
export interface Compared {
  readonly shown: string;
  /** What a browser shows for that HTML. */
  readonly browser: string;
  /** The same where what is not drawn by design stands as text. */
  readonly expected: string;
}
