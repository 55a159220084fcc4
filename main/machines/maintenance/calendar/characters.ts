/** Other encodings of texts than Unicode's, as old programs of groupware write them. */
const others = ['shift_jis', 'euc-jp', 'iso-2022-jp', 'gb18030', 'euc-kr', 'big5'] as const;

export interface Text {
  /** Unfolded: each property is one line. */
  readonly lines: readonly string[];
  /** Which line of the file each begins in, from 1. */
  readonly places: readonly number[];
}

/**
 * Bytes as lines: of UTF-16 by its mark or its zeros, of UTF-8, of what the server said, or of what makes most sense.
 * They are unfolded (RFC 5545, section 3.1) before bytes become characters, because they may be folded within one.
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
  // what is all broken is a text of Western Europe
  return (kept ?? 0) >= (lost ?? 0) ? loose : (decode(lines, 'windows-1252') ?? loose);
}

function wideEncoding(bytes: Uint8Array): string | null {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0 && second !== 0 && third === 0) return 'utf-16be';
  return second === 0 && first !== 0 && fourth === 0 ? 'utf-16le' : null;
}

/** Null where not all of it is of this encoding, or this computer does not know it. */
function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    // of another encoding
    return null;
  }
}

/** How much a text looks like Japanese, Chinese or Korean; what only a wrong encoding makes counts against it. */
function senseOf(text: string): number {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  // one alone between letters is a letter of Western Europe
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
