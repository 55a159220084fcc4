/** A piece of a text; names begin and end only at the edges of pieces. */
export interface Piece {
  readonly text: string;
  /** Letters and digits with joiners; else a space or punctuation. */
  readonly word: boolean;
  /** Written without spaces between words, like Japanese, Chinese, Thai and Lao. */
  readonly unspaced: boolean;
}

const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}ー゛゜]/u;
const hangul = /\p{sc=Hangul}/u;
const scripts = [
  /\p{sc=Latin}/u,
  /\p{sc=Cyrillic}/u,
  /\p{sc=Greek}/u,
  hangul,
  /\p{sc=Arabic}/u,
  /\p{sc=Hebrew}/u,
  /\p{sc=Devanagari}/u,
  unspaced,
] as const;
const inUnspaced = scripts.length - 1;
const digit = /\p{N}/u;
const mark = /\p{M}/u;
const letter = /\p{L}|[゛゜]/u;
const joiner = /[._-]/;
/** Characters after the digits of a date or a time: those digits belong to no name before them. */
const ofTime = /[月日時年分:/]/;
/** Korean particles after a noun, without a space. */
const particles = new Set(
  '의 은 는 이 가 을 를 에 에서 와 과 도 로 으로 만 부터 까지 및 점검 정비 유지보수 서버 시스템 노드 중단'.split(
    ' ',
  ),
);

const words = new Intl.Segmenter('ja', { granularity: 'word' });

/** Returns a text in its form for comparison: one case and width, without addresses, one kind of dash. */
export function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/:\/\/[!-~]*/g, ' ')
    .replace(/@[!-~]*/g, ' ')
    .replaceAll('\u200B', ' ')
    .replace(/\p{Cf}/gu, '')
    .replace(/[‐‑−]/g, '-')
    .replace(/[‒–—―]/g, '–')
    .replace(/[〜∼]/g, '~');
}

interface Sign {
  readonly text: string;
  readonly at: number;
  readonly kind: 'letter' | 'digit' | 'joiner' | 'other';
  /** For a letter its index in `scripts`; -1 for others. */
  readonly script: number;
}

function signsOf(text: string): Sign[] {
  const signs: Sign[] = [];
  let at = 0;
  for (const one of text) {
    const before = signs.at(-1);
    const joinsBefore = mark.test(one) && before !== undefined && before.kind !== 'other';
    if (joinsBefore) {
      signs[signs.length - 1] = { ...before, text: before.text + one };
    } else {
      const kind = digit.test(one)
        ? 'digit'
        : letter.test(one)
          ? 'letter'
          : joiner.test(one)
            ? 'joiner'
            : 'other';
      const script = kind === 'letter' ? scripts.findIndex((script) => script.test(one)) : -1;
      signs.push({ text: one, at, kind, script });
    }
    at += one.length;
  }
  return signs;
}

/**
 * Returns the script of a run of letters, digits and joiners up to each place, by its last letter; null for digits
 * alone.
 */
function scriptsBefore(signs: readonly Sign[]): (number | null)[] {
  const found: (number | null)[] = [];
  let script: number | null = null;
  for (const sign of signs) {
    found.push(script);
    if (sign.kind === 'other') script = null;
    else if (sign.kind === 'letter') script = sign.script;
  }
  return found;
}

/** Splits a text into pieces, losing nothing. @param text folded */
export function piecesOf(text: string): Piece[] {
  const signs = signsOf(text);
  const before = scriptsBefore(signs);
  const edges = new Set<number>();
  if (unspaced.test(text)) for (const { index } of words.segment(text)) edges.add(index);
  const isWord = (sign: Sign | undefined): sign is Sign =>
    sign !== undefined && (sign.kind === 'letter' || sign.kind === 'digit');
  const timeAfter = (at: number): boolean => {
    let next = at;
    while (signs[next]?.kind === 'digit') next++;
    return ofTime.test(signs[next]?.text ?? '');
  };
  /** Returns whether a joiner connects its neighbours. */
  const joins = (at: number): boolean => {
    const [left, right] = [signs[at - 1], signs[at + 1]];
    if (!isWord(left) || !isWord(right)) return false;
    const script = before[at] ?? null;
    if (right.kind === 'digit') return true;
    return script === null || (script === right.script && script !== inUnspaced);
  };
  const isEdge = (at: number): boolean => {
    const [left, right] = [signs[at - 1], signs[at]];
    if (left === undefined || right === undefined) return true;
    if (left.kind === 'other' || right.kind === 'other') return true;
    if (right.kind === 'joiner') return !joins(at);
    if (left.kind === 'joiner') return !joins(at - 1);
    const script = before[at] ?? null;
    if (right.kind === 'digit') {
      return left.kind === 'letter' && script === inUnspaced && timeAfter(at);
    }
    if (script === null) return right.script === inUnspaced;
    if (right.script !== script) return true;
    if (script === inUnspaced) return left.kind === 'digit' || edges.has(right.at);
    return script === scripts.indexOf(hangul) && endsInParticle(signs, at);
  };
  const pieces: Piece[] = [];
  let from = 0;
  for (let at = 1; at <= signs.length; at++) {
    if (!isEdge(at)) continue;
    const own = signs.slice(from, at);
    pieces.push({
      text: own.map((sign) => sign.text).join(''),
      word: own.some(isWord),
      unspaced: own.some(({ script }) => script === inUnspaced),
    });
    from = at;
  }
  return pieces;
}

/** Returns whether a run of Hangul ends in a particle from here on, after a noun of two syllables. */
function endsInParticle(signs: readonly Sign[], at: number): boolean {
  const isHangul = (sign: Sign | undefined) => sign !== undefined && hangul.test(sign.text);
  if (!isHangul(signs[at - 2])) return false;
  let rest = '';
  let next = at;
  while (rest.length <= 4 && isHangul(signs[next])) rest += signs[next++]?.text ?? '';
  return particles.has(rest);
}

/** Joins pieces: one space for any number, none beside unspaced scripts. */
export function joinPieces(pieces: readonly Piece[]): string {
  let text = '';
  let last: Piece | null = null;
  let space = false;
  for (const piece of pieces) {
    if (piece.text.trim() === '') {
      space = true;
      continue;
    }
    if (space && last !== null && !last.unspaced && !piece.unspaced) text += ' ';
    text += piece.text;
    last = piece;
    space = false;
  }
  return text;
}
