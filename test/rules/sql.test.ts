import { expect, test } from 'vitest';
import { emptyTree } from './tree.ts';

test('a statement holds no words that only a run tells', async () => {
  const tree = emptyTree();
  tree.write(
    'main/a.ts',
    'export const find = (id: string) => `SELECT * FROM t WHERE id = \x24{id}`;\n',
  );
  tree.write('main/b.ts', "export const drop = (t: string) => 'DROP TABLE ' + t;\n");
  const message =
    'a statement that only a run tells: use parameters, or list the file in scripts/check/sql.ts';
  expect((await tree.errors('sql')).sort()).toEqual([
    `main/a.ts:1: ${message}`,
    `main/b.ts:1: ${message}`,
  ]);
});

test('parameters, and pieces that are written in the same file, are fine', async () => {
  const tree = emptyTree();
  tree.write(
    'main/a.ts',
    [
      "const ours = 'id IN (SELECT id FROM u)';",
      'const order = `ORDER BY n` + ` DESC`;',
      'export const sql = `DELETE FROM t WHERE \x24{ours} AND n = ?1 \x24{order}`;',
      'export const said = (name: string) => `Select \x24{name} in the list`;',
      '',
    ].join('\n'),
  );
  expect(await tree.errors('sql')).toEqual([]);
});
