/** Colours the lines of one code block as they are completed. */
export interface Highlighting {
  /**
   * @param lines the text nodes of all lines
   * @param complete how many of them will not grow
   * @param ended no more lines will come
   */
  update(lines: readonly Text[], complete: number, ended: boolean): void;
  /** Lines from `keep` on are gone. */
  forget(keep: number): void;
}

export function createHighlighting(_language: string): Highlighting | null {
  return null;
}
