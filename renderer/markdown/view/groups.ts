import type { Block } from '../parse/block.ts';
import { make } from './dom.ts';
import type { Surface } from './surface.ts';

/** Blocks in one group. */
const size = 12;
/** Estimated height of a line before layout, relative to the font size. */
const lineHeight = 1.6;
/** In characters. */
const longCode = 8_000;

/**
 * The blocks of a text in groups, so that a change costs the browser little in a long text: it checks the groups, not
 * every block. Settled groups skip layout while they are off screen, with an estimated height.
 */
export class Groups {
  private readonly surface: Surface;
  private readonly host: HTMLElement;
  private readonly groups: HTMLElement[] = [];
  private settled = 0;

  constructor(surface: Surface, host: HTMLElement) {
    this.surface = surface;
    this.host = host;
  }

  /** Returns the element for a new last block. */
  of(index: number): HTMLElement {
    const at = Math.floor(index / size);
    const known = this.groups[at];
    if (known) return known;
    const group = make('div', 'md-group');
    this.groups[at] = group;
    this.host.insertBefore(group, this.surface.notes.endOf(this.host));
    return group;
  }

  /** Removes groups without blocks. */
  trim(blocks: number): void {
    for (const group of this.groups.splice(Math.ceil(blocks / size))) group.remove();
  }

  /**
   * @param count number of blocks that will not change any more
   * @param isOwn whether a block is in its group, not in a raw HTML element
   */
  settle(blocks: readonly Block[], count: number, isOwn: (index: number) => boolean): void {
    const done = count === blocks.length && this.surface.ended;
    const full = done ? this.groups.length : Math.floor(count / size);
    for (; this.settled < full; this.settled += 1) {
      const group = this.groups[this.settled];
      if (!group) continue;
      const first = this.settled * size;
      const own = blocks.slice(first, first + size);
      if (own.some((block, at) => isLongCode(block) || !isOwn(first + at))) continue;
      leaveOut(group, own);
    }
  }

  /** The same for one block in a raw HTML element. */
  settleAlone(block: Block, dom: HTMLElement | Comment): void {
    if (dom instanceof HTMLElement && !isLongCode(block)) leaveOut(dom, [block]);
  }
}

function leaveOut(element: HTMLElement, blocks: readonly Block[]): void {
  const lines = blocks.reduce((sum, block) => sum + estimateLines(block) + 0.5, 0);
  // not a custom property, which every descendant would inherit
  element.style.containIntrinsicBlockSize = `auto ${Math.round(lines * lineHeight)}em`;
  element.classList.add('md-settled');
}

/** Long code skips layout in parts of its own, and costs much if the whole is skipped as well. */
function isLongCode({ type, text }: Block): boolean {
  return type === 'code' && text.length > longCode;
}

function estimateLines(block: Block): number {
  const own = block.text === '' ? 0 : Math.ceil(block.text.length / 80);
  const below = block.children.reduce((sum, child) => sum + estimateLines(child), 0);
  return Math.max(1, own + below + block.rows.length * 2);
}
