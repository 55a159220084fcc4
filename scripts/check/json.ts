import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesBelow, lineOf } from './files.ts';
import { type Checker, error, type Finding } from './finding.ts';
import { type Node, nodesOf } from './syntax.ts';

const own = 'preload/contract/json.ts';

/** The errors of `JSON.parse` quote the text, and errors are logged: what ships parses by `parseJson`. */
export const json: Checker = async (root) => {
  const files = await filesBelow(root, ['main', 'preload', 'renderer'], ['.ts', '.tsx']);
  const lists = await Promise.all(
    files.map(async (file): Promise<Finding[]> => {
      const text = await readFile(join(root, file), 'utf8');
      if (file === own || !text.includes('JSON')) return [];
      return nodesOf(file, text)
        .filter(isParse)
        .map(({ start }) =>
          error(`${file}:${lineOf(text, start)}`, `JSON.parse: use parseJson of ${own}`),
        );
    }),
  );
  return lists.flat();
};

/** `JSON.parse`, also where it is only named. */
function isParse(node: Node): boolean {
  if (node.type !== 'MemberExpression') return false;
  const object = node.object as Node;
  const property = node.property as Node;
  const isNamed = property.name === 'parse' || property.value === 'parse';
  return object.type === 'Identifier' && object.name === 'JSON' && isNamed;
}
