import { isAlias, isNode, LineCounter, parseDocument } from 'yaml';
import { exceedsDepth, JsonError, parseJson } from '../../../../common/texts/json.ts';
import { fieldLines } from '../../../../common/texts/json-text.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { Json } from '../../../../preload/contract/shapes.ts';
import type { Warn } from './warnings.ts';

type Path = readonly (string | number)[];

/** A file as a value, and where in it a part of the value is. */
export interface Parsed {
  readonly value: Json;
  /** From 1; null: not known. */
  lineOf(path: Path): number | null;
}

const deepest = 150;
/** Warnings tell the lines of nothing deeper: paths, /a, get, parameters, 0, name. */
const usualLine = 6;
const mostNodes = 3_000_000;
/** Positions in longer JSON texts take too long to find. */
const longestSearched = 4 * 1024 * 1024;
const mostAliases = 1_000;

/**
 * Reads JSON, else YAML 1.2. A fault of YAML is a warning, as long as the rest can be read.
 * @param deepestLine deeper places of JSON have the line of what they are in
 * @throws AppError `description-unreadable`, `description-too-complex`
 */
export function parseFile(bytes: Uint8Array, warn: Warn, deepestLine = usualLine): Parsed {
  const text = decode(bytes);
  if (/^\s*[{[]/.test(text.slice(0, 1000))) {
    if (exceedsDepth(text, deepest)) throw tooComplex();
    const value = jsonIn(text);
    if (value !== undefined) {
      requireSimple(value);
      if (text.length > longestSearched) return { value, lineOf: () => null };
      let lines: ReturnType<typeof fieldLines> | null = null;
      return {
        value,
        lineOf(path) {
          lines ??= fieldLines(text, deepestLine);
          return lines(path);
        },
      };
    }
  }
  return parseYaml(text, warn);
}

/** Returns undefined for what is no JSON: a flow mapping of YAML may begin like it. */
function jsonIn(text: string): Json | undefined {
  try {
    return parseJson(text) as Json;
  } catch (cause) {
    if (cause instanceof JsonError) return undefined;
    throw cause;
  }
}

function parseYaml(text: string, warn: Warn): Parsed {
  const lines = new LineCounter();
  const lineAt = (offset: number): number => lines.linePos(offset).line;
  try {
    const document = parseDocument(text, {
      lineCounter: lines,
      merge: true,
      prettyErrors: false,
      stringKeys: true,
      // Comparing each key with each other one takes too long in large maps.
      uniqueKeys: text.length < longestSearched,
      // A second document in the file is a fault only above `silent`.
      logLevel: 'error',
    });
    const faults = [...document.errors, ...document.warnings];
    for (const { code, message, pos } of faults) {
      const isTwice = code === 'DUPLICATE_KEY';
      warn({ code: isTwice ? 'duplicate-key' : 'syntax', line: lineAt(pos[0]), about: message });
    }
    const value: Json = document.toJS({ maxAliasCount: mostAliases });
    requireSimple(value);
    if (typeof value !== 'object' || value === null) {
      const [first] = faults;
      throw unreadable(first && `${first.code}, ${lineAt(first.pos[0])}`);
    }
    return {
      value,
      lineOf(path) {
        const node = document.getIn(path, true);
        const found = isAlias(node) ? node.resolve(document) : node;
        return isNode(found) && found.range ? lineAt(found.range[0]) : null;
      },
    };
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    if (cause instanceof RangeError || cause instanceof ReferenceError) throw tooComplex(cause);
    throw unreadable(cause instanceof Error ? cause.name : undefined);
  }
}

/** @param what no text of the file: errors are logged */
export const unreadable = (what = 'text'): AppError =>
  new AppError('description-unreadable', { details: { server: what } });

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const label =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : 'utf-8';
  return new TextDecoder(label).decode(bytes);
}

/** Aliases of YAML are one value in many places: each place counts. @throws AppError `description-too-complex` */
function requireSimple(value: unknown): void {
  let nodes = 0;
  const open: { readonly value: object; readonly depth: number }[] = [];
  const add = (one: unknown, depth: number): void => {
    nodes += 1;
    if (nodes > mostNodes || depth > deepest) throw tooComplex();
    if (typeof one === 'object' && one !== null) open.push({ value: one, depth });
  };
  add(value, 0);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value: whole, depth } = next;
    for (const part of Object.values(whole)) add(part, depth + 1);
  }
}

const tooComplex = (cause?: unknown): AppError =>
  new AppError('description-too-complex', { cause });
