import { joinPieces, type Piece } from './text.ts';

/** Part of a range of names: values between the texts, from one to another. */
interface Values {
  readonly from: string;
  readonly to: string;
}

/** Names such as `r[1-2]n[01,03-05]`: texts, and the values between them. */
export type Pattern = readonly (string | readonly Values[])[];

export interface FoundRange {
  readonly pattern: Pattern;
  /** Number of pieces. */
  readonly length: number;
}

const number = /^\d{1,9}$/;
const sign = /^[a-z]$/;
const brackets: Readonly<Record<string, string>> = { '[': ']', '{': '}', '(': ')' };
const mostGroups = 8;
/** Characters that make a number after a name a date or a time. */
const ofTime = /^[月日時年分:%/]/;
const between = new Set(['~', '–', '-', '→', 'から', 'to', 'through', 'bis', '至', '到']);

/** Returns the range that begins at a piece, or null. */
export function rangeAt(pieces: readonly Piece[], at: number): FoundRange | null {
  return inBrackets(pieces, at) ?? fromTo(pieces, at);
}

/** `node[01-03]`, `r[1-2]n[01,03-05]`, `node{1..4}.example.org` */
function inBrackets(pieces: readonly Piece[], at: number): FoundRange | null {
  const pattern: (string | Values[])[] = [];
  let text = '';
  let groups = 0;
  let next = at;
  for (; ; next++) {
    const piece = pieces[next];
    const closing = brackets[piece?.text ?? ''];
    if (piece !== undefined && closing !== undefined && (text !== '' || groups > 0)) {
      const group = listIn(pieces, next + 1, closing);
      if (group === null || groups === mostGroups) break;
      pattern.push(text, group.values);
      text = '';
      groups++;
      next = group.last;
      continue;
    }
    const isPart = piece?.word === true || /^[._-]$/.test(piece?.text ?? '');
    // after brackets the sentence continues right beside the name
    if (piece === undefined || !isPart || (groups > 0 && piece.unspaced)) break;
    if (groups === 0 && next - at > 8) break;
    text += piece.text;
  }
  if (groups === 0) return null;
  // a full stop, or a dash, at the end
  pattern.push(text.replace(/[._-]$/, ''));
  return { pattern, length: next - at };
}

function listIn(pieces: readonly Piece[], from: number, closing: string) {
  let text = '';
  let last = from;
  for (; last < from + 400; last++) {
    const piece = pieces[last];
    if (piece === undefined) return null;
    if (piece.text === closing) break;
    text += piece.text;
  }
  const values: Values[] = [];
  for (const item of text.split(/[,、]/)) {
    const [first = '', end = first, ...others] = item.trim().split(/ ?(?:-|–|~|\.\.) ?/);
    const numbers = number.test(first) && number.test(end) && Number(first) <= Number(end);
    const signs = sign.test(first) && sign.test(end) && first <= end;
    if (others.length > 0 || !(numbers || signs)) return null;
    values.push({ from: first, to: end });
  }
  return pieces[last]?.text === closing ? { values, last } : null;
}

/** `node01-node03`, `node01-03`, `node01〜node03`, `node01 から node03` */
function fromTo(pieces: readonly Piece[], at: number): FoundRange | null {
  const piece = pieces[at];
  if (piece === undefined || !piece.word) return null;
  const within = withinPiece(piece.text);
  if (within !== null && !ofTime.test(pieces[at + 1]?.text ?? '')) {
    return { pattern: within, length: 1 };
  }
  for (let end = at + 1; end <= at + 4; end++) {
    const last = pieces[end - 1];
    if (last === undefined || !last.word) return null;
    if (!/\d/.test(last.text)) continue;
    const left = joinPieces(pieces.slice(at, end));
    let next = end;
    const isSpace = (): boolean => pieces[next]?.text.trim() === '';
    while (next < end + 3 && isSpace()) next++;
    const dots = pieces[next]?.text === '.' && pieces[next + 1]?.text === '.';
    if (!dots && !between.has(pieces[next]?.text ?? '')) continue;
    next += dots ? 2 : 1;
    while (next < end + 6 && isSpace()) next++;
    const close = next === end + (dots ? 2 : 1);
    for (let to = next + 1; to <= next + 4; to++) {
      if (pieces[to - 1]?.word !== true) break;
      const right = joinPieces(pieces.slice(next, to));
      const short = number.test(right);
      if (short && (!close || ofTime.test(pieces[to]?.text ?? ''))) continue;
      const pattern = patternOf(left, right);
      if (pattern !== null) return { pattern, length: to - at };
    }
  }
  return null;
}

function withinPiece(text: string): Pattern | null {
  for (let dash = text.indexOf('-'); dash > 0; dash = text.indexOf('-', dash + 1)) {
    const pattern = patternOf(text.slice(0, dash), text.slice(dash + 1));
    if (pattern !== null) return pattern;
  }
  return null;
}

/** Returns the common parts of two names, and the numbers in which they differ. */
function patternOf(left: string, right: string): Pattern | null {
  for (const { 0: from, index } of left.matchAll(/\d+/g)) {
    const [before, after] = [left.slice(0, index), left.slice(index + from.length)];
    if (before === '') continue;
    const whole = right.startsWith(before) && right.endsWith(after);
    const rest = right.slice(before.length, right.length - after.length);
    const to = whole && rest !== '' ? rest : after === '' ? right : '';
    if (number.test(from) && number.test(to) && Number(from) < Number(to)) {
      const longer = to.length > from.length && from.startsWith('0');
      if (to.length >= from.length && !longer) return [before, [{ from, to }], after];
    }
  }
  return null;
}

/** Reads `node01` in `node01・02・03`: the others have the same width. */
export function listAfter(pieces: readonly Piece[], name: string, at: number): FoundRange | null {
  let width = 0;
  while (width < 9 && /\d/.test(name.at(-width - 1) ?? '')) width++;
  const own = name.slice(name.length - width);
  const before = name.slice(0, name.length - own.length);
  if (own.length < 2 || before === '') return null;
  const values: Values[] = [];
  let next = at;
  while (/^[,、・/&+]$/.test(pieces[next]?.text ?? '')) {
    const [from = '', to = from, ...others] = (pieces[next + 1]?.text ?? '').split('-');
    const matchesPattern = [from, to].every((one) => number.test(one) && one.length === own.length);
    if (!matchesPattern || others.length > 0 || ofTime.test(pieces[next + 2]?.text ?? '')) break;
    values.push({ from, to });
    next += 2;
  }
  return values.length === 0 ? null : { pattern: [before, values, ''], length: next - at };
}

/** Returns whether a name matches a pattern. */
export function fits(pattern: Pattern, name: string, from = 0): boolean {
  const [part, ...rest] = pattern;
  if (part === undefined) return name === '';
  if (typeof part === 'string') {
    return name.startsWith(part) && fits(rest, name.slice(part.length), from);
  }
  for (let length = 1; length <= Math.min(9, name.length); length++) {
    const value = name.slice(0, length);
    if (part.some((values) => within(values, value)) && fits(rest, name.slice(length))) return true;
  }
  return false;
}

/** Compares numbers by value; with leading zeros their width must match too. */
function within({ from, to }: Values, value: string): boolean {
  if (sign.test(from)) return sign.test(value) && value >= from && value <= to;
  if (!number.test(value) || Number(value) < Number(from) || Number(value) > Number(to))
    return false;
  const padded = from.length > 1 && from.startsWith('0');
  return padded
    ? value.length === Math.max(from.length, String(Number(value)).length)
    : value === String(Number(value));
}
