import { Delimiters } from './delimiters.ts';
import {
  changeLength,
  formulaLength,
  type Inline,
  pieceLength,
  type References,
  reach,
} from './inline.ts';
import { TagPairs } from './pairs.ts';
import { changesScript, isBreakable, isPlainWord, isTrail } from './text/breaks.ts';
import type { Bracket, Checkpoint, Token } from './tokens.ts';

/** Characters after the length of a piece in which it ends at a place where text may be cut. */
const breakWithin = 256;

type Sought = string | RegExp;
/** Where a text or a (global) pattern next occurs from a place on; infinity for nowhere. */
export type Next = (sought: Sought, from: number) => number;

function find(text: string, sought: Sought, from: number): number {
  if (typeof sought === 'string') return text.indexOf(sought, from);
  sought.lastIndex = from;
  return sought.exec(text)?.index ?? -1;
}

/** Where reading the inline content of a block has come to, and what was found on the way. */
export class InlineReader {
  readonly tokens: Token[] = [];
  readonly delimiters = new Delimiters();
  protected readonly tags = new TagPairs();
  brackets: Bracket[] = [];
  readonly labels = new Set<string>();
  readonly text: string;
  /** The end of what is read. */
  to: number;
  /** Where the piece ends for good; -1 while it goes on. */
  protected pieceEnd = -1;
  protected at: number;
  protected readonly from: number;
  protected readonly references: References;
  /** Up to here something unfinished may still swallow what follows. */
  protected blockedUntil = -1;
  protected checkpoint: Checkpoint;
  /** How many of the brackets, from the first, cannot become links: links do not nest. */
  protected inactive = 0;
  private readonly pieceFrom: number;
  /** What was read counts for in its piece beside its characters. */
  private extra = 0;
  /** How many of the brackets, from the first, are out of reach. */
  private far = 0;
  private readonly places = new Map<Sought, { readonly from: number; readonly at: number }>();

  constructor(text: string, from: number, references: References, pieceFrom: number) {
    this.text = text;
    this.from = from;
    this.at = from;
    this.to = text.length;
    this.references = references;
    this.pieceFrom = pieceFrom;
    this.checkpoint = { at: from, token: 0, offset: 0, extra: 0 };
  }

  /** The first place beyond which nothing that began before may still reach. */
  private get idleFrom(): number {
    const bracket = this.brackets.at(-1)?.at ?? -reach;
    const opener = this.delimiters.last?.at ?? -reach;
    const tag = this.tags.waitsFrom;
    return Math.max(this.blockedUntil, bracket + reach, opener + reach, tag + reach) + 1;
  }

  /** The piece has no end where one would be welcome: it ends here. */
  protected get isOverdue(): boolean {
    return this.at + this.extra >= this.overdueFrom;
  }

  private get overdueFrom(): number {
    return this.pieceFrom + pieceLength + reach;
  }

  /** Whether what begins here and ends there is over before its piece is: else it would depend on what has come yet. */
  protected fits(end: number): boolean {
    const extra = this.extra + this.changesIn(this.at, end) * changeLength;
    return end + extra < this.overdueFrom;
  }

  /** What is out of reach waits no longer. */
  protected forgetFar(): void {
    const near = this.at - reach;
    this.tags.forget(this.at);
    while (this.far < this.brackets.length && (this.brackets[this.far]?.at ?? near) < near) {
      this.far += 1;
    }
    if (this.far === 0 || this.far < this.brackets.length) return;
    this.brackets = [];
    this.far = 0;
    this.inactive = 0;
    this.delimiters.match();
  }

  protected popBracket(): void {
    this.brackets.pop();
    this.far = Math.min(this.far, this.brackets.length);
    this.inactive = Math.min(this.inactive, this.brackets.length);
    if (this.brackets.length === 0) this.delimiters.match();
  }

  /** Where something next occurs. Places are asked for in their order, so each is looked for once. */
  protected readonly next: Next = (sought, from) => {
    const known = this.places.get(sought);
    if (known && known.from <= from && from <= known.at) return known.at;
    const found = find(this.text, sought, from);
    const at = found < 0 ? Number.POSITIVE_INFINITY : found;
    this.places.set(sought, { from, at });
    return at;
  };

  protected addText(from: number, to: number): void {
    const { text, tokens, idleFrom } = this;
    const end = this.findPieceEnd(from, Math.max(from + 1, idleFrom), to);
    if (end >= 0) {
      tokens.push({ type: 'text', at: from, text: text.slice(from, end) });
      this.pieceEnd = end;
      return;
    }
    tokens.push({ type: 'text', at: from, text: text.slice(from, to) });
    const at = to < idleFrom ? -1 : this.lastSettled(from, to);
    if (at < 0) return;
    // all of the text has been counted
    const extra = this.extra - this.changesIn(at, to) * changeLength;
    this.checkpoint = { at, token: tokens.length - 1, offset: at - from, extra };
  }

  /** The last place in a text before which nothing will be read as anything else, or -1. */
  private lastSettled(from: number, to: number): number {
    const { text, idleFrom } = this;
    const lowest = Math.max(from + 1, to - 300, idleFrom);
    for (let at = to - 1; at >= lowest; at -= 1) if (isBreakable(text, at)) return at;
    const at = to - 100;
    return at > from + 200 && at >= idleFrom && isPlainWord(text, this.checkpoint.at, at) ? at : -1;
  }

  private changesIn(from: number, to: number): number {
    let count = 0;
    for (let at = from; at < to; at += 1) if (changesScript(this.text, at)) count += 1;
    return count;
  }

  /** The first place in reach of a piece's length at which it may end, or -1: then all of the text is counted. */
  private findPieceEnd(from: number, lowest: number, to: number): number {
    const { text } = this;
    const wanted = this.pieceFrom + pieceLength;
    for (let at = from; at < to; at += 1) {
      const over = at + this.extra - wanted;
      if (over >= 0 && at >= lowest) {
        if (isBreakable(text, at)) return at;
        if (over >= breakWithin && !isTrail(text, at)) return at;
      }
      if (over >= reach && !isTrail(text, at)) return at;
      if (changesScript(text, at)) this.extra += changeLength;
    }
    return -1;
  }

  protected literal(length: number, value?: string): void {
    const text = value ?? this.text.slice(this.at, this.at + length);
    this.tokens.push({ type: 'text', at: this.at, text });
    this.at += length;
  }

  protected node(node: Inline, end: number): void {
    this.tokens.push({ type: 'node', at: this.at, node });
    if (node.type === 'math') this.extra += formulaLength;
    this.at = end;
  }

  protected block(at: number, length: number): void {
    this.blockedUntil = Math.max(this.blockedUntil, at + length);
  }
}
