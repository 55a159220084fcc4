import { type Html, type Inline, maxReach } from './inline.ts';
import { limits } from './limits.ts';
import { endsBefore, findClosedElement, hasOptionalEndTag, type Tag } from './tags.ts';

interface OpenTag {
  readonly name: Tag['name'];
  readonly at: number;
  readonly node: Html;
}

/**
 * Pairs the raw HTML tags of a text as they are read. Unpaired tags stay text, except tags with attributes: they are no
 * mentions.
 */
export class TagPairs {
  private open: OpenTag[] = [];
  /** Elements were nested deeper than the limit. */
  isTooDeep = false;

  /** Start of the last open tag, or minus infinity. */
  get waitsFrom(): number {
    return this.open.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
  }

  /** Drops open tags that are out of reach. */
  forget(at: number): void {
    const [first] = this.open;
    if (first && first.at < at - maxReach)
      this.open = this.open.filter((one) => one.at >= at - maxReach);
  }

  read(node: Html, at: number): void {
    const { tag } = node;
    if (tag === null) return;
    this.forget(at);
    const { open } = this;
    if (tag.kind === 'close') {
      const found = findClosedElement(tag.name, open);
      if (found < 0) return;
      for (const one of open.splice(found)) {
        if (one.name === tag.name || hasOptionalEndTag(one.name)) one.node.isPaired = true;
      }
      node.isPaired = true;
      return;
    }
    for (let last = open.at(-1); last && endsBefore(last.name, tag.name); last = open.at(-1)) {
      last.node.isPaired = true;
      open.pop();
    }
    if (tag.kind === 'alone') node.isPaired = true;
    else if (open.length < limits.elements) open.push({ name: tag.name, at, node });
    else this.isTooDeep = true;
  }

  /** Ends open elements at the end of the text, if they may end without a tag. */
  finish(to: number): void {
    this.forget(to);
    for (const { node } of this.open) if (node.tag?.isFirm) node.isPaired = true;
  }

  /** Treats open tags as if they were closed: more text follows. */
  speculate(): void {
    for (const { node } of this.open) node.isPaired = true;
  }
}

interface Frame {
  readonly name: Tag['name'];
  readonly node: Html;
  readonly children: Inline[];
}

/** Puts the nodes between paired tags into elements; tags in different marks or links stay text. */
export function nest(nodes: readonly Inline[], draft: boolean): readonly Inline[] {
  if (!nodes.some((node) => node.type === 'html' && node.isPaired)) return nodes;
  const out: Inline[] = [];
  const frames: Frame[] = [];
  const kids = () => frames.at(-1)?.children ?? out;
  const leave = (closer: Html | null) => {
    const frame = frames.pop();
    if (!frame) return;
    const isOver =
      closer !== null || draft || hasOptionalEndTag(frame.name) || frame.node.tag?.isFirm;
    if (isOver) kids().push(element(frame.node, closer, frame.children));
    else kids().push({ ...frame.node, isPaired: false }, ...frame.children);
  };
  for (const node of nodes) {
    if (node.type !== 'html' || !node.isPaired || node.tag === null) {
      kids().push(node);
      continue;
    }
    const { name, kind } = node.tag;
    if (kind === 'close') {
      const found = findClosedElement(name, frames);
      if (found < 0) kids().push(node);
      else {
        while (frames.length > found + 1) leave(null);
        leave(node);
      }
      continue;
    }
    for (let last = frames.at(-1); last && endsBefore(last.name, name); last = frames.at(-1)) {
      leave(null);
    }
    if (kind === 'alone') kids().push(element(node, null, []));
    else frames.push({ name, node, children: [] });
  }
  while (frames.length > 0) leave(null);
  return out;
}

function element(node: Html, closer: Html | null, children: readonly Inline[]): Inline {
  if (node.tag === null) return node;
  const { name, attributes } = node.tag;
  const source = { opener: node.text, closer: closer?.text ?? '' };
  return { type: 'element', name, attributes, children, ...source };
}
