/**
 * Bounds on what is taken apart and drawn. A model's text has any size and depth; the page's work on it
 * has not. What is beyond is shown as text, and said (`Excess`).
 */
export const limits = {
  /** Quotes, lists, items and notes in each other. */
  containers: 100,
  /** Emphasis and links in each other. */
  marks: 50,
  /** Elements of raw HTML in each other. */
  elements: 30,
  /** Elements that one block of raw HTML makes. */
  made: 2_000,
  /** Blocks of one container that stand in elements of raw HTML: they are not left out while off screen as groups are. */
  enclosed: 1_000,
  /** Columns of a table. */
  columns: 200,
  /** Cells of a table. */
  cells: 10_000,
  /** Empty cells of a whole text that only make rows as long as their header. */
  padding: 10_000,
  /** Blocks and cells of a text. */
  blocks: 20_000,
  /** Characters of a text. */
  characters: 500_000,
  /** Characters of an address or a title that a definition gives to any number of links. */
  definition: 4_096,
  /** The same of a picture that comes with the text. */
  picture: 262_144,
} as const;

/** What a text has more of than is drawn. */
export type Excess = 'nesting' | 'cells';
