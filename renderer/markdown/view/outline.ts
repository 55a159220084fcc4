/** Level of an answer's first headings: below the conversation's title (h2). */
const top = 3;

/**
 * Heading levels for keyboard navigation: none is skipped, whatever the text begins with. A heading's visible size
 * follows the text.
 */
export class Outline {
  private readonly host: HTMLElement;
  private headings: {
    readonly dom: HTMLElement;
    readonly depth: number;
    readonly level: number;
  }[] = [];

  constructor(host: HTMLElement) {
    this.host = host;
  }

  /**
   * Sets the level of a heading, the last one of the text so far.
   * @param depth its number of `#`
   */
  place(dom: HTMLElement, depth: number): void {
    const { host } = this;
    while (this.headings.length > 0) {
      const last = this.headings.at(-1);
      // the element from while the line was being written
      if (last === undefined || (host.contains(last.dom) && last.dom !== dom)) break;
      this.headings.pop();
    }
    const above = this.headings.findLast((heading) => heading.depth <= depth);
    const deeper = above !== undefined && above.depth < depth ? 1 : 0;
    const level = Math.min(above === undefined ? top : above.level + deeper, 6);
    this.headings.push({ dom, depth, level });
    dom.setAttribute('aria-level', String(level));
  }
}
