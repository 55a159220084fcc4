import { type Autolink, readMailAddress, readWebAddress, readWwwAddress } from './autolink.ts';
import { type LinkTarget, normaliseLabel } from './block.ts';
import { codeText, isBreakable, isJoined, isTrail } from './breaks.ts';
import { isAsciiPunctuation, readReference } from './characters.ts';
import { type Delimiter, matchDelimiters, readDelimiter } from './delimiters.ts';
import { hideLooseEnds, speculate } from './drafts.ts';
import { inlineHtml } from './html.ts';
import { type Inline, type InlineResult, type References, reach } from './inline.ts';
import { dollarPending, readBackslashMath, readDollarMath } from './math.ts';
import { cutAtBracket, isUnfinishedTarget, readInlineTarget, readLabel } from './target.ts';
import type { Bracket, Checkpoint, Token } from './tokens.ts';
import { buildTree } from './tree.ts';

const special = /[\n\\`*_~[\]!<&$@:]|www\./gi;
const uriAutolink = /<([A-Za-z][A-Za-z0-9.+-]{1,31}:[^\s<>]*)>/y;
const mailAutolink =
  /<([a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*)>/y;

/** Parses the inline content of one block, from a settled place on. CommonMark 6, GFM, math, footnotes. */
export class InlineParser {
  readonly tokens: Token[] = [];
  delimiters: Delimiter[] = [];
  brackets: Bracket[] = [];
  readonly labels = new Set<string>();
  readonly text: string;
  /** The end of what is read. */
  to: number;
  private at: number;
  private readonly from: number;
  private readonly references: References;
  /** Up to here something unfinished may still swallow what follows. */
  private blockedUntil = -1;
  private deferredFrom = -1;
  private checkpoint: Checkpoint;
  private readonly searched = new Map<number, number>();

  constructor(text: string, from: number, references: References) {
    this.text = text;
    this.from = from;
    this.at = from;
    this.to = text.length;
    this.references = references;
    this.checkpoint = { at: from, token: 0, offset: 0 };
  }

  /** @param draft more text is coming: unfinished constructs are shown for what they will be */
  parse(draft: boolean): InlineResult {
    if (draft) this.to = hideLooseEnds(this.text, this.from, this.to);
    while (this.at < this.to) this.step(draft);
    this.match();
    if (draft) speculate(this);
    return {
      ...buildTree(this.tokens, this.checkpoint),
      settledAt: this.checkpoint.at,
      labels: this.labels,
    };
  }

  private step(draft: boolean): void {
    const { text, at, to } = this;
    special.lastIndex = at;
    const next = Math.min(special.exec(text)?.index ?? to, to);
    if (next > at) {
      this.addText(at, next);
      this.at = next;
      if (next >= to) return;
    }
    const char = text.charAt(next);
    if (char === '\n') this.lineEnd();
    else if (char === '\\') this.backslash();
    else if (char === '`') this.code(draft);
    else if (char === '*' || char === '_' || char === '~') this.delimiter();
    else if (char === '[') this.open(false);
    else if (char === '!') {
      if (text.charAt(next + 1) === '[' && next + 1 < to) this.open(true);
      else this.literal(1);
    } else if (char === ']') this.close(draft);
    else if (char === '<') this.angle();
    else if (char === '&') this.reference();
    else if (char === '$') this.dollar();
    else this.address(char);
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

  private addText(from: number, to: number): void {
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

  private literal(length: number, value?: string): void {
    const text = value ?? this.text.slice(this.at, this.at + length);
    this.tokens.push({ type: 'text', at: this.at, text });
    this.at += length;
  }

  private node(node: Inline, end: number): void {
    this.tokens.push({ type: 'node', at: this.at, node });
    this.at = end;
  }

  private lineEnd(): void {
    const last = this.tokens.at(-1);
    let isHard = false;
    if (last?.type === 'text') {
      const bare = last.text.replace(/[ \t]+$/, '');
      isHard = last.text.endsWith('  ');
      if (bare !== last.text) this.tokens[this.tokens.length - 1] = { ...last, text: bare };
    }
    let end = this.at + 1;
    while (/[ \t]/.test(this.text.charAt(end))) end += 1;
    if (!isHard && isJoined(this.text, this.at, end)) this.at = end;
    else this.node({ type: isHard ? 'hard' : 'soft' }, end);
  }

  private backslash(): void {
    const { text, at, to } = this;
    const next = at + 1 < to ? text.charAt(at + 1) : '';
    if (next === '\n') {
      let end = at + 2;
      while (/[ \t]/.test(text.charAt(end))) end += 1;
      this.node({ type: 'hard' }, end);
      return;
    }
    if (next === '(' || next === '[') {
      const math = readBackslashMath(text, at, to);
      if (math) {
        this.node({ type: 'math', text: math.tex, display: math.display }, math.end);
        return;
      }
      this.block(at, reach);
    }
    if (next !== '' && isAsciiPunctuation(next)) this.literal(2, next);
    else this.literal(1);
  }

  private code(draft: boolean): void {
    const { text, at, to } = this;
    let start = at;
    while (start < to && text.charAt(start) === '`') start += 1;
    const length = start - at;
    const limit = Math.min(to, at + reach);
    let close = text.indexOf('`', Math.max(start, this.searched.get(length) ?? 0));
    while (close >= 0 && close < limit) {
      let end = close;
      while (end < to && text.charAt(end) === '`') end += 1;
      if (end - close === length) {
        this.node({ type: 'code', text: codeText(text.slice(start, close)) }, end);
        return;
      }
      close = text.indexOf('`', end);
    }
    this.searched.set(length, Math.max(limit - length, start));
    this.block(at, reach);
    if (draft && to - at < reach && !text.slice(start, to).includes('\n\n')) {
      const rest = text.slice(start, to);
      this.node({ type: 'code', text: codeText(`${rest.replace(/`+$/, '')}`) }, to);
      return;
    }
    this.literal(length);
  }

  private delimiter(): void {
    const delimiter = readDelimiter(this.text, this.at, this.to);
    this.tokens.push({ type: 'delimiter', at: this.at, delimiter });
    this.at += delimiter.length;
    if (!delimiter.active) return;
    this.delimiters.push(delimiter);
    const index = this.delimiters.length - 1;
    if (this.brackets.length > 0) {
      if (this.deferredFrom < 0) this.deferredFrom = index;
    } else if (delimiter.canClose) this.match(index);
  }

  /** Matches the delimiters at the top level and keeps those that may still open something. */
  private match(from = this.deferredFrom < 0 ? this.delimiters.length : this.deferredFrom): void {
    matchDelimiters(this.delimiters, from, 0);
    this.deferredFrom = -1;
    const near = this.at - reach;
    this.delimiters = this.delimiters.filter(
      ({ active, canOpen, at }) => active && canOpen && at >= near,
    );
  }

  private open(image: boolean): void {
    const near = this.at - reach;
    if (this.brackets.length > 0 && this.brackets.every(({ at }) => at < near)) {
      this.brackets = [];
      this.match();
    }
    const { at, delimiters } = this;
    const bracket: Bracket = {
      image,
      at,
      delimiters: delimiters.length,
      active: true,
      target: null,
      hidden: false,
    };
    this.brackets.push(bracket);
    this.tokens.push({ type: 'bracket', at, bracket });
    this.at += image ? 2 : 1;
  }

  private close(draft: boolean): void {
    const bracket = this.brackets.at(-1);
    if (!bracket) {
      this.literal(1);
      return;
    }
    const isNear = bracket.at >= this.at - reach;
    if (!bracket.active || !isNear) {
      this.brackets.pop();
      this.literal(1);
      if (this.brackets.length === 0) this.match();
      return;
    }
    const noteEnd = this.readNote(bracket);
    if (noteEnd > 0) {
      this.at = noteEnd;
      this.pop();
      return;
    }
    const found = this.readTarget(bracket);
    if (found) {
      this.closeLink(bracket, found.target, found.end);
      return;
    }
    if (draft && isUnfinishedTarget(this.text, this.at + 1, this.to)) {
      bracket.hidden = true;
      this.block(bracket.at, 2 * reach);
      this.to = this.at;
      return;
    }
    this.literal(1);
    this.pop();
  }

  private pop(): void {
    this.brackets.pop();
    if (this.brackets.length === 0) this.match();
  }

  /** A footnote's call, `[^label]`; returns its end, or 0. */
  private readNote(bracket: Bracket): number {
    const { text, at } = this;
    const start = bracket.at + (bracket.image ? 2 : 1);
    if (text.charAt(start) !== '^') return 0;
    const label = text.slice(start + 1, at);
    if (label === '' || label.length > 999 || /[\s[\]]/.test(label)) return 0;
    const name = normaliseLabel(label);
    this.labels.add(`^${name}`);
    if (!this.references.note(name)) return 0;
    this.dropTokens(bracket);
    if (bracket.image) this.tokens.push({ type: 'text', at: bracket.at, text: '!' });
    this.delimiters.length = bracket.delimiters;
    this.tokens.push({ type: 'node', at: bracket.at, node: { type: 'note', label: name } });
    return at + 1;
  }

  private dropTokens(bracket: Bracket): void {
    while (this.tokens.length > 0 && (this.tokens.at(-1)?.at ?? -1) >= bracket.at)
      this.tokens.pop();
    if (this.deferredFrom >= bracket.delimiters) this.deferredFrom = -1;
  }

  private readTarget(bracket: Bracket): { target: LinkTarget; end: number } | null {
    const { text, at, to } = this;
    const after = at + 1;
    if (text.charAt(after) === '(' && after < to) {
      const found = readInlineTarget(text.slice(0, Math.min(to, after + reach)), after);
      if (found) return found;
      this.block(bracket.at, 2 * reach);
    }
    const start = bracket.at + (bracket.image ? 2 : 1);
    const explicit = text.charAt(after) === '[' ? readLabel(text.slice(0, to), after) : null;
    const isCollapsed = text.startsWith('[]', after) && after + 1 < to;
    const own = text.slice(start, at);
    const label = explicit?.value ?? own;
    if (label.length > 999 || (!explicit && /(?:^|[^\\])\[/.test(own))) return null;
    if (label.trim() === '') return null;
    const name = normaliseLabel(label);
    this.labels.add(name);
    const target = this.references.definition(name);
    const end = explicit?.end ?? (isCollapsed ? after + 2 : after);
    if (target) return { target, end };
    // `[a][b]` with b unknown: `[a]` is no reference of its own, what follows may be.
    if (text.charAt(after) === '[' && !explicit && !isCollapsed) this.block(bracket.at, 2 * reach);
    return null;
  }

  private closeLink(bracket: Bracket, target: LinkTarget, end: number): void {
    bracket.target = target;
    matchDelimiters(this.delimiters, bracket.delimiters, bracket.delimiters);
    this.delimiters.length = bracket.delimiters;
    if (this.deferredFrom >= bracket.delimiters) this.deferredFrom = -1;
    this.tokens.push({ type: 'end', at: this.at });
    this.at = end;
    if (!bracket.image) for (const other of this.brackets) if (!other.image) other.active = false;
    this.pop();
  }

  private angle(): void {
    const { text, at, to } = this;
    for (const [pattern, scheme] of [
      [uriAutolink, ''],
      [mailAutolink, 'mailto:'],
    ] as const) {
      pattern.lastIndex = at;
      const found = pattern.exec(text);
      if (found?.[1] === undefined || at + found[0].length > to) continue;
      const target = { href: scheme + found[1], title: '' };
      const children: Inline[] = [{ type: 'text', text: found[1] }];
      this.node({ type: 'link', target, children }, at + found[0].length);
      return;
    }
    inlineHtml.lastIndex = at;
    const html = inlineHtml.exec(text.slice(0, Math.min(to, at + reach)))?.[0];
    if (html !== undefined) {
      this.node({ type: 'html', text: html }, at + html.length);
      return;
    }
    if (/[A-Za-z/!?]/.test(text.charAt(at + 1))) this.block(at, reach);
    this.literal(1);
  }

  private reference(): void {
    const found = readReference(this.text, this.at);
    if (found && found.end <= this.to) this.literal(found.end - this.at, found.value);
    else this.literal(1);
  }

  private dollar(): void {
    const { text, at, to } = this;
    const math = readDollarMath(text, at, to);
    if (math) {
      this.node({ type: 'math', text: math.tex, display: math.display }, math.end);
      return;
    }
    this.block(at, dollarPending(text, at));
    this.literal(text.charAt(at + 1) === '$' ? 2 : 1);
  }

  private address(char: string): void {
    const { at } = this;
    const whole = this.to < this.text.length ? this.text.slice(0, this.to) : this.text;
    const isInBrackets = this.brackets.length > 0;
    const text = isInBrackets ? cutAtBracket(whole, at) : whole;
    const found =
      char === ':'
        ? readWebAddress(text, at, this.from)
        : char === '@'
          ? readMailAddress(text, at, this.from)
          : readWwwAddress(text, at);
    if (found && this.takeBack(found.start)) this.bareLink(found);
    else this.literal(char === ':' || char === '@' ? 1 : 4);
  }

  /** Takes back what was read as text or `_` from a place on; false when something else is there. */
  private takeBack(start: number): boolean {
    let index = this.tokens.length;
    while (index > 0) {
      const token = this.tokens[index - 1];
      if (!token || (this.tokens[index]?.at ?? this.at) <= start) break;
      const isLoose =
        token.type === 'delimiter' && token.delimiter.closes === 0 && token.delimiter.char === '_';
      if (token.type !== 'text' && !isLoose) return false;
      if (
        token.type === 'text' &&
        this.text.slice(token.at, token.at + token.text.length) !== token.text
      )
        return false;
      index -= 1;
      if (token.at <= start) break;
    }
    const first = this.tokens[index];
    this.tokens.length = index;
    while ((this.delimiters.at(-1)?.at ?? -1) >= start) this.delimiters.pop();
    if (this.deferredFrom >= this.delimiters.length) this.deferredFrom = -1;
    if (first?.type === 'text' && first.at < start) {
      this.tokens.push({ ...first, text: this.text.slice(first.at, start) });
    }
    return true;
  }

  private bareLink({ start, end, href }: Autolink): void {
    const children: Inline[] = [{ type: 'text', text: this.text.slice(start, end) }];
    const node: Inline = { type: 'link', target: { href, title: '' }, children };
    this.tokens.push({ type: 'node', at: start, node, bare: true });
    this.at = end;
  }

  private block(at: number, length: number): void {
    this.blockedUntil = Math.max(this.blockedUntil, at + length);
  }
}
