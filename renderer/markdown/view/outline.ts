/** Level of an answer's first headings: below the conversation's title (h2). */
const top = 3;

/**
 * Levels of headings for those who go from one to the next: none is left out, whatever the text began
 * with. How large a heading looks is the text's own affair.
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
   * Gives a heading, the last one of the text so far, its level.
   * @param depth how many `#` it has
   */
  place(dom: HTMLElement, depth: number): void {
    const { host } = this;
    while (this.headings.length > 0) {
      const last = this.headings.at(-1);
      // what stood there while the line was being written
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
