import { type LinkTarget, normaliseLabel } from './block.ts';
import { maxReach } from './inline.ts';
import { InlineReader } from './reader.ts';
import { isUnfinishedTarget, readInlineTarget, readLabel } from './target.ts';
import type { Bracket } from './tokens.ts';

/** Reads bracket constructs: links, images and footnote calls. */
export class BracketReader extends InlineReader {
  protected open(image: boolean): void {
    const { at, delimiters } = this;
    const bracket: Bracket = {
      image,
      at,
      delimiters: delimiters.length,
      target: null,
      end: '',
      hidden: false,
    };
    this.brackets.push(bracket);
    this.tokens.push({ type: 'bracket', at, bracket });
    this.at += image ? 2 : 1;
  }

  protected close(draft: boolean): void {
    const bracket = this.brackets.at(-1);
    if (!bracket) {
      this.literal(1);
      return;
    }
    if (!bracket.image && this.brackets.length <= this.inactive) {
      this.literal(1);
      this.popBracket();
      return;
    }
    const noteEnd = this.readNote(bracket);
    if (noteEnd > 0) {
      this.at = noteEnd;
      this.popBracket();
      return;
    }
    const found = this.readTarget(bracket);
    if (found) {
      this.closeLink(bracket, found.target, found.end);
      return;
    }
    if (draft && isUnfinishedTarget(this.text, this.at + 1, this.to)) {
      bracket.hidden = true;
      this.block(bracket.at, 2 * maxReach);
      this.to = this.at;
      return;
    }
    this.literal(1);
    this.popBracket();
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
    this.delimiters.truncate(bracket.delimiters);
    this.tokens.push({ type: 'node', at: bracket.at, node: { type: 'note', label: name } });
    return at + 1;
  }

  private dropTokens(bracket: Bracket): void {
    while (this.tokens.length > 0 && (this.tokens.at(-1)?.at ?? -1) >= bracket.at)
      this.tokens.pop();
  }

  private readTarget(bracket: Bracket): { target: LinkTarget; end: number } | null {
    const { text, at, to } = this;
    const after = at + 1;
    if (text.charAt(after) === '(' && after < to) {
      const found = readInlineTarget(text.slice(0, Math.min(to, after + maxReach)), after);
      if (found) return found;
      this.block(bracket.at, 2 * maxReach);
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
    // `[a][b]` with unknown b: `[a]` is no reference, but the following text may be.
    if (text.charAt(after) === '[' && !explicit && !isCollapsed)
      this.block(bracket.at, 2 * maxReach);
    return null;
  }

  private closeLink(bracket: Bracket, target: LinkTarget, end: number): void {
    bracket.target = target;
    bracket.end = this.text.slice(this.at, end);
    this.delimiters.matchInside(bracket.delimiters);
    this.tokens.push({ type: 'end', at: this.at });
    this.at = end;
    if (!bracket.image) this.inactive = this.brackets.length;
    this.popBracket();
  }
}
