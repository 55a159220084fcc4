import { hash } from 'node:crypto';
import { parseJson } from '../../../../common/texts/json.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { Json } from '../../../../preload/contract/shapes.ts';
import { mostOperations } from '../../../../preload/contract/work/console-limits.ts';
import { isRecord } from '../../operations/index.ts';
import { type OperationParts, readParts, withoutExamples } from './parts.ts';
import type { JsonRecord, Reading, References } from './references.ts';
import { lineOf } from './texts.ts';
import type { ReadOperation } from './types.ts';

/** Methods of a path in OpenAPI 3.2; earlier versions have the first eight. */
const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];
const mostTags = 20;
const mostReached = 5_000;
/** Characters of what is kept of an operation: with examples, without them, and of all operations. */
const largestWithExamples = 2_000_000;
const largest = 8_000_000;
const mostCharacters = 64_000_000;

/** Returns the operations in the description's order. What cannot be used is left out with a warning. */
export function readOperations(root: JsonRecord, reading: Reading): ReadOperation[] {
  const { references, warn } = reading;
  const reached = createReached(references);
  const all: ReadOperation[] = [];
  const ids = countIds(root, references);
  const paths = isRecord(root.paths ?? null) ? (root.paths as JsonRecord) : {};
  let tooMany = false;
  let characters = 0;
  for (const [path, given] of Object.entries(paths)) {
    if (path.startsWith('x-')) continue;
    const item = references.resolve(given);
    if (item === null || !path.startsWith('/') || path.length > 2000) {
      warn({ code: 'bad-operation', line: reading.lineOf(['paths', path]), about: path });
      continue;
    }
    for (const [method, operation] of methodsOf(item)) {
      const at = ['paths', path, method];
      const key = `${method.toUpperCase()} ${path}`;
      if (!isRecord(operation)) {
        warn({ code: 'bad-operation', line: reading.lineOf(at), about: key });
        continue;
      }
      if (all.length >= mostOperations) {
        tooMany = true;
        continue;
      }
      const detail = detailOf(readParts({ root, path, item, operation, at, key }, reading));
      if (detail.length > largest) {
        warn({ code: 'bad-operation', line: reading.lineOf(at), about: key });
        continue;
      }
      // Parts that many operations refer to are kept with each of them.
      characters += detail.length;
      if (characters > mostCharacters) throw new AppError('description-too-complex');
      all.push(operationOf(key, operation, detail, { ids, reached, reading, at }));
    }
  }
  if (tooMany) {
    warn({ code: 'too-many-operations', line: null, about: String(mostOperations) });
  }
  return all;
}

function operationOf(
  key: string,
  operation: JsonRecord,
  detail: string,
  {
    ids,
    reached,
    reading,
    at,
  }: {
    readonly ids: ReadonlyMap<string, number>;
    readonly reached: (json: string) => string;
    readonly reading: Reading;
    readonly at: readonly string[];
  },
): ReadOperation {
  const [method = '', path = ''] = splitKey(key);
  const named = lineOf(operation.operationId, 300);
  const isOnly = ids.get(named) === 1;
  if (named !== '' && !isOnly) {
    reading.warn({ code: 'same-id', line: reading.lineOf([...at, 'operationId']), about: named });
  }
  const tags = Array.isArray(operation.tags) ? operation.tags : [];
  const summary = lineOf(operation.summary, 500);
  return {
    key,
    operationId: isOnly ? named : null,
    method,
    path,
    tags: [...new Set(tags.map((tag) => lineOf(tag, 100)).filter((tag) => tag !== ''))].slice(
      0,
      mostTags,
    ),
    summary,
    deprecated: operation.deprecated === true,
    detail,
    hash: hash('sha256', `${summary}\n${detail}\n${reached(detail)}`),
  };
}

function detailOf(parts: OperationParts): string {
  const detail = JSON.stringify(parts);
  return detail.length > largestWithExamples ? JSON.stringify(withoutExamples(parts)) : detail;
}

export const splitKey = (key: string): [method: string, path: string] => {
  const blank = key.indexOf(' ');
  return [key.slice(0, blank), key.slice(blank + 1)];
};

function methodsOf(item: JsonRecord): [string, Json][] {
  const usual = methods.flatMap((method): [string, Json][] => {
    const operation = item[method];
    return operation === undefined || operation === null ? [] : [[method, operation]];
  });
  const more = item.additionalOperations;
  const others = isRecord(more)
    ? Object.entries(more).filter(([method]) => /^[A-Za-z]{1,20}$/.test(method))
    : [];
  return [...usual, ...others];
}

function countIds(root: JsonRecord, references: References): Map<string, number> {
  const counts = new Map<string, number>();
  if (!isRecord(root.paths)) return counts;
  for (const given of Object.values(root.paths)) {
    const item = isRecord(given) && given.$ref === undefined ? given : references.resolve(given);
    for (const [, operation] of item === null ? [] : methodsOf(item)) {
      const id = isRecord(operation) ? lineOf(operation.operationId, 300) : '';
      if (id !== '') counts.set(id, (counts.get(id) ?? 0) + 1);
    }
  }
  return counts;
}

/** Returns a function that gives a text of all schemas that an operation reaches. */
function createReached({ schemas, referred }: References): (json: string) => string {
  const hashes = new Map<string, string>();
  const hashOf = (ref: string): string => {
    const known = hashes.get(ref) ?? hash('sha256', schemas.get(ref) ?? '');
    hashes.set(ref, known);
    return known;
  };
  return (json) => {
    const open = [...json.matchAll(/"\$ref":"((?:[^"\\]|\\.)*)"/g)].map(([, ref = '']) =>
      String(parseJson(`"${ref}"`)),
    );
    const seen = new Set<string>();
    for (let ref = open.pop(); ref !== undefined && seen.size < mostReached; ref = open.pop()) {
      if (seen.has(ref) || !schemas.has(ref)) continue;
      seen.add(ref);
      open.push(...(referred.get(ref) ?? []));
    }
    return [...seen].sort().map(hashOf).join();
  };
}
