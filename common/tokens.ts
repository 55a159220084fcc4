/**
 * Kinds of text for tokenizers. `words` are runs of Latin letters, with a new one at each inner capital; `letters` are
 * those beyond the sixth of a word, `digits` those beyond the first of a number, `marks` runs of punctuation and
 * `signs` their further characters, `blanks` runs of two and more.
 */
export const textKinds = [
  'requests',
  'messages',
  'words',
  'letters',
  'numbers',
  'digits',
  'marks',
  'signs',
  'lines',
  'blanks',
  'kana',
  'han',
  'wide',
  'hangul',
  'accented',
  'other',
  'astral',
] as const;
export type TextKind = (typeof textKinds)[number];

/** Counts of `textKinds`, in their order. */
export type KindCounts = Float64Array<ArrayBuffer>;

/** Default tokens per unit of each kind for an unknown tokenizer, with their uncertainty (1 σ). */
export const defaultTokens: Readonly<Record<TextKind, readonly [mean: number, spread: number]>> = {
  requests: [3, 4],
  messages: [4, 1.5],
  words: [1.02, 0.2],
  letters: [0.12, 0.1],
  numbers: [1, 0.35],
  digits: [0.3, 0.35],
  marks: [0.95, 0.25],
  signs: [0.3, 0.25],
  lines: [0.6, 0.35],
  blanks: [0.8, 0.35],
  kana: [0.8, 0.2],
  han: [1, 0.13],
  wide: [0.85, 0.3],
  hangul: [0.8, 0.4],
  accented: [0.6, 0.4],
  other: [0.5, 0.35],
  astral: [2, 1],
};

const kindAt = Object.fromEntries(textKinds.map((kind, at) => [kind, at])) as Record<
  TextKind,
  number
>;
const means = Float64Array.from(textKinds, (kind) => defaultTokens[kind][0]);

export const noKinds = (): KindCounts => new Float64Array(textKinds.length);

export function addKinds(to: KindCounts, more: KindCounts): void {
  for (const [at, value] of more.entries()) to[at] = (to[at] ?? 0) + value;
}

/** Adds to a kind that is not made of characters: a message, a request. */
export function addKind(to: KindCounts, kind: TextKind, count = 1): void {
  const at = kindAt[kind];
  to[at] = (to[at] ?? 0) + count;
}

/** Counts a text in one pass. */
export function countKinds(text: string): KindCounts {
  const run = new Run();
  for (let at = 0; at < text.length; at += 1) run.next(text.charCodeAt(at));
  return run.counts();
}

const classes = { letter: 1, capital: 2, digit: 3, blank: 4, line: 5, mark: 6, other: 0 };
const asciiClass = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code >= 97 && code <= 122) return classes.letter;
  if (code >= 65 && code <= 90) return classes.capital;
  if (code >= 48 && code <= 57) return classes.digit;
  if (code === 10 || code === 13) return classes.line;
  return code <= 32 ? classes.blank : classes.mark;
});

/** Uses fields as counters: an array access for each character takes twice as long. */
class Run {
  #last = 0;
  #length = 0;
  #words = 0;
  #letters = 0;
  #numbers = 0;
  #digits = 0;
  #marks = 0;
  #signs = 0;
  #lines = 0;
  #blanks = 0;
  readonly #others = noKinds();

  next(code: number): void {
    const kind = code < 128 ? (asciiClass[code] ?? 0) : classes.other;
    const length = kind === this.#last ? this.#length + 1 : 1;
    switch (kind) {
      case classes.letter:
        if (this.#last === classes.capital) this.#length += 1;
        else if (length === 1) this.#words += 1;
        if (this.#last === classes.capital) {
          this.#last = kind;
          if (this.#length > 6) this.#letters += 1;
          return;
        }
        if (length > 6) this.#letters += 1;
        break;
      case classes.capital:
        if (length === 1) this.#words += 1;
        else if (length % 3 === 0) this.#letters += 3;
        break;
      case classes.digit:
        if (length === 1) this.#numbers += 1;
        else this.#digits += 1;
        break;
      case classes.mark:
        if (length === 1) this.#marks += 1;
        else this.#signs += 1;
        break;
      case classes.line:
        if (length === 1) this.#lines += 1;
        break;
      case classes.blank:
        if (length === 2) this.#blanks += 1;
        break;
      default:
        addKind(this.#others, kindOf(code));
    }
    this.#last = kind;
    this.#length = length;
  }

  counts(): KindCounts {
    const counts = this.#others;
    addKind(counts, 'words', this.#words);
    addKind(counts, 'letters', this.#letters);
    addKind(counts, 'numbers', this.#numbers);
    addKind(counts, 'digits', this.#digits);
    addKind(counts, 'marks', this.#marks);
    addKind(counts, 'signs', this.#signs);
    addKind(counts, 'lines', this.#lines);
    addKind(counts, 'blanks', this.#blanks);
    return counts;
  }
}

/**
 * Returns the kind of a character beyond ASCII, by its block (Unicode 16). Both halves of a pair come here; the first
 * counts.
 */
function kindOf(code: number): TextKind {
  if (code >= 0x3040 && code <= 0x30ff) return 'kana';
  if ((code >= 0x3400 && code <= 0x9fff) || (code >= 0xf900 && code <= 0xfaff)) return 'han';
  if (code >= 0xac00 && code <= 0xd7af) return 'hangul';
  if (code >= 0xd800 && code <= 0xdbff) return 'astral';
  if (code >= 0xdc00 && code <= 0xdfff) return 'accented';
  if ((code >= 0x2e80 && code <= 0x303f) || code >= 0xff00) return 'wide';
  return code < 0x250 ? 'accented' : 'other';
}

/** Estimates a text's tokens; servers count differently, model by model. */
export function estimateTokens(text: string): number {
  return Math.ceil(estimateCount(countKinds(text)));
}

/** Does the same for counts. */
export function estimateCount(counts: KindCounts): number {
  return counts.reduce((sum, count, at) => sum + count * (means[at] ?? 0), 0);
}

/** Side of the squares into which models usually split an image, pixels. */
const square = 28;
const mostImageTokens = 16_384;

/** Estimates an image's tokens: one per square of 28 pixels; models differ much. */
export function estimateImageTokens(width: number, height: number): number {
  return Math.min(mostImageTokens, Math.ceil(width / square) * Math.ceil(height / square));
}
