import { Delimiters } from './delimiters.ts';
import {
  changeLength,
  formulaLength,
  type Inline,
  maxReach,
  pieceLength,
  type References,
} from './inline.ts';
import { TagPairs } from './pairs.ts';
import { changesScript, isBreakable, isPlainWord, isTrail } from './text/breaks.ts';
import type { Bracket, Checkpoint, Token } from './tokens.ts';

/** Characters after a piece's minimum length in which it ends at a break opportunity. */
const breakWithin = 256;

type Sought = string | RegExp;
/** Returns the next occurrence of a text or a (global) pattern from a position on; infinity if there is none. */
export type Next = (sought: Sought, from: number) => number;

function find(text: string, sought: Sought, from: number): number {
  if (typeof sought === 'string') return text.indexOf(sought, from);
  sought.lastIndex = from;
  return sought.exec(text)?.index ?? -1;
}

/** State of reading the inline content of a block. */
export class InlineReader {
  readonly tokens: Token[] = [];
  readonly delimiters = new Delimiters();
  protected readonly tags = new TagPairs();
  brackets: Bracket[] = [];
  readonly labels = new Set<string>();
  readonly text: string;
  /** End of the text to read. */
  to: number;
  /** Permanent end of the piece; -1 while it continues. */
  protected pieceEnd = -1;
  protected at: number;
  protected readonly from: number;
  protected readonly references: References;
  /** Up to here an unfinished construct may still absorb following text. */
  protected blockedUntil = -1;
  protected checkpoint: Checkpoint;
  /** Number of leading brackets that cannot become links: links do not nest. */
  protected inactive = 0;
  private readonly pieceFrom: number;
  /** Weight of the read content in its piece, beyond its characters. */
  private extra = 0;
  /** Number of leading brackets that are out of reach. */
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

  /** First position that no earlier construct may still reach. */
  private get idleFrom(): number {
    const bracket = this.brackets.at(-1)?.at ?? -maxReach;
    const opener = this.delimiters.last?.at ?? -maxReach;
    const tag = this.tags.waitsFrom;
    return Math.max(this.blockedUntil, bracket + maxReach, opener + maxReach, tag + maxReach) + 1;
  }

  /** The piece found no preferred end: it ends here. */
  protected get isOverdue(): boolean {
    return this.at + this.extra >= this.overdueFrom;
  }

  private get overdueFrom(): number {
    return this.pieceFrom + pieceLength + maxReach;
  }

  /** Whether a construct ends before its piece does: else it would depend on the text received so far. */
  protected fits(end: number): boolean {
    const extra = this.extra + this.changesIn(this.at, end) * changeLength;
    return end + extra < this.overdueFrom;
  }

  /** Drops constructs that are out of reach. */
  protected forgetFar(): void {
    const near = this.at - maxReach;
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

  /** Finds the next occurrence. Positions must increase, so each occurrence is searched once. */
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
    // the whole text was counted
    const extra = this.extra - this.changesIn(at, to) * changeLength;
    this.checkpoint = { at, token: tokens.length - 1, offset: at - from, extra };
  }

  /** Returns the last position in a text before which no reading can change, or -1. */
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

  /** Returns the first position from which on the current piece is long enough to end; -1 if it is not before `to`. */
  private findPieceEnd(from: number, lowest: number, to: number): number {
    const { text } = this;
    const wanted = this.pieceFrom + pieceLength;
    for (let at = from; at < to; at += 1) {
      const over = at + this.extra - wanted;
      if (over >= 0 && at >= lowest) {
        if (isBreakable(text, at)) return at;
        if (over >= breakWithin && !isTrail(text, at)) return at;
      }
      if (over >= maxReach && !isTrail(text, at)) return at;
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
