import type { Attributes } from './parts.ts';

/** An element of a formula. */
export interface Node {
  readonly name: string;
  readonly attributes: Attributes;
  readonly children: Node[];
  text: string;
}

/** Collects the elements of one formula as they are read. */
export class FormulaReader {
  readonly #open: Node[] = [];
  #skips = 0;

  /** Deleted text is not part of it. */
  open(name: string, attributes: Attributes): void {
    if (this.#skips > 0 || name === 'del' || name === 'moveFrom') {
      this.#skips += 1;
      return;
    }
    const node: Node = { name, attributes, children: [], text: '' };
    this.#open.at(-1)?.children.push(node);
    this.#open.push(node);
  }

  text(text: string): void {
    const node = this.#open.at(-1);
    if (node !== undefined && this.#skips === 0) node.text += text;
  }

  /** The whole formula once its last element is closed; null before. */
  close(): Node | null {
    if (this.#skips > 0) {
      this.#skips -= 1;
      return null;
    }
    const node = this.#open.pop();
    return this.#open.length === 0 ? (node ?? null) : null;
  }
}

export const child = (node: Node | undefined, name: string): Node | undefined =>
  node?.children.find((one) => one.name === name);

const special: Readonly<Record<string, string>> = {
  '#': '\\#',
  $: '\\$',
  '%': '\\%',
  '&': '\\&',
  _: '\\_',
  '{': '\\{',
  '}': '\\}',
  '\\': '\\backslash ',
  '~': '\\sim ',
  '^': '\\hat{}',
  '−': '-',
  '\u2061': '',
  '\u2062': '',
  '\u2063': '',
  '\u00a0': '~',
};

/** Returns characters as TeX; letters of mathematical alphabets as letters. */
export function texOfText(text: string): string {
  return [...text]
    .map(
      (char) =>
        special[char] ?? (/[\u{1d400}-\u{1d7ff}]/u.test(char) ? char.normalize('NFKC') : char),
    )
    .join('');
}

const functions: ReadonlySet<string> = new Set(
  'arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min Pr sec sin sinh sup tan tanh'.split(
    ' ',
  ),
);

/** A name set upright: `\sin`, `\operatorname{rank}`. */
export const texOfName = (name: string): string =>
  functions.has(name) ? `\\${name} ` : `\\operatorname{${name}}`;

const signs: Readonly<Record<string, string>> = {
  '∑': '\\sum',
  '∏': '\\prod',
  '∐': '\\coprod',
  '∫': '\\int',
  '∬': '\\iint',
  '∭': '\\iiint',
  '∮': '\\oint',
  '⋃': '\\bigcup',
  '⋂': '\\bigcap',
  '⋁': '\\bigvee',
  '⋀': '\\bigwedge',
};
export const texOfSign = (sign: string): string => signs[sign] ?? texOfText(sign);

const fences: Readonly<Record<string, string>> = {
  '': '.',
  '{': '\\{',
  '}': '\\}',
  '‖': '\\|',
  '⟨': '\\langle',
  '⟩': '\\rangle',
  '〈': '\\langle',
  '〉': '\\rangle',
  '⌊': '\\lfloor',
  '⌋': '\\rfloor',
  '⌈': '\\lceil',
  '⌉': '\\rceil',
};
export const texOfFence = (fence: string): string => fences[fence] ?? fence;

const accents: Readonly<Record<string, string>> = {
  '\u0302': 'hat',
  '^': 'hat',
  ˆ: 'hat',
  '\u0303': 'tilde',
  '~': 'tilde',
  '˜': 'tilde',
  '\u0304': 'bar',
  '\u0305': 'overline',
  '¯': 'overline',
  '―': 'overline',
  _: 'underline',
  '\u0332': 'underline',
  '\u20d7': 'vec',
  '→': 'vec',
  '\u0307': 'dot',
  '˙': 'dot',
  '\u0308': 'ddot',
  '¨': 'ddot',
  '\u030c': 'check',
  ˇ: 'check',
  '\u0301': 'acute',
  '´': 'acute',
  '\u0300': 'grave',
  '`': 'grave',
  '\u0306': 'breve',
  '˘': 'breve',
  '⏞': 'overbrace',
  '⏟': 'underbrace',
};
/** Returns the TeX command for an accent over the next character; undefined for other signs. */
export const accentOf = (sign: string): string | undefined => accents[sign];

/** Returns a base with its subscript and superscript. */
export function scripted(base: string, sub: string, sup: string): string {
  const body = /^(?:\\?[A-Za-z0-9]|\\[A-Za-z]+ ?|\{.*\})$/.test(base) ? base.trim() : `{${base}}`;
  return `${body}${sub === '' ? '' : `_{${sub}}`}${sup === '' ? '' : `^{${sup}}`}`;
}

export const matrix = (name: string, rows: readonly (readonly string[])[]): string =>
  `\\begin{${name}}${rows.map((cells) => cells.join(' & ')).join(' \\\\ ')}\\end{${name}}`;
