import type { Database } from '../../../main/base/storage/database.ts';
import { openSqlite } from '../../../main/base/storage/sqlite.ts';
import { readState } from '../../../main/machines/choices/states.ts';
import {
  createMachineHistory,
  type MachineHistory,
  type MachineHistoryDeps,
} from '../../../main/machines/history/index.ts';
import { computations } from '../../../main/machines/sums/index.ts';
import { recordLog } from './world.ts';

/** The real tables in memory and in this thread, for tests that write very often, with one system `one`. */
export function openHistoryTables(): Database {
  const sqlite = openSqlite(':memory:');
  sqlite.transaction([
    {
      sql: `INSERT INTO systems (id, name, kind, web_api_url, authorities, created_at)
            VALUES ('one', 'One', 'real', '', '[]', '')`,
    },
  ]);
  const all: Database['all'] = async (query) => sqlite.all(query);
  return {
    all,
    get: async (query) => (await all(query))[0],
    run: async (...statements) => sqlite.transaction(statements),
    runAll: async (statements) => sqlite.transaction(statements),
    compute: async (name, input) =>
      computations[name as keyof typeof computations](sqlite, input as never),
    close: async () => sqlite.close(),
  };
}

/** What raw values mean and how often is asked where the user has said nothing. */
export const plainMeanings = {
  stateOf: (_: string, status: string) => readState(status),
  onMeaning: () => () => undefined,
  polling: () => ({ every: 60, troubled: 30 }),
  onPolling: () => () => undefined,
};

/** Nobody wants to be told of anything. */
export const noNotices = {
  observed: () => undefined,
  missed: () => undefined,
  wanted: () => false,
  onWanted: () => () => undefined,
};

/** As a start of the app makes it of what is in the tables. */
export function startHistory(
  database: Database,
  timeZone: string,
  change: Partial<MachineHistoryDeps> = {},
): MachineHistory {
  return createMachineHistory({
    ...{ database, timeZone, meanings: plainMeanings, emit: () => undefined, log: recordLog() },
    ...change,
  });
}
