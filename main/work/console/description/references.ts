import type { Json } from '../../../../preload/contract/shapes.ts';
import { isRecord } from '../../operations/index.ts';
import type { Warn } from './warnings.ts';

/** What is read, and where to tell what is wrong with it. */
export interface Reading {
  readonly references: References;
  readonly warn: Warn;
  /** Line of a place in the file. */
  lineOf(path: readonly (string | number)[]): number | null;
}

export type JsonRecord = { [key: string]: Json };

const longestChain = 20;
/** Characters of one schema's JSON. */
const largestSchema = 2_000_000;
const mostSchemas = 20_000;

/** The references of a description; nothing outside of it is ever fetched. */
export interface References {
  /** Returns the object itself, or what it refers to; null with a warning if there is none. */
  resolve(value: Json | undefined): JsonRecord | null;
  /** Returns a schema whose references lead to `schemas`; others are left out with a warning. */
  schema(value: Json | undefined): Json;
  /** Schemas that were referred to, as JSON, by `$ref`. */
  readonly schemas: ReadonlyMap<string, string>;
  /** Which further schemas each of them refers to. */
  readonly referred: ReadonlyMap<string, readonly string[]>;
}

/** @param lineOf of a place in the file, by its path */
export function createReferences(
  root: Json,
  warn: Warn,
  lineOf: (path: readonly string[]) => number | null,
): References {
  const schemas = new Map<string, string>();
  const referred = new Map<string, readonly string[]>();
  const waiting: string[] = [];

  const targetOf = (ref: string): Json | undefined => {
    const path = pathOf(ref);
    if (path === null) {
      warn({ code: 'external-ref', line: null, about: ref });
      return undefined;
    }
    const target = path.reduce<Json | undefined>(
      (at, step) =>
        typeof at === 'object' && at !== null && Object.hasOwn(at, step)
          ? (Reflect.get(at, step) as Json)
          : undefined,
      root,
    );
    if (target === undefined) {
      warn({ code: 'missing-ref', line: lineOf(path.slice(0, 2)), about: ref });
    }
    return target;
  };

  const resolve = (value: Json | undefined): JsonRecord | null => {
    let at = value;
    for (let hops = 0; hops < longestChain; hops++) {
      if (!isRecord(at)) return null;
      if (typeof at.$ref !== 'string') return at;
      at = targetOf(at.$ref);
    }
    warn({ code: 'missing-ref', line: null, about: String(isRecord(value) ? value.$ref : '') });
    return null;
  };

  /** Returns whether a schema of this reference can be had. */
  const take = (ref: string, found: string[]): boolean => {
    if (!schemas.has(ref)) {
      const target = targetOf(ref);
      if (!isRecord(target) && typeof target !== 'boolean') return false;
      if (schemas.size >= mostSchemas) {
        warn({ code: 'too-deep', line: null, about: ref });
        return false;
      }
      schemas.set(ref, 'true');
      waiting.push(ref);
    }
    found.push(ref);
    return true;
  };

  const copy = (value: Json, found: string[]): Json => {
    if (Array.isArray(value)) return value.map((one) => copy(one, found));
    if (!isRecord(value)) return value;
    const { $ref: ref, ...rest } = value;
    const entries = Object.entries(rest).map(([name, one]): [string, Json] => [
      name,
      copy(one, found),
    ]);
    if (typeof ref !== 'string') {
      // A property of this name.
      if (ref !== undefined) entries.push(['$ref', copy(ref, found)]);
    } else if (take(ref, found)) entries.push(['$ref', ref]);
    return Object.fromEntries(entries);
  };

  const bounded = (value: Json, about: string, found: string[]): Json => {
    const copied = copy(value, found);
    if (JSON.stringify(copied).length <= largestSchema) return copied;
    warn({ code: 'too-deep', line: null, about });
    found.length = 0;
    return {};
  };

  const finish = (): void => {
    for (let ref = waiting.pop(); ref !== undefined; ref = waiting.pop()) {
      const found: string[] = [];
      const json = JSON.stringify(bounded(targetOf(ref) ?? {}, ref, found));
      schemas.set(ref, json);
      referred.set(ref, [...new Set(found)]);
    }
  };

  return {
    resolve,
    schemas,
    referred,
    schema(value) {
      if (!isRecord(value)) return typeof value === 'boolean' ? value : {};
      const schema = bounded(value, 'schema', []);
      finish();
      return schema;
    },
  };
}

/** Returns the steps of a JSON pointer within the file; null for anything else. */
function pathOf(ref: string): string[] | null {
  if (ref === '#') return [];
  if (!ref.startsWith('#/')) return null;
  try {
    return ref
      .slice(2)
      .split('/')
      .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));
  } catch {
    return null;
  }
}
