import type { FaultDetails, FileFault } from './file-fault.ts';
import { parseJson } from './json.ts';

/** Position in a text, from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}
type Path = readonly PropertyKey[];

/** Returns why and where a text is not valid JSON, or null. @param text of limited nesting depth */
export function jsonFault(text: string): FaultDetails | null {
  const found = walk(text, () => undefined);
  if (found === null) return null;
  const isWhole = found.fault === 'not-json' || found.fault === 'empty';
  return isWhole ? { fault: found.fault } : { fault: found.fault, ...placeAt(text, found.at) };
}

/** Returns a duplicate field, of which JSON readers silently take the last, or null. */
export function duplicateField(text: string): (TextPosition & { readonly path: Path }) | null {
  const seen = new Set<string>();
  let twice: { path: Path; at: number } | null = null;
  walk(text, (path, at) => {
    const key = JSON.stringify(path);
    if (seen.has(key)) twice ??= { path: [...path], at };
    seen.add(key);
  });
  const found = twice as { path: Path; at: number } | null;
  return found === null ? null : { path: found.path, ...placeAt(text, found.at) };
}

/** Returns the position of a field in a JSON text; for a missing field, that of the record that should have it. */
export function fieldPosition(text: string, path: Path): TextPosition {
  let at = text.search(/\S/);
  let length = 0;
  walk(text, (one, start) => {
    const isOnWay = one.length > length && one.length <= path.length;
    if (!isOnWay || !one.every((step, index) => String(step) === String(path[index]))) return;
    length = one.length;
    at = start;
  });
  return placeAt(text, Math.max(at, 0));
}

interface Place {
  readonly line: number;
  readonly parts: Map<string, Place>;
}

/**
 * Returns a function that tells the lines of fields as `fieldPosition` does, after one pass over the text.
 * @param deepest fields that are deeper have the line of what they are in
 */
export function fieldLines(text: string, deepest: number): (path: Path) => number {
  const way: Place[] = [
    { line: placeAt(text, Math.max(text.search(/\S/), 0)).line, parts: new Map() },
  ];
  let line = 1;
  let seen = 0;
  walk(text, (path, at) => {
    if (path.length > deepest) return;
    for (; seen < at; seen += 1) {
      const character = text[seen];
      if (character === '\n' || (character === '\r' && text[seen + 1] !== '\n')) line += 1;
    }
    way.length = path.length;
    const place = { line, parts: new Map<string, Place>() };
    way.at(-1)?.parts.set(String(path.at(-1)), place);
    way.push(place);
  });
  const [root] = way;
  return (path) => {
    let found = root;
    for (const step of path) {
      const next = found?.parts.get(String(step));
      if (next === undefined) break;
      found = next;
    }
    return found?.line ?? 1;
  };
}

