import { expect, test } from 'vitest';
import { copyOfTheTree } from './tree.ts';

const migrations = 'main/base/storage/migrations/index.ts';

test('a migration without its format, its definitions and a part of the backup for its table fails the check', async () => {
  const tree = copyOfTheTree();
  expect(await tree.errors('formats')).toEqual([]);
  const text = tree.read(migrations);
  const last = text.lastIndexOf('];');
  const made = "  'CREATE TABLE consoles (id TEXT PRIMARY KEY) STRICT',\n];";
  tree.write(migrations, `${text.slice(0, last)}${made}${text.slice(last + 2)}`);
  expect(await tree.errors('formats')).toEqual([
    expect.stringMatching(/^test\/corpora\/formats\/\d{4}\.sql: is missing/),
    expect.stringMatching(/formats\/definitions\.ts: definitionsHash is '[\da-f]{64}' by now$/),
    expect.stringMatching(/formats\/tables\.ts: the table "consoles" belongs to no part/),
  ]);
  tree.write(migrations, text.replace('export const migrations', 'export const broken'));
  expect(await tree.errors('formats')).toEqual([expect.stringMatching(/^main\/base\/storage/)]);
});
