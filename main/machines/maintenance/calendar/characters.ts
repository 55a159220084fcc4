/** Encodings other than Unicode's, used by old groupware. */
const others = ['shift_jis', 'euc-jp', 'iso-2022-jp', 'gb18030', 'euc-kr', 'big5'] as const;

export interface Text {
  /** Unfolded: each property is one line. */
  readonly lines: readonly string[];
  /** First line of each in the file, from 1. */
  readonly places: readonly number[];
}

/**
 * Decodes bytes to lines: as UTF-16 by its mark or its zeros, as UTF-8, by the server's charset, or by the most
 * plausible encoding. Unfolds (RFC 5545, section 3.1) before decoding, because a fold may split a character.
 */
export function readText(bytes: Uint8Array, said: string | null): Text {
  const wide = wideEncoding(bytes);
  const narrow =
    wide === null ? bytes : new TextEncoder().encode(new TextDecoder(wide).decode(bytes));
  const { kept, places } = unfold(narrow);
  return {
    lines: textIn(kept, said)
      .replace(/^\uFEFF/, '')
      .split('\n'),
    places,
  };
}

function textIn(lines: Uint8Array, said: string | null): string {
  const utf8 = decode(lines, 'utf-8');
  if (utf8 !== null && !utf8.includes('\u001B$')) return utf8;
  const named = said === null ? null : decode(lines, said);
  if (named !== null) return named;
  const read = others.flatMap((name) => decode(lines, name) ?? []);
  const [best = '', score = 0] = read
    .map((text) => [text, senseOf(text)] as const)
    .reduce((a, b) => (b[1] > a[1] ? b : a), ['', 0]);
  if (score > 0) return best;
  const loose = new TextDecoder().decode(lines);
  const [lost, kept] = [/\uFFFD/g, /[^\p{ASCII}\uFFFD]/gu].map(
    (one) => loose.match(one)?.length ?? 0,
  );
  // if everything fails it is Western European text
  return (kept ?? 0) >= (lost ?? 0) ? loose : (decode(lines, 'windows-1252') ?? loose);
}

function wideEncoding(bytes: Uint8Array): string | null {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0 && second !== 0 && third === 0) return 'utf-16be';
  return second === 0 && first !== 0 && fourth === 0 ? 'utf-16le' : null;
}

/** Returns null if not all of it has this encoding, or this computer does not support it. */
function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    // another encoding
    return null;
  }
}

/**
 * Rates how much a text looks like Japanese, Chinese or Korean; characters that only a wrong encoding produces count
 * against it.
 */
function senseOf(text: string): number {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  // a single one between letters is a Western European letter
  const good = 3 * count(/[ぁ-んァ-ー]/gu) + count(/[一-龥가-힣]{2}/gu);
  return good - 3 * count(/[｡-ﾟ\uE000-\uF8FF\uFFFD]/gu);
}

function unfold(bytes: Uint8Array): { kept: Uint8Array; places: number[] } {
  const kept = new Uint8Array(bytes.length);
  const places = [1];
  let [length, line] = [0, 1];
  for (let at = 0; at < bytes.length; ) {
    const sign = bytes[at] ?? 0;
    const ends = sign === 13 && bytes[at + 1] === 10 ? 2 : sign === 10 || sign === 13 ? 1 : 0;
    const next = bytes[at + ends];
    if (ends > 0) line++;
    if (ends > 0 && (next === 32 || next === 9)) {
      at += ends + 1;
    } else if (ends > 0) {
      places.push(line);
      kept[length++] = 10;
      at += ends;
    } else {
      kept[length++] = sign;
      at++;
    }
  }
  return { kept: kept.subarray(0, length), places };
}
