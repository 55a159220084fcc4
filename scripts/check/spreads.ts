import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesBelow, lineOf } from './files.ts';
import { type Checker, error, type Finding } from './finding.ts';
import { type Node, nodesOf } from './syntax.ts';

/** Properties, elements and arguments are written where they belong; a spread is for what is not written there. */
export const spreads: Checker = async (root) => {
  const folders = ['common', 'main', 'preload', 'renderer', 'scripts'];
  const files = await filesBelow(root, folders, ['.ts', '.tsx', '.mts', '.mjs', '.js']);
  const lists = await Promise.all(
    files.map(async (file): Promise<Finding[]> => {
      const text = await readFile(join(root, file), 'utf8');
      return nodesOf(file, text)
        .filter(isSpreadLiteral)
        .map(({ start }) => error(`${file}:${lineOf(text, start)}`, message));
    }),
  );
  return lists.flat();
};

const message = 'the spread of a literal: write what it holds in its place';

/** `...{ a }`, `...['a']` and `{...{ a }}`; `...(x && { a })` and `...(x ? ['a'] : [])` are for what may be absent. */
function isSpreadLiteral(node: Node): boolean {
  if (node.type !== 'SpreadElement' && node.type !== 'JSXSpreadAttribute') return false;
  let spread = node.argument as Node;
  while (/^(?:ParenthesizedExpression|TS(?:As|Satisfies)Expression)$/.test(spread.type)) {
    spread = spread.expression as Node;
  }
  return spread.type === 'ObjectExpression' || spread.type === 'ArrayExpression';
}
