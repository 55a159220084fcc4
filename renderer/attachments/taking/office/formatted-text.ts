import type { DocumentText } from './document-text.ts';

/** Character formatting that changes the meaning of a text. */
export interface Look {
  /** Hidden by the program that wrote it. */
  readonly hidden?: boolean;
  readonly raised?: 'super' | 'sub' | undefined;
  readonly struck?: boolean;
}

const supers: Readonly<Record<string, string>> = Object.fromEntries(
  [...'0123456789+-=()n'].map((char, at) => [char, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ'][at] ?? char]),
);
const subs: Readonly<Record<string, string>> = Object.fromEntries(
  [...'0123456789+-=()'].map((char, at) => [char, [...'₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎'][at] ?? char]),
);

function raisedText(text: string, raised: 'super' | 'sub'): string {
  const signs = raised === 'super' ? supers : subs;
  const plain = text.replaceAll('−', '-');
  if ([...plain].every((char) => signs[char] !== undefined)) {
    return [...plain].map((char) => signs[char] ?? char).join('');
  }
  return `${raised === 'super' ? '^' : '_'}{${text}}`;
}

/** Returns a text with marks for its formatting: `10³`, `~~gone~~`, `[Hidden: secret]`. */
export function withLook(text: string, { hidden, raised, struck }: Look): string {
  const words = text.trim();
  if (words === '') return text;
  const start = text.length - text.trimStart().length;
  const [before, after] = [text.slice(0, start), text.slice(start + words.length)];
  let shown = raised === undefined ? words : raisedText(words, raised);
  if (struck === true) shown = `~~${shown}~~`;
  if (hidden === true) shown = `[Hidden: ${shown}]`;
  return before + shown + after;
}

/** Writes characters with their formatting, grouping neighbours with the same one. */
export class FormattedText {
  readonly #written: DocumentText;
  #text = '';
  #look: Look = {};

  constructor(written: DocumentText) {
    this.#written = written;
  }

  say(text: string, look: Look = {}): void {
    const now = this.#look;
    const isSame =
      now.hidden === look.hidden && now.raised === look.raised && now.struck === look.struck;
    if (!isSame) this.flush();
    this.#look = look;
    this.#text += text;
    // plain text needs no grouping
    if (look.hidden !== true && look.raised === undefined && look.struck !== true) this.flush();
  }

  /** Writes the pending text: before a line ends, or before something is collected separately. */
  flush(): void {
    const text = this.#text;
    this.#text = '';
    if (text !== '') this.#written.say(withLook(text, this.#look));
  }
}

/** Appends a reading to its base: 機関（きかん）. */
export function readingOf(reading: string): string {
  const text = reading.trim();
  if (text === '') return '';
  return /[\p{sc=Hira}\p{sc=Kana}\p{sc=Han}\p{sc=Hang}\p{sc=Bopo}]/u.test(text)
    ? `（${text}）`
    : ` (${text})`;
}