function placeAt(text: string, at: number): TextPosition {
  const lines = text.slice(0, at).split(/\r\n?|\n/);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

interface Found {
  readonly fault: FileFault;
  readonly at: number;
}
class Fault extends Error {
  readonly found: Found;
  constructor(found: Found) {
    super(found.fault);
    this.found = found;
  }
}

/** @param visit called with the path and start of each field and item @returns the first problem */
function walk(text: string, visit: (path: Path, at: number) => void): Found | null {
  try {
    new Reader(text, visit).whole();
    return null;
  } catch (cause) {
    if (cause instanceof Fault) return cause.found;
    throw cause;
  }
}

type Wanted = 'value' | 'name' | 'colon' | 'comma' | 'end';
const whatElse: Readonly<Record<Wanted, FileFault>> = {
  value: 'json-value',
  name: 'json-name',
  colon: 'json-colon',
  comma: 'json-no-comma',
  end: 'json-after',
};
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Parses JSON (RFC 8259) only to find its problems. */
class Reader {
  readonly #text: string;
  readonly #visit: (path: Path, at: number) => void;
  readonly #path: PropertyKey[] = [];
  #at = 0;

  constructor(text: string, visit: (path: Path, at: number) => void) {
    this.#text = text;
    this.#visit = visit;
  }

  whole(): void {
    const next = this.#next();
    if (next === '') throw new Fault({ fault: 'empty', at: 0 });
    const isBegun = next === '{' || next === '[' || this.#isComment();
    if (!isBegun && !this.#isJson()) throw new Fault({ fault: 'not-json', at: 0 });
    this.#value();
    if (this.#next() !== '') this.#fail('end');
  }

  /** Reads a text, a number or a literal. */
  #isJson(): boolean {
    try {
      parseJson(this.#text);
      return true;
    } catch {
      return false;
    }
  }

  /** Returns the next character that is not blank; empty at the end. */
  #next(): string {
    while (' \t\r\n'.includes(this.#text[this.#at] ?? '!')) this.#at++;
    return this.#text[this.#at] ?? '';
  }

  #isComment(): boolean {
    return ['//', '/*', '#'].some((mark) => this.#text.startsWith(mark, this.#at));
  }

  #fail(wanted: Wanted): never {
    throw new Fault({ fault: this.#faultHere(wanted), at: this.#at });
  }

  #faultHere(wanted: Wanted): FileFault {
    const character = this.#text[this.#at] ?? '';
    if (character === '') return 'json-cut-off';
    if (this.#isComment()) return 'json-comment';
    if ("'`‘’“”„«»「」".includes(character)) return 'json-quotes';
    if ('，：｛｝［］＂、；'.includes(character)) return 'json-wide';
    if (/[\s\u200b\ufeff]/.test(character)) return 'json-blank';
    if (character === ',' && wanted !== 'end') return 'json-comma';
    if ((character === '}' || character === ']') && wanted === 'comma') return 'json-bracket';
    return whatElse[wanted];
  }

  #value(): void {
    const next = this.#next();
    if (next === '{') this.#items('}', () => this.#field());
    else if (next === '[') {
      let index = 0;
      this.#items(']', () => {
        this.#next();
        this.#inside(index++, this.#at, () => this.#value());
      });
    } else if (next === '"') this.#string();
    else this.#word();
  }

  #field(): void {
    if (this.#next() !== '"') this.#fail('name');
    const start = this.#at;
    const name = this.#string();
    if (this.#next() !== ':') this.#fail('colon');
    this.#at++;
    this.#inside(name, start, () => this.#value());
  }

  #inside(step: PropertyKey, at: number, read: () => void): void {
    this.#path.push(step);
    this.#visit(this.#path, at);
    read();
    this.#path.pop();
  }

  #items(close: string, read: () => void): void {
    this.#at++;
    if (this.#next() === close) {
      this.#at++;
      return;
    }
    for (;;) {
      read();
      const mark = this.#next();
      if (mark === close) break;
      if (mark !== ',') this.#fail('comma');
      const comma = this.#at++;
      const after = this.#next();
      if (after === close) throw new Fault({ fault: 'json-comma', at: comma });
    }
    this.#at++;
  }

  #string(): string {
    const start = this.#at++;
    for (; this.#at < this.#text.length; this.#at++) {
      const character = this.#text[this.#at] ?? '';
      if (character === '"') {
        this.#at++;
        return String(parseJson(this.#text.slice(start, this.#at)));
      }
      if (character < ' ') throw new Fault({ fault: 'json-control', at: start });
      if (character === '\\') this.#escape();
    }
    return this.#fail('value');
  }

  #escape(): void {
    const rest = this.#text.slice(this.#at + 1, this.#at + 6);
    if (rest === '') return;
    if ('"\\/bfnrt'.includes(rest[0] ?? '')) this.#at++;
    else if (/^u[\da-fA-F]{4}$/.test(rest)) this.#at += 5;
    else throw new Fault({ fault: 'json-escape', at: this.#at });
  }

  #word(): void {
    const word = /^[\w.+-]+/.exec(this.#text.slice(this.#at, this.#at + 400))?.[0] ?? '';
    const words = ['true', 'false', 'null'];
    if (word === '') this.#fail('value');
    const isEnd = this.#at + word.length === this.#text.length;
    if (isEnd && !words.includes(word) && words.some((one) => one.startsWith(word))) {
      this.#at = this.#text.length;
      this.#fail('value');
    }
    if (!words.includes(word) && !number.test(word)) this.#fail('value');
    this.#at += word.length;
  }
}
