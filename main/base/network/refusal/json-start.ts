const deepest = 32;

/**
 * Returns the JSON value at the start of a text, partial if the text ends early; undefined if it is not JSON. Does not
 * read below 32 levels.
 */
export function readJsonStart(text: string): unknown {
  const reader = new Reader(text);
  try {
    const value = reader.value(0);
    return reader.rest() === '' ? value : undefined;
  } catch (error) {
    if (error instanceof NotJson) return undefined;
    throw error;
  }
}

class NotJson extends Error {}

const escapes: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** Reads the text once; all open values end with it. */
class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  rest(): string {
    return this.#text.slice(this.#at).trim();
  }

  value(depth: number): unknown {
    if (depth > deepest) throw new NotJson();
    switch (this.#next()) {
      case '{':
        return this.#object(depth);
      case '[':
        return this.#array(depth);
      case '"':
        return this.#string();
      case '':
        return undefined;
      default:
        return this.#word();
    }
  }

  /** Returns the next character that is not blank; empty at the end. */
  #next(): string {
    while (' \t\r\n'.includes(this.#text[this.#at] ?? '!')) this.#at++;
    return this.#text[this.#at] ?? '';
  }

  #object(depth: number): Record<string, unknown> {
    const found = new Map<string, unknown>();
    this.#items('}', () => {
      if (this.#next() !== '"') throw new NotJson();
      const name = this.#string();
      const colon = this.#next();
      if (colon === '') return;
      if (colon !== ':') throw new NotJson();
      this.#at++;
      found.set(name, this.value(depth + 1));
    });
    return Object.fromEntries(found);
  }

  #array(depth: number): unknown[] {
    const found: unknown[] = [];
    this.#items(']', () => found.push(this.value(depth + 1)));
    return found;
  }

  #items(close: string, read: () => void): void {
    this.#at++;
    for (let first = true; ; first = false) {
      const next = this.#next();
      if (next === '') return;
      if (next === close && first) break;
      read();
      const mark = this.#next();
      if (mark === '') return;
      if (mark === close) break;
      if (mark !== ',') throw new NotJson();
      this.#at++;
    }
    this.#at++;
  }

  #string(): string {
    let read = '';
    for (this.#at++; this.#at < this.#text.length; this.#at++) {
      const character = this.#text[this.#at] ?? '';
      if (character === '"') {
        this.#at++;
        break;
      }
      read += character === '\\' ? this.#escaped() : character;
    }
    return read;
  }

  #escaped(): string {
    this.#at++;
    const character = this.#text[this.#at] ?? '';
    if (character !== 'u') return escapes[character] ?? character;
    const code = this.#text.slice(this.#at + 1, this.#at + 5);
    this.#at += code.length;
    return code.length === 4 ? String.fromCharCode(Number.parseInt(code, 16) || 0xfffd) : '';
  }

  #word(): unknown {
    const word = /^[\w.+-]{1,400}/.exec(this.#text.slice(this.#at, this.#at + 400))?.[0] ?? '';
    if (word === '') throw new NotJson();
    this.#at += word.length;
    if (word === 'null') return null;
    if (word === 'true' || word === 'false') return word === 'true';
    const isEnd = this.#at === this.#text.length;
    const number = Number(word);
    if (!Number.isNaN(number)) return number;
    if (isEnd && ['null', 'true', 'false'].some((one) => one.startsWith(word))) return undefined;
    throw new NotJson();
  }
}
