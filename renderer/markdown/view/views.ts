import type { Block } from '../parse/block.ts';
import { CodeView } from './code.ts';
import { direct } from './direction.ts';
import { make } from './dom.ts';
import type { Groups } from './groups.ts';
import { InlineView } from './leaf.ts';
import { MathView } from './mathBlock.ts';
import { NoteView } from './note.ts';
import { PlainView } from './plain.ts';
import type { Surface } from './surface.ts';
import { TableView } from './table.ts';
import type { View } from './view.ts';

/** Shows the children of a container. Children that are settled are never looked at again. */
export class Children {
  private readonly surface: Surface;
  private readonly host: HTMLElement;
  /** Where the children stand when they are not in the host itself. */
  private readonly groups: Groups | null;
  private readonly views: View[] = [];
  private settled = 0;

  constructor(surface: Surface, host: HTMLElement, groups: Groups | null = null) {
    this.surface = surface;
    this.host = host;
    this.groups = groups;
  }

  /** @param draft more may come in this container */
  update(block: Block, draft: boolean): void {
    const { surface, groups, views } = this;
    const blocks = block.children;
    const settled = draft ? surface.document.settledChildren(block) : blocks.length;
    for (let index = this.settled; index < blocks.length; index += 1) {
      const child = blocks[index];
      if (!child) break;
      const isDraft = index >= settled;
      const old = views[index];
      if (old?.fits(child)) old.update(child, isDraft);
      else {
        const fresh = createView(surface, child);
        if (old) old.dom.parentNode?.replaceChild(fresh.dom, old.dom);
        else (groups?.of(index) ?? this.host).append(fresh.dom);
        views[index] = fresh;
        fresh.update(child, isDraft);
      }
    }
    for (const extra of views.splice(blocks.length)) extra.dom.remove();
    this.settled = Math.max(this.settled, settled);
    groups?.trim(blocks.length);
    groups?.settle(blocks, settled);
  }
}

function createView(surface: Surface, block: Block): View {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
    case 'html':
    case 'rule':
      return new LeafView(surface, block);
    case 'code':
      return new CodeView(surface, block);
    case 'math':
      return new MathView(surface);
    case 'table':
      return new TableView(surface, block);
    case 'note':
      return new NoteView(surface, block, (host) => new Children(surface, host));
    default:
      return new ContainerView(surface, block);
  }
}

/** Containers in each other from which on there is no room to move in. */
const deep = 16;

class ContainerView implements View {
  readonly dom: HTMLElement;
  private readonly children: Children;
  private readonly key: string;

  constructor(surface: Surface, block: Block) {
    this.key = keyOf(block);
    this.dom = make(containerTag(block), block.depth > deep ? 'md-deep' : '');
    if (block.kind?.ordered && block.kind.start !== 1) {
      this.dom.setAttribute('start', String(block.kind.start));
    }
    this.children = new Children(surface, this.dom);
  }

  fits(block: Block): boolean {
    return keyOf(block) === this.key;
  }

  update(block: Block, draft: boolean): void {
    if (block.type === 'list') this.dom.classList.toggle('md-loose', block.loose);
    this.children.update(block, draft);
    if (block.type === 'item') this.dom.classList.toggle('md-task', isTask(block.children[0]));
  }
}

function containerTag(block: Block): 'ul' | 'ol' | 'li' | 'blockquote' {
  if (block.type === 'item') return 'li';
  if (block.type === 'list') return block.kind?.ordered ? 'ol' : 'ul';
  return 'blockquote';
}

/** Blocks of one key can be shown by one element. */
function keyOf(block: Block): string {
  const { type, kind, level } = block;
  const task = type === 'paragraph' ? taskMark(block) : '';
  return `${type} ${kind?.ordered ?? ''} ${kind?.ordered ? kind.start : ''} ${level ?? ''} ${task}`;
}

/** The box of a task (`[x]`) that a paragraph begins with, empty when it is none. GFM, task list items. */
function taskMark(block: Block): string {
  const { parent, text } = block;
  if (parent?.type !== 'item' || parent.children[0] !== block) return '';
  return /^\[[ xX]\](?=[ \t\n]+\S)/.exec(text)?.[0].toLowerCase() ?? '';
}

function isTask(block: Block | undefined): boolean {
  return block?.type === 'paragraph' && taskMark(block) !== '';
}

/** Headings begin below the conversation's title (h2) and are no larger than an answer can bear. */
function leafTag({ type, level = 1 }: Block): 'p' | 'hr' | 'h3' | 'h4' | 'h5' | 'h6' {
  if (type === 'rule') return 'hr';
  if (type !== 'heading') return 'p';
  return (['h3', 'h4', 'h5', 'h6'] as const)[Math.min(level, 4) - 1] ?? 'h6';
}

class LeafView implements View {
  readonly dom: HTMLElement;
  private readonly key: string;
  private readonly content: InlineView;
  private readonly raw: PlainView | null;
  private readonly surface: Surface;
  private isPlaced = false;

  constructor(surface: Surface, block: Block) {
    this.surface = surface;
    this.key = keyOf(block);
    this.dom = make(leafTag(block), block.type === 'html' ? 'md-html-block' : '');
    if (block.type === 'heading') this.dom.classList.add(`md-h${block.level}`);
    const mark = block.type === 'paragraph' ? taskMark(block) : '';
    this.raw = block.type === 'html' ? new PlainView(this.dom) : null;
    if (mark !== '') {
      const box = make('input');
      box.type = 'checkbox';
      box.disabled = true;
      box.defaultChecked = mark === '[x]';
      box.setAttribute('aria-label', surface.words[mark === '[x]' ? 'done' : 'open']);
      box.dataset.name = mark === '[x]' ? 'done' : 'open';
      this.dom.append(box);
    }
    this.content = new InlineView(surface, this.dom, mark.length === 0 ? 0 : 4);
  }

  fits(block: Block): boolean {
    return keyOf(block) === this.key;
  }

  update(block: Block, draft: boolean): void {
    if (block.type === 'heading' && !this.isPlaced) {
      this.isPlaced = true;
      this.surface.outline.place(this.dom, block.level ?? 1);
    }
    if (this.raw) {
      direct(this.dom, block.text);
      if (!this.raw.update(block.text.trimEnd())) this.surface.later(this.raw);
    } else if (block.type !== 'rule') {
      const isDefinition = draft && block.type === 'paragraph' && /^\[[^\]]*\]:/.test(block.text);
      this.content.update(isDefinition ? '' : block.text, draft);
    }
  }
}
