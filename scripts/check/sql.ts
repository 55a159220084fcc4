import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { constantsOf, textOf } from './constants.ts';
import { filesBelow, lineOf } from './files.ts';
import { type Checker, error, type Finding, warning } from './finding.ts';
import { type Node, nodesOf } from './syntax.ts';

/**
 * Files with statements known only at run time, with their content; none of it comes from a window, a file or a server.
 */
const listed: Readonly<Record<string, string>> = {
  'main/chat/conversations/search/index.ts': 'a function of SQL over a column, written here',
  'main/chat/conversations/search/indexer.ts': 'a function of SQL over a column, written here',
  'main/chat/conversations/search/candidates.ts':
    'conditions that are written here, with parameters',
  'main/chat/conversations/store/attachments.ts':
    'table and column out of a list that is written here',
  'main/chat/conversations/store/conversations.ts': 'columns out of a list that is written here',
  'main/chat/conversations/store/drafts.ts': 'one of two columns that are written here',
  'main/base/storage/damage/references.ts': 'names of the schema that the migrations made',
  'main/base/storage/damage/repair.ts': 'names of the schema that the migrations made',
  'main/base/storage/damage/scan.ts': 'names of the schema that the migrations made',
  'main/base/storage/formats/log-mark.ts': 'a number that is written there',
  'main/base/storage/formats/tables.ts': 'tables out of a list that is written there',
  'main/base/storage/move/copy.ts': 'tables of the app’s own database, counted',
  'main/base/storage/parts/merge.ts':
    'tables out of a list, and their columns in the app’s own schema',
  'main/base/storage/rows/index.ts': 'tables out of the list of their readers',
  'main/base/storage/vault/rows.ts': 'one of two columns that are written there',
};

const statement =
  /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH|CREATE|ALTER|DROP|PRAGMA|ATTACH|DETACH|VACUUM|REPLACE|SAVEPOINT|RELEASE|ROLLBACK)\s/;

/** Text reaches the database as parameters: a statement is written out in its file, or the file is listed. */
export const sql: Checker = async (root) => {
  const files = await filesBelow(root, ['main'], ['.ts']);
  const met = new Set<string>();
  const lists = await Promise.all(
    files.map(async (file): Promise<Finding[]> => {
      const text = await readFile(join(root, file), 'utf8');
      if (!/SELECT|INSERT|UPDATE|DELETE|PRAGMA|CREATE|ALTER|DROP|ATTACH|VACUUM/.test(text))
        return [];
      const nodes = nodesOf(file, text);
      const known = constantsOf(nodes);
      const open = nodes.filter((node) => isStatement(node) && textOf(node, known) === null);
      if (open.length > 0) met.add(file);
      if (Object.hasOwn(listed, file)) return [];
      return open.map(({ start }) =>
        error(
          `${file}:${lineOf(text, start)}`,
          'a statement that only a run tells: use parameters, or list the file in scripts/check/sql.ts',
        ),
      );
    }),
  );
  const present = Object.keys(listed).filter((file) => files.includes(file) && !met.has(file));
  return [
    ...lists.flat(),
    ...present.map((file) =>
      warning(file, 'is listed in scripts/check/sql.ts and needs it no more'),
    ),
  ];
};

function isStatement(node: Node): boolean {
  if (node.type === 'TemplateLiteral') {
    const [first] = node.quasis as { value: { cooked: string | null } }[];
    return (node.expressions as Node[]).length > 0 && statement.test(first?.value.cooked ?? '');
  }
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return false;
  const left = node.left as Node;
  return left.type === 'Literal' && statement.test(String(left.value));
}
