import { addUp, foldDays } from '../../machines/sums/index.ts';
import { serveWorker } from '../workers/serve.ts';
import type { StorageMethods } from './database.ts';
import { forgetMove, moveData, tryPlace } from './moving/index.ts';
import { putRestored } from './parts/restore.ts';
import { openSqlite, requireFree, type Sqlite } from './sqlite.ts';

let sqlite: Sqlite | null = null;

function opened(): Sqlite {
  if (sqlite === null) throw new Error('the database is not open');
  return sqlite;
}

serveWorker<StorageMethods>({
  open({ file }) {
    putRestored(file, requireFree, (one) => openSqlite(one).close());
    sqlite = openSqlite(file);
    return { version: sqlite.version, damage: sqlite.damage };
  },
  all: ({ sql, params }) => opened().all(sql, params ?? []),
  transaction: ({ statements }) => ({ changes: opened().transaction(statements) }),
  machineSums: (input) => addUp(opened(), input),
  copy({ file, parts }) {
    opened().copyTo(file, parts);
    return null;
  },
  foldMachineDays: (input) => foldDays(opened(), input),
  tryPlace({ place, from }) {
    tryPlace(place, from);
    return null;
  },
  move({ from, to, token }, { progress }) {
    moveData(from, to, token, progress);
    return null;
  },
  forgetMove({ to }) {
    forgetMove(to);
    return null;
  },
  close() {
    sqlite?.close();
    sqlite = null;
    return null;
  },
});
