/**
 * Limits of parsing and drawing. A model's text has any size and depth; the page's work on it must not. Content beyond
 * them is shown as text, and reported (`Excess`).
 */
export const limits = {
  /** Nesting of quotes, lists, items and notes. */
  containers: 100,
  /** Nesting of emphasis and links. */
  marks: 50,
  /** Nesting of raw HTML elements. */
  elements: 30,
  /** Elements created by one block of raw HTML. */
  made: 2_000,
  /** Blocks of one container within raw HTML elements: unlike groups, they do not skip layout while off screen. */
  enclosed: 1_000,
  /** Columns of a table. */
  columns: 200,
  /** Cells of a table. */
  cells: 10_000,
  /** Empty cells of a whole text that only pad rows to the length of their header. */
  padding: 10_000,
  /** Blocks and cells of a text. */
  blocks: 20_000,
  /** Characters of a text. */
  characters: 500_000,
  /** Characters of an address or a title in a definition, which any number of links may use. */
  definition: 4_096,
  /** The same for an embedded picture. */
  picture: 262_144,
} as const;

/** Content that exceeds the drawing limits. */
export type Excess = 'nesting' | 'cells';
