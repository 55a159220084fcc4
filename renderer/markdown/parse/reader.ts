import { isBreakable, isTrail } from './breaks.ts';
import { type Delimiter, matchDelimiters } from './delimiters.ts';
import { type Inline, type References, reach } from './inline.ts';
import type { Bracket, Checkpoint, Token } from './tokens.ts';

/** Where reading the inline content of a block has come to, and what was found on the way. */
export class InlineReader {
  readonly tokens: Token[] = [];
  delimiters: Delimiter[] = [];
  brackets: Bracket[] = [];
  readonly labels = new Set<string>();
  readonly text: string;
  /** The end of what is read. */
  to: number;
  protected at: number;
  protected readonly from: number;
  protected readonly references: References;
  /** Up to here something unfinished may still swallow what follows. */
  protected blockedUntil = -1;
  protected deferredFrom = -1;
  protected checkpoint: Checkpoint;

  constructor(text: string, from: number, references: References) {
    this.text = text;
    this.from = from;
    this.at = from;
    this.to = text.length;
    this.references = references;
    this.checkpoint = { at: from, token: 0, offset: 0 };
  }

  /** Nothing that began before `place` may still reach beyond it. */
  private isIdle(place: number): boolean {
    const near = place - reach;
    return (
      place > this.blockedUntil &&
      !this.brackets.some((bracket) => bracket.at >= near) &&
      !this.delimiters.some(({ active, canOpen, at }) => active && canOpen && at >= near)
    );
  }

  protected addText(from: number, to: number): void {
    const { text } = this;
    this.tokens.push({ type: 'text', at: from, text: text.slice(from, to) });
    if (!this.isIdle(to)) return;
    const token = this.tokens.length - 1;
    const lowest = Math.max(from + 1, to - 300);
    for (let at = to - 1; at >= lowest; at -= 1) {
      if (!isBreakable(text, at)) continue;
      this.checkpoint = { at, token, offset: at - from };
      return;
    }
    const at = to - 100;
    if (at > from + 200 && !isTrail(text, at)) this.checkpoint = { at, token, offset: at - from };
  }

  protected literal(length: number, value?: string): void {
    const text = value ?? this.text.slice(this.at, this.at + length);
    this.tokens.push({ type: 'text', at: this.at, text });
    this.at += length;
  }

  protected node(node: Inline, end: number): void {
    this.tokens.push({ type: 'node', at: this.at, node });
    this.at = end;
  }

  /** Matches the delimiters at the top level and keeps those that may still open something. */
  protected match(from = this.deferredFrom < 0 ? this.delimiters.length : this.deferredFrom): void {
    matchDelimiters(this.delimiters, from, 0);
    this.deferredFrom = -1;
    const near = this.at - reach;
    this.delimiters = this.delimiters.filter(
      ({ active, canOpen, at }) => active && canOpen && at >= near,
    );
  }

  protected block(at: number, length: number): void {
    this.blockedUntil = Math.max(this.blockedUntil, at + length);
  }
}
