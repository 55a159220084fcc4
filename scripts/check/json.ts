import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesBelow, lineOf } from './files.ts';
import { type Checker, error, type Finding } from './finding.ts';
import { type Node, nodesOf } from './syntax.ts';

const own = 'common/texts/json.ts';

/** Code that reads servers' answers, and within it the files that read what the app itself has stored or written. */
const foreign =
  /^main\/(?:base\/network|systems\/(?:list|connections|sign-in|clients)|machines\/(?:monitor|maintenance)|chat\/service|settings\/updates|doctor\/examination)\//;
const keeping = new Set([
  'main/systems/clients/store.ts',
  'main/systems/connections/store.ts',
  'main/machines/maintenance/store.ts',
  'main/systems/sign-in/settings.ts',
  'main/systems/sign-in/token-store.ts',
  'main/systems/list/store.ts',
  'main/machines/monitor/store.ts',
  // its own lists beside those of servers
  'main/chat/service/model-lists.ts',
  // long events with the limit, and a part of one
  'main/chat/service/stream/decoder.ts',
  'main/chat/service/stream/tool-calls.ts',
]);

/**
 * Errors of `JSON.parse` quote the text, and errors are logged: shipped code uses `parseJson`, and `parseForeign`,
 * which limits the depth, for servers' texts.
 */
export const json: Checker = async (root) => {
  const files = await filesBelow(root, ['common', 'main', 'preload', 'renderer'], ['.ts', '.tsx']);
  const lists = await Promise.all(
    files.map(async (file): Promise<Finding[]> => {
      const text = await readFile(join(root, file), 'utf8');
      if (file === own || !/JSON|parseJson/.test(text)) return [];
      const parsed = nodesOf(file, text)
        .filter(isParse)
        .map(({ start }) =>
          error(`${file}:${lineOf(text, start)}`, `JSON.parse: use parseJson of ${own}`),
        );
      const unbound = text.search(/\bparseJson\b/);
      if (unbound === -1 || !foreign.test(file) || keeping.has(file)) return parsed;
      const place = `${file}:${lineOf(text, unbound)}`;
      const instead = 'parseJson: use parseForeign, or name the file in scripts/check/json.ts';
      return [...parsed, error(place, instead)];
    }),
  );
  return lists.flat();
};

/** `JSON.parse`, even without a call. */
function isParse(node: Node): boolean {
  if (node.type !== 'MemberExpression') return false;
  const object = node.object as Node;
  const property = node.property as Node;
  const isNamed = property.name === 'parse' || property.value === 'parse';
  return object.type === 'Identifier' && object.name === 'JSON' && isNamed;
}
