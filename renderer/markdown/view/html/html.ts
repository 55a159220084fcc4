import type { Block } from '../../../../common/markdown/parse/block.ts';
import { beginsSupportedTag, tagEnd } from '../../../../common/markdown/parse/html.ts';
import { maxReach } from '../../../../common/markdown/parse/inline.ts';
import { limits } from '../../../../common/markdown/parse/limits.ts';
import { isTagBeginning } from '../../../../common/markdown/parse/tag-beginnings.ts';
import {
  endsBefore,
  findClosedElement,
  readTag,
  type Tag,
  unescapeReferences,
} from '../../../../common/markdown/parse/tags.ts';
import { isTrail } from '../../../../common/markdown/parse/text/breaks.ts';
import { legible } from '../../../ui/index.ts';
import { direct } from '../direction.ts';
import { make, setText } from '../dom.ts';
import type { Surface } from '../surface.ts';
import type { Unfinished, View } from '../view.ts';
import { rawElement } from './raw.ts';

/** A raw HTML element that is still open after a block, and its ancestors. */
export interface OpenElement {
  readonly name: Tag['name'];
  readonly dom: HTMLElement;
  readonly outer: OpenElement | null;
  /** Nesting depth of raw HTML elements, this one included. */
  readonly depth: number;
}

/** Position of a raw HTML block. */
export interface Place {
  /** Parent of blocks while no element is open. */
  readonly host: HTMLElement;
  readonly opened: OpenElement | null;
  /** Number of raw HTML elements around the host. */
  readonly depth: number;
}

interface Tail {
  readonly node: Text;
  raw: string;
}

/** Characters of a text laid out together. */
const partLength = 4_096;
/** Characters of a block converted to elements in one step. */
const portion = 2_048;

/**
 * A raw HTML block: its elements are created one by one from the list of supported ones, everything else in it is text.
 * Its open element contains the following blocks.
 */
export class HtmlView implements View, Unfinished {
  /** Its position among the blocks, also if it shows nothing of its own. */
  readonly dom = document.createComment('');
  /** The element open after it, null for none. */
  opened: OpenElement | null;
  private readonly surface: Surface;
  private readonly place: Place;
  /** Nodes that it added to existing elements. */
  private roots: ChildNode[] = [];
  private readonly own = new Set<OpenElement>();
  private source = '';
  private draft = false;
  private isGone = false;
  /** Number of source characters shown. */
  private at = 0;
  private made = 0;
  /** Text not shown yet. */
  private pending = '';
  /** The text that still grows, and the nodes that show it. */
  private tail: Tail | null = null;

  constructor(surface: Surface, place: Place) {
    this.surface = surface;
    this.place = place;
    this.opened = place.opened;
    this.put(this.dom);
  }

  fits(block: Block): boolean {
    return beginsSupportedTag(block);
  }

  update(block: Block, draft: boolean): void {
    const source = block.text.trim();
    if (!source.startsWith(this.source.slice(0, this.at))) this.clear();
    this.source = source;
    this.draft = draft;
    // following blocks need to know its open element
    const isLast = block.parent?.children.at(-1) === block;
    while (!this.goOn()) {
      if (!isLast) continue;
      this.surface.later(this);
      return;
    }
  }

  goOn(): boolean {
    const { source, draft } = this;
    const limit = this.isGone ? 0 : this.at + portion;
    let from = -1;
    while (this.at < Math.min(limit, source.length) && this.at !== from) {
      from = this.at;
      if (source.charAt(from) === '<') this.markup(draft);
      else this.text(draft);
    }
    if (!this.isGone) this.flush();
    return this.at >= source.length || this.at === from || this.isGone;
  }

  remove(): void {
    this.isGone = true;
    this.takeAway();
  }

  private takeAway(): void {
    for (const root of this.roots.splice(0)) root.remove();
  }

  private clear(): void {
    this.takeAway();
    this.opened = this.place.opened;
    this.at = 0;
    this.made = 0;
    this.tail = null;
    this.put(this.dom);
  }

