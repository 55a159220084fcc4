import { serveWorker } from '../workers/serve.ts';
import type { StorageMethods } from './database.ts';
import { checkDestination, moveData, removeMoveMark } from './move/index.ts';
import { applyRestore } from './parts/restore.ts';
import { openSqlite, requireFree, type Sqlite } from './sqlite.ts';

/** Computations of subjects beside their tables, by name. */
export type Computations = Readonly<Record<string, (tables: Tables, input: never) => unknown>>;

/** The database in the thread that has it open. */
export type Tables = Pick<Sqlite, 'all' | 'transaction'>;

/** Answers main's requests to the database in a worker. */
export function serveStorage(computations: Computations): void {
  let sqlite: Sqlite | null = null;

  function opened(): Sqlite {
    if (sqlite === null) throw new Error('the database is not open');
    return sqlite;
  }

  serveWorker<StorageMethods>({
    open({ file }) {
      applyRestore(file, requireFree, (one) => openSqlite(one).close());
      sqlite = openSqlite(file);
      return { version: sqlite.version, damage: sqlite.damage };
    },
    all: (query) => opened().all(query),
    transaction: ({ statements }) => ({ changes: opened().transaction(statements) }),
    compute({ name, input }) {
      const computation = computations[name];
      if (computation === undefined) throw new Error(`there is no computation ${name}`);
      return computation(opened(), input as never);
    },
    copy({ file, parts }) {
      opened().copyTo(file, parts);
      return null;
    },
    checkDestination({ place, from }) {
      checkDestination(place, from);
      return null;
    },
    move({ from, to, token }, { progress }) {
      moveData(from, to, token, progress);
      return null;
    },
    removeMoveMark({ to }) {
      removeMoveMark(to);
      return null;
    },
    close() {
      sqlite?.close();
      sqlite = null;
      return null;
    },
  });
}
