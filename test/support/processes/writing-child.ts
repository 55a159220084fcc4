// Writes into a database, a row a transaction, until it is killed: node writing-child.ts FILE prints the number of
// each row once it is kept.
import { openSqlite } from '../../../main/base/storage/sqlite.ts';

const [, , file = ''] = process.argv;
const database = openSqlite(file);
// a log that comes into the file often, so that a kill meets that too
database.all({ sql: 'PRAGMA wal_autocheckpoint = 20' });
for (let number = 1; ; number += 1) {
  database.transaction([
    {
      sql: 'INSERT INTO secrets (name, protection, sealed) VALUES (?, ?, ?)',
      params: [`row ${number}`, 'user', Buffer.alloc(3000, number)],
    },
  ]);
  process.stdout.write(`${number}\n`);
}