  private markup(draft: boolean): void {
    const { source, at } = this;
    const end = tagEnd(source, at);
    if (end === 0) {
      if (draft && source.length - at < maxReach && isTagBeginning(source.slice(at))) return;
      this.pending += '<';
      this.at += 1;
      return;
    }
    this.at = end;
    const written = source.slice(at, end);
    const tag = readTag(written);
    if (tag === null || !this.follow(tag)) this.asText(written);
  }

  /** Opens or closes an element; false if there is none, or a limit is reached. */
  private follow(tag: Tag): boolean {
    const { name, kind } = tag;
    const open = this.path();
    if (kind === 'close') {
      const found = findClosedElement(name, open);
      if (found < 0) return false;
      this.flush();
      this.opened = open[found]?.outer ?? null;
      this.tail = null;
      return true;
    }
    let outer = this.opened;
    while (outer !== null && endsBefore(outer.name, name)) outer = outer.outer;
    const depth = (outer?.depth ?? 0) + 1;
    if (this.place.depth + depth > limits.elements || this.made >= limits.made) {
      this.surface.exceed('nesting');
      return false;
    }
    this.flush();
    this.opened = outer;
    this.made += 1;
    const dom = rawElement(this.surface, name, tag.attributes);
    this.put(dom);
    this.tail = null;
    if (kind === 'open') {
      this.opened = { name, dom, outer: this.opened, depth };
      this.own.add(this.opened);
    }
    return true;
  }

  /** The open elements, outermost first. */
  private path(): OpenElement[] {
    const path: OpenElement[] = [];
    for (let at = this.opened; at !== null; at = at.outer) path.unshift(at);
    return path;
  }

  private text(draft: boolean): void {
    const { source, at, opened } = this;
    const isAfterTag = source.charAt(at - 1) === '>' && this.pending === '';
    if (isAfterTag && opened?.name === 'pre' && !opened.dom.firstChild && source[at] === '\n') {
      // HTML drops one line ending after the tag
      this.at += 1;
      return;
    }
    const next = source.indexOf('<', at);
    let end = Math.min(next < 0 ? source.length : next, at + partLength);
    const reference = source.slice(Math.max(at, end - 32), end).lastIndexOf('&');
    if (reference >= 0 && (draft || next !== end)) {
      const start = Math.max(at, end - 32) + reference;
      // the rest of a reference follows later, or is in the next part
      if (/^&#?\w*$/.test(source.slice(start, end)) && (start > at || draft)) end = start;
    }
    this.pending += unescapeReferences(source.slice(at, end));
    this.at = end;
  }

  /** Shows a tag as written; beyond the block's element limit it joins the text around it. */
  private asText(written: string): void {
    if (this.made >= limits.made) {
      this.pending += written;
      return;
    }
    this.flush();
    this.made += 1;
    const code = make('code', 'md-html');
    code.textContent = legible(written);
    this.put(code);
    this.tail = null;
  }

  /** Shows the pending text, in parts whose ends depend on the text alone. */
  private flush(): void {
    const { pending: text, opened } = this;
    this.pending = '';
    for (let at = 0; at < text.length; ) {
      const tail = this.tail ?? this.begin(false);
      const room = partLength - tail.raw.length;
      let end = Math.min(text.length, at + room);
      if (end - at === room && isTrail(text, end)) end -= 1;
      if (end <= at) {
        this.begin(true);
        continue;
      }
      tail.raw += text.slice(at, end);
      setText(tail.node, legible(tail.raw));
      at = end;
    }
    if (opened !== null && opened.dom.dir === '' && /\p{L}/u.test(text)) direct(opened.dom, text);
  }

  /** Starts a growing text; after a long one, in a part that is not laid out while off screen. */
  private begin(isPart: boolean): Tail {
    const node = document.createTextNode('');
    if (isPart) {
      const part = make('span', 'long-text-part');
      part.append(node);
      this.put(part);
    } else this.put(node);
    this.tail = { node, raw: '' };
    return this.tail;
  }

  private put(node: ChildNode): void {
    const { opened } = this;
    (opened?.dom ?? this.place.host).append(node);
    if (opened === null || !this.own.has(opened)) this.roots.push(node);
  }
}
