import { type OutputUnit, type Schema, type SchemaDraft, Validator } from '@cfworker/json-schema';
import { exceedsDepth, parseJson } from '../../../../common/texts/json.ts';

/** A violation of the schema. */
export interface Problem {
  /** A JSON pointer, empty for the root. */
  readonly at: string;
  readonly kind: 'type' | 'required' | 'extra' | 'values' | 'alternatives' | 'limit';
  /** The schema's keyword. */
  readonly keyword: string;
  /** The schema's expectation, or the missing names. */
  readonly wanted: string;
  /** Kind of the actual value. */
  readonly found: string;
}

/** Result of checking an answer. */
export type Checked =
  | {
      readonly kind: 'checked';
      readonly value: unknown;
      /** It was in a code fence, which is not part of it. */
      readonly fenced: boolean;
      readonly problems: readonly Problem[];
      /** Number of problems beyond the list. */
      readonly more: number;
    }
  | { readonly kind: 'not-json' | 'too-deep' | 'too-long' | 'bad-schema' | 'failed' };

/** Maximum characters and levels of an answer. */
const longest = 4 * 1024 * 1024;
const deepest = 200;
const mostProblems = 100;
/** Maximum characters shown of an expectation. */
const longestWanted = 200;

/**
 * Parses an answer as JSON and validates it against a JSON Schema by interpretation: the page may not compile code.
 * Patterns of a schema may run for ever, so call this in a worker with a timeout.
 * @param schema of a depth and length that `schemaFault` accepts
 */
export function checkAnswer(schema: string, answer: string): Checked {
  if (answer.length > longest) return { kind: 'too-long' };
  if (exceedsDepth(answer, deepest)) return { kind: 'too-deep' };
  const inside = insideFence(answer);
  let value: unknown;
  try {
    value = parseJson(inside ?? answer);
  } catch {
    return { kind: 'not-json' };
  }
  try {
    const rules = parseJson(schema) as Schema;
    const { errors } = new Validator(rules, draftOf(rules), false).validate(value);
    const problems = problemsOf(errors, rules, value);
    return {
      kind: 'checked',
      value,
      fenced: inside !== null,
      problems: problems.slice(0, mostProblems),
      more: Math.max(0, problems.length - mostProblems),
    };
  } catch (error) {
    // a name with a lone surrogate
    if (error instanceof URIError) return { kind: 'failed' };
    // a dangling or circular reference, or an invalid pattern
    return { kind: 'bad-schema' };
  }
}

/** Returns the content of the one code fence that is the whole answer, with language JSON or none; null otherwise. */
function insideFence(answer: string): string | null {
  const text = answer.trim();
  if (!text.startsWith('```') || !text.endsWith('```')) return null;
  const begins = text.indexOf('\n') + 1;
  const ends = text.lastIndexOf('\n');
  const language = text.slice(3, begins).trim().toLowerCase();
  const isOne = begins > 0 && ends >= begins && text.slice(ends).trim() === '```';
  return isOne && (language === '' || language === 'json') ? text.slice(begins, ends) : null;
}

const drafts: readonly (readonly [words: string, draft: SchemaDraft])[] = [
  ['draft-04', '4'],
  ['draft-06', '7'],
  ['draft-07', '7'],
  ['2019-09', '2019-09'],
];

function draftOf({ $schema }: Schema): SchemaDraft {
  const named = typeof $schema === 'string' ? $schema : '';
  return drafts.find(([words]) => named.includes(words))?.[1] ?? '2020-12';
}

/** Keywords that only report errors of their subschemas. */
const wrappers = new Set([
  '$ref',
  '$dynamicRef',
  '$recursiveRef',
  'properties',
  'patternProperties',
  'items',
  'prefixItems',
  'additionalProperties',
  'additionalItems',
  'unevaluatedProperties',
  'unevaluatedItems',
  'allOf',
  'if',
  'then',
  'else',
  'dependentSchemas',
  'propertyNames',
]);
/** Keywords of alternatives: reporting that none matches is enough, without the reasons of each. */
const alternatives = new Set(['anyOf', 'oneOf', 'not', 'contains']);

function problemsOf(errors: readonly OutputUnit[], schema: Schema, value: unknown): Problem[] {
  const closed = errors
    .filter(({ keyword }) => alternatives.has(keyword))
    .map(({ keywordLocation }) => `${keywordLocation}/`);
  const found: Problem[] = [];
  const seen = new Set<string>();
  for (const { keyword, keywordLocation, instanceLocation } of errors) {
    if (wrappers.has(keyword)) continue;
    if (closed.some((place) => keywordLocation.startsWith(place))) continue;
    const at = instanceLocation.replace(/^#/, '');
    const id = `${at}\n${keyword}\n${keywordLocation}`;
    if (seen.has(id)) continue;
    seen.add(id);
    const there = valueAt(value, at);
    const wanted = wantedAt(schema, keywordLocation);
    found.push({
      at,
      keyword,
      kind: kindOf(keyword),
      wanted: keyword === 'required' ? lacking(wanted, there) : told(wanted),
      found: typeOf(there),
    });
  }
  return found;
}

function kindOf(keyword: string): Problem['kind'] {
  if (keyword === 'type' || keyword === 'required') return keyword;
  if (keyword === 'false') return 'extra';
  if (keyword === 'enum' || keyword === 'const') return 'values';
  return alternatives.has(keyword) ? 'alternatives' : 'limit';
}

const unescaped = (segment: string): string =>
  decoded(segment).replaceAll('~1', '/').replaceAll('~0', '~');

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function own(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

function valueAt(value: unknown, pointer: string): unknown {
  const names = pointer.split('/').slice(1);
  return names.reduce((at, name) => own(at, unescaped(name)), value);
}

/** Returns the schema at a keyword's location; follows local references. */
function wantedAt(schema: Schema, location: string): unknown {
  let at: unknown = schema;
  for (const name of location.split('/').slice(1)) {
    const next = own(at, unescaped(name));
    const isReference = name === '$ref' && typeof next === 'string';
    at = isReference && next.startsWith('#') ? valueAt(schema, next.slice(1)) : next;
  }
  return at;
}

function told(wanted: unknown): string {
  if (wanted === undefined) return '';
  const all = Array.isArray(wanted) ? wanted.map(plain).join(', ') : plain(wanted);
  return all.slice(0, longestWanted);
}

const plain = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

function lacking(names: unknown, there: unknown): string {
  if (!Array.isArray(names)) return '';
  return told(names.filter((name) => typeof name === 'string' && own(there, name) === undefined));
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}
