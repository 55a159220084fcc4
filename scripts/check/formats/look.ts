import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { error, type Finding } from '../finding.ts';

// A process of its own: the modules are those of the tree that is checked, and Node keeps what it has loaded.
const [, , root = ''] = process.argv;
const storage = 'main/base/storage';
const load = (file: string): Promise<unknown> => import(pathToFileURL(join(root, file)).href);

const { migrations } = (await load(
  `${storage}/migrations/index.ts`,
)) as typeof import('../../../main/base/storage/migrations/index.ts');
const { computeDefinitionsHash, definitionsHash } = (await load(
  `${storage}/formats/definitions.ts`,
)) as typeof import('../../../main/base/storage/formats/definitions.ts');
const { tablesOf } = (await load(
  `${storage}/formats/tables.ts`,
)) as typeof import('../../../main/base/storage/formats/tables.ts');

console.log(JSON.stringify([...corpus(), ...definitions(), ...parts()]));

function corpus(): Finding[] {
  return migrations.flatMap((_, index) => {
    const file = `test/corpora/formats/${String(index + 1).padStart(4, '0')}.sql`;
    if (existsSync(join(root, file))) return [];
    const what = 'what its migration does, then rows as the app of that format stores them';
    return [error(file, `is missing: the corpus has every format (${what})`)];
  });
}

function definitions(): Finding[] {
  const made = computeDefinitionsHash();
  if (made === definitionsHash) return [];
  return [error(`${storage}/formats/definitions.ts`, `definitionsHash is '${made}' by now`)];
}

function parts(): Finding[] {
  const db = new DatabaseSync(':memory:');
  for (const sql of migrations) db.exec(sql);
  const names = db
    .prepare(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite_%'`,
    )
    .all()
    .map(({ name }) => String(name))
    // the search is built anew
    .filter((name) => !/^(message_index|unindexed_messages)/.test(name));
  const file = `${storage}/formats/tables.ts`;
  const listed = Object.values(tablesOf).flat();
  return [
    ...names
      .filter((name) => !listed.includes(name))
      .map((name) => error(file, `the table "${name}" belongs to no part of a backup`)),
    ...listed
      .filter((name, at) => !names.includes(name) || listed.indexOf(name) !== at)
      .map((name) => error(file, `the table "${name}" is not there, or stands here twice`)),
  ];
}
