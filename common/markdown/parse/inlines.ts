import { BracketReader } from './brackets.ts';
import { readDelimiter } from './delimiters.ts';
import { readHtml } from './html.ts';
import { type Html, type Inline, type InlineResult, maxReach, type References } from './inline.ts';
import { dollarPending, type InlineMath, readBackslashMath, readDollarMath } from './math.ts';
import { readTag } from './tags.ts';
import { type Autolink, readMailAddress, readWebAddress, readWwwAddress } from './text/autolink.ts';
import { codeText, isJoined, withoutEnd } from './text/breaks.ts';
import { isAsciiPunctuation, readReference } from './text/characters.ts';
import { equationKey, labelsIn, readReferenceTo, texInLine } from './text/equations.ts';
import { buildTree } from './tree.ts';
import { hideLooseEnds, speculate } from './unfinished.ts';

const special = /[\n\\`*_~[\]!<&$@:]|www\./gi;
const uriAutolink = /<([A-Za-z][A-Za-z0-9.+-]{1,31}:[^\s<>]*)>/y;
const mailAutolink =
  /<([a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*)>/y;

/** Parses the inline content of one block, from a settled position on. CommonMark 6, GFM, math, footnotes. */
export class InlineParser extends BracketReader {
  private readonly searched = new Map<number, number>();

  /** @param pieceFrom start of the piece with `from`: long content is cut by positions */
  constructor(text: string, from: number, references: References, pieceFrom = from) {
    super(text, from, references, pieceFrom);
  }

  /** @param draft more text follows: unfinished constructs are shown as what they will be */
  parse(draft: boolean): InlineResult {
    if (draft) this.to = hideLooseEnds(this.text, this.from, this.to);
    while (this.at < this.to && this.pieceEnd < 0) {
      if (this.isOverdue) this.pieceEnd = this.at;
      else this.step(draft);
    }
    this.delimiters.match();
    const ends = this.pieceEnd >= 0;
    if (draft && !ends) {
      const { to, tokens, brackets, delimiters } = this;
      speculate({ to, tokens, brackets, delimiters: delimiters.open });
      this.tags.speculate();
    } else this.tags.finish(this.at);
    const { nodes, settled, flattened } = buildTree(this.tokens, this.checkpoint, draft && !ends);
    return {
      nodes,
      settled: ends ? nodes.length : settled,
      settledAt: ends ? this.pieceEnd : this.checkpoint.at,
      extra: ends ? 0 : this.checkpoint.extra,
      labels: this.labels,
      ends,
      flattened: flattened || this.tags.isTooDeep,
    };
  }

  private step(draft: boolean): void {
    this.forgetFar();
    const { text, at, to } = this;
    special.lastIndex = at;
    const next = Math.min(special.exec(text)?.index ?? to, to);
    if (next > at) {
      this.addText(at, next);
      this.at = next;
      if (next >= to || this.pieceEnd >= 0) return;
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

  private lineEnd(): void {
    const last = this.tokens.at(-1);
    let isHard = false;
    if (last?.type === 'text') {
      const bare = withoutEnd(last.text, ' \t');
      isHard = last.text.endsWith('  ');
      if (bare !== last.text) this.tokens[this.tokens.length - 1] = { ...last, text: bare };
    }
    let end = this.at + 1;
    while (/[ \t]/.test(this.text.charAt(end))) end += 1;
    if (isHard) this.node({ type: 'hard' }, end);
    else if (this.references.breaks?.()) this.node({ type: 'break' }, end);
    else if (isJoined(this.text, this.at, end)) this.at = end;
    else this.node({ type: 'soft' }, end);
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
      const math = readBackslashMath(text, at, to, this.next);
      if (math && this.fits(math.end)) {
        this.math(math);
        return;
      }
      this.block(at, maxReach);
    }
    if (this.equation()) return;
    if (next !== '' && isAsciiPunctuation(next)) this.literal(2, next);
    else this.literal(1);
  }

  private math({ tex: text, display, end }: InlineMath): void {
    for (const label of labelsIn(text)) this.labels.add(equationKey(label));
    const tex = texInLine(text, display, (label) => this.numberOf(label));
    this.node({ type: 'math', text, display, tex }, end);
  }

  private numberOf = (label: string): string | undefined =>
    this.references.definition(equationKey(label))?.title;

  /** Replaces a reference to an equation of this text (`\eqref{a}`) by its number; false if there is none. */
  private equation(): boolean {
    const found = readReferenceTo(this.text, this.at);
    if (found === null || found.end > this.to) return false;
    this.labels.add(equationKey(found.label));
    const number = this.numberOf(found.label);
    if (number === undefined) return false;
    this.literal(found.end - this.at, found.isBare ? number : `(${number})`);
    return true;
  }

  private code(draft: boolean): void {
    const { text, at, to } = this;
    let start = at;
    while (start < to && text.charAt(start) === '`') start += 1;
    const length = start - at;
    const limit = Math.min(to, at + maxReach);
    let close = text.indexOf('`', Math.max(start, this.searched.get(length) ?? 0));
    while (close >= 0 && close < limit) {
      let end = close;
      while (end < to && text.charAt(end) === '`') end += 1;
      if (end - close === length) {
        if (!this.fits(end)) {
          this.block(at, maxReach);
          this.literal(length);
          return;
        }
        this.node({ type: 'code', text: codeText(text.slice(start, close)) }, end);
        return;
      }
      close = text.indexOf('`', end);
    }
    this.searched.set(length, Math.max(limit - length, start));
    this.block(at, maxReach);
    if (draft && to - at < maxReach && !text.slice(start, to).includes('\n\n')) {
      const rest = text.slice(start, to);
      this.node({ type: 'code', text: codeText(withoutEnd(rest, '`')) }, to);
      return;
    }
    this.literal(length);
  }

  private delimiter(): void {
    const delimiter = readDelimiter(this.text, this.at, this.to);
    this.tokens.push({ type: 'delimiter', at: this.at, delimiter });
    this.at += delimiter.length;
    if (!delimiter.canOpen && !delimiter.canClose) return;
    this.delimiters.push(delimiter);
    if (this.brackets.length === 0 && delimiter.canClose) this.delimiters.match();
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
    const limit = Math.min(to, at + maxReach);
    const end = readHtml(text, at, limit, this.next);
    if (end > 0) {
      const source = text.slice(at, end);
      const html: Html = { type: 'html', text: source, tag: readTag(source), isPaired: false };
      this.tags.read(html, at);
      this.node(html, end);
      return;
    }
    if (/[A-Za-z/!?]/.test(text.charAt(at + 1))) this.block(at, maxReach);
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
    if (math && this.fits(math.end)) {
      this.math(math);
      return;
    }
    this.block(at, dollarPending(text, at));
    this.literal(text.charAt(at + 1) === '$' ? 2 : 1);
  }

  private address(char: string): void {
    const { at } = this;
    // an address in a link's text ends where the text does
    const end = this.brackets.length > 0 ? this.next(']', at) : this.to;
    const text = this.text.slice(0, Math.min(this.to, end, at + maxReach));
    const found =
      char === ':'
        ? readWebAddress(text, at, this.from)
        : char === '@'
          ? readMailAddress(text, at, this.from)
          : readWwwAddress(text, at);
    if (found && this.takeBack(found.start)) this.bareLink(found);
    else this.literal(char === ':' || char === '@' ? 1 : 4);
  }

  /** Removes text or `_` read from a position on; false if something else is there. */
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
    this.delimiters.takeBack(start);
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
}
