import { htmlText, type OpenElement, startsLine } from './html-text.ts';
import type { Block } from './parse/block.ts';
import { MarkdownDocument } from './parse/document.ts';
import { beginsSupportedTag } from './parse/html.ts';
import type { Inline, References } from './parse/inline.ts';
import { InlineParser } from './parse/inlines.ts';
import { markLength } from './parse/marks.ts';

/** Parsing steps of a thousand characters between two yields. */
const readingsInOneGo = 20;

/** Extracts the visible text of one document. */
export class TextReader {
  private readonly document = new MarkdownDocument();
  private isBegun = false;
  /** Labels of footnotes in the order of their first calls: only these are shown, at the end. */
  private readonly called = new Set<string>();
  private readonly references: References = {
    definition: (label) => this.document.definitions.get(label),
    note: (label) => this.document.notes.has(label),
  };

  /**
   * Yields the visible text in pieces, so that the caller can yield between them. A piece is empty if only parsing was
   * done.
   */
  *read(text: string): Generator<string, void, void> {
    const { document, called } = this;
    for (let count = 1; !document.read(text, false); count += 1) {
      if (count % readingsInOneGo === 0) yield '';
    }
    yield* this.children(document.root);
    // a footnote may call others
    for (const label of called) {
      const note = document.notes.get(label);
      if (note !== undefined) yield* this.children(note);
    }
    if (document.restAt !== null) yield* this.line([text.slice(document.restAt)]);
  }

  private *line(parts: Iterable<string>): Generator<string, void, void> {
    if (this.isBegun) yield '\n';
    this.isBegun = true;
    yield* parts;
  }

  private *children(container: Block): Generator<string, void, void> {
    const open: OpenElement[] = [];
    for (const child of container.children) yield* this.block(child, open);
  }

  private *block(block: Block, open: OpenElement[]): Generator<string, void, void> {
    const { type, text } = block;
    switch (type) {
      case 'paragraph':
      case 'heading':
        yield* this.line(this.inline(text, markLength(block)));
        return;
      case 'html':
        yield* this.line([
          beginsSupportedTag(block) ? htmlText(text.trim(), open) : text.trimEnd(),
        ]);
        return;
      case 'table':
        for (const cell of block.rows.flat()) yield* this.line(this.inline(cell));
        return;
      case 'code':
      case 'math':
        yield* this.line([text.trimEnd()]);
        return;
      case 'rule':
      // footnotes are shown at the end
      case 'note':
        return;
      default:
        yield* this.children(block);
    }
  }

  private *inline(text: string, from = 0): Generator<string, void, void> {
    const source = text.trimEnd();
    for (let at = from; ; ) {
      const piece = new InlineParser(source, at, this.references).parse(false);
      yield this.textOf(piece.nodes);
      if (!piece.ends || piece.settledAt >= source.length) return;
      at = piece.settledAt;
    }
  }

  private textOf(nodes: readonly Inline[]): string {
    return nodes.map((node) => this.nodeText(node)).join('');
  }

  private nodeText(node: Inline): string {
    switch (node.type) {
      case 'soft':
      case 'hard':
      case 'break':
        return '\n';
      case 'math':
        return node.text.trim();
      case 'note':
        this.called.add(node.label);
        return '';
      case 'image':
        return node.alt;
      case 'element': {
        const { name, attributes, children } = node;
        const text = attributes.alt ?? this.textOf(children);
        if (!startsLine(name)) return text;
        return text === '' ? '\n' : `\n${text}\n`;
      }
      case 'em':
      case 'strong':
      case 'del':
      case 'link':
        return this.textOf(node.children);
      default:
        return node.text;
    }
  }
}
