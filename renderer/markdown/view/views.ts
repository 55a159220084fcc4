import type { Block } from '../../../common/markdown/parse/block.ts';
import { beginsSupportedTag } from '../../../common/markdown/parse/html.ts';
import { limits } from '../../../common/markdown/parse/limits.ts';
import { readAlert } from '../../../common/markdown/parse/marks.ts';
import { isTask, keyOf, LeafView } from './block.ts';
import { CodeView } from './code.ts';
import { direct } from './direction.ts';
import { make } from './dom.ts';
import type { Groups } from './groups.ts';
import { HtmlView, type OpenElement, type Place } from './html/html.ts';
import { setLabel } from './labels.ts';
import { MathView } from './math/mathBlock.ts';
import { NoteView } from './note.ts';
import type { Surface } from './surface.ts';
import { TableView } from './table.ts';
import type { View } from './view.ts';

/** Shows the children of a container. Settled children are never examined again. */
export class Children {
  private readonly surface: Surface;
  private readonly host: HTMLElement;
  /** Parent of the children if they are not in the host itself. */
  private readonly groups: Groups | null;
  /** Number of raw HTML elements around the host. */
  private readonly depth: number;
  private readonly views: View[] = [];
  /** For each child, the raw HTML element open after it. */
  private readonly opened: (OpenElement | null)[] = [];
  /** Number of children up to each that are in such an element. */
  private readonly enclosed: number[] = [];
  private settled = 0;

  constructor(surface: Surface, host: HTMLElement, groups: Groups | null = null, depth = 0) {
    this.surface = surface;
    this.host = host;
    this.groups = groups;
    this.depth = depth;
  }

  /** @param draft more may follow in this container */
  update(block: Block, draft: boolean): void {
    const { surface, groups, opened, enclosed } = this;
    const blocks = block.children;
    const settled = draft ? surface.document.settledChildren(block) : blocks.length;
    for (let index = this.settled; index < blocks.length; index += 1) {
      const child = blocks[index];
      if (!child) break;
      const isDraft = index >= settled;
      const view = this.viewFor(child, index);
      view.update(child, isDraft);
      const around = this.openBehind(index - 1);
      enclosed[index] = (enclosed[index - 1] ?? 0) + (around === null ? 0 : 1);
      const behind = view instanceof HtmlView ? view.opened : around;
      // children of a replaced element are created again
      if (behind !== opened[index]) this.drop(index + 1);
      opened[index] = behind;
      if (!isDraft && groups !== null && behind !== null) groups.settleAlone(child, view.dom);
    }
    this.drop(blocks.length);
    this.settled = Math.max(this.settled, settled);
    groups?.trim(blocks.length);
    groups?.settle(blocks, settled, (index) => !opened[index] && !this.openBehind(index - 1));
  }

  /** Returns the raw HTML element for content after a child. */
  private openBehind(index: number): OpenElement | null {
    const isFull = (this.enclosed[index] ?? 0) >= limits.enclosed;
    if (isFull) return null;
    const view = this.views[index];
    return view instanceof HtmlView ? view.opened : (this.opened[index] ?? null);
  }

  private viewFor(child: Block, index: number): View {
    const { views } = this;
    const old = views[index];
    if (old?.fits(child)) return old;
    const isFull = (this.enclosed[index - 1] ?? 0) >= limits.enclosed;
    const isDrawable = beginsSupportedTag(child);
    if (isFull && isDrawable) this.surface.exceed('nesting');
    const isMarkup = old instanceof HtmlView || (isDrawable && !isFull);
    if (isMarkup) this.drop(index);
    const opened = this.openBehind(index - 1);
    const host = this.groups?.of(index) ?? this.host;
    const place = { host, opened, depth: this.depth };
    const fresh =
      isMarkup && isDrawable ? new HtmlView(this.surface, place) : this.create(child, place);
    if (!(fresh instanceof HtmlView)) {
      if (old && !isMarkup) old.dom.parentNode?.replaceChild(fresh.dom, old.dom);
      else (opened?.dom ?? host).append(fresh.dom);
    }
    views[index] = fresh;
    return fresh;
  }

  private create(child: Block, { opened }: Place): View {
    return createView(this.surface, child, this.depth + (opened?.depth ?? 0));
  }

  /** Removes the children from an index on. */
  private drop(index: number): void {
    for (const extra of this.views.splice(index).reverse()) {
      if (extra.remove) extra.remove();
      else extra.dom.remove();
    }
    this.opened.splice(index);
    this.enclosed.splice(index);
  }
}

/** @param depth raw HTML elements around it */
function createView(surface: Surface, block: Block, depth: number): View {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
    case 'html':
    case 'rule':
      return new LeafView(surface, block, beginsSupportedTag(block));
    case 'code':
      return new CodeView(surface, block);
    case 'math':
      return new MathView(surface);
    case 'table':
      return new TableView(surface, block);
    case 'note':
      return new NoteView(surface, block, (host) => new Children(surface, host, null, depth));
    default:
      return new ContainerView(surface, block, depth);
  }
}

/** Nesting of containers from which on indents leave no room. */
const deep = 16;

class ContainerView implements View {
  readonly dom: HTMLElement;
  private readonly children: Children;
  private readonly key: string;

  constructor(surface: Surface, block: Block, depth: number) {
    this.key = keyOf(block);
    this.dom = make(containerTag(block), block.depth > deep ? 'md-deep' : '');
    if (block.kind?.ordered && block.kind.start !== 1) {
      this.dom.setAttribute('start', String(block.kind.start));
    }
    const alert = readAlert(block);
    if (alert !== null) {
      this.dom.classList.add('md-alert', `md-alert-${alert.kind}`);
      const title = make('p', 'md-alert-title');
      setLabel(title, surface.words, `${alert.kind}Alert`);
      this.dom.append(title);
    }
    this.children = new Children(surface, this.dom, null, depth);
  }

  fits(block: Block): boolean {
    return keyOf(block) === this.key;
  }

  update(block: Block, draft: boolean): void {
    // item marks, and the line beside a quote, are on the side where its text begins
    direct(this.dom, firstText(block));
    if (block.type === 'list') this.dom.classList.toggle('md-loose', block.loose);
    this.children.update(block, draft);
    if (block.type === 'item') this.dom.classList.toggle('md-task', isTask(block.children[0]));
  }
}

/** Returns the first text of a container. */
function firstText(container: Block): string {
  let block = container;
  for (let first = block.children[0]; first !== undefined; first = block.children[0]) block = first;
  return (block.rows[0]?.join(' ') ?? block.text).slice(0, 1_000);
}

function containerTag(block: Block): 'ul' | 'ol' | 'li' | 'blockquote' {
  if (block.type === 'item') return 'li';
  if (block.type === 'list') return block.kind?.ordered ? 'ol' : 'ul';
  return 'blockquote';
}
