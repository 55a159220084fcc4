import {
  type ConnectionChoices,
  connectionChoices,
} from '../../../preload/contract/systems/connections.ts';
import type { Database, Statement } from '../../base/storage/database.ts';
import { type RowReader, readRows } from '../../base/storage/rows/index.ts';

/** Returns the defaults. */
export function defaultChoices(systemId: string): ConnectionChoices {
  return { systemId, pins: [], intermediates: [], proxy: { kind: 'system' }, tls12: [] };
}

const { shape } = connectionChoices;

/** Trusts nobody if the row is unreadable. */
export const choiceRows: RowReader<ConnectionChoices> = {
  table: 'connections',
  called: 'system_id',
  read(row) {
    const none = defaultChoices(row.word('system_id'));
    return {
      ...none,
      pins: row.or(none.pins, () => row.json('pins', shape.pins)),
      intermediates: row.or(none.intermediates, () =>
        row.json('intermediates', shape.intermediates),
      ),
      proxy: row.or(none.proxy, () => row.json('proxy', shape.proxy)),
      tls12: row.or(none.tls12, () => row.json('tls12', shape.tls12)),
    };
  },
};

/** The table `connections`. */
export async function loadChoices(database: Database): Promise<Map<string, ConnectionChoices>> {
  const rows = await database.all({ sql: 'SELECT * FROM connections' });
  return new Map(readRows(database, choiceRows, rows).map((one) => [one.systemId, one]));
}

export function saveChoices({ systemId, ...choices }: ConnectionChoices): Statement {
  const { pins, intermediates, proxy, tls12 } = choices;
  return {
    sql: `INSERT OR REPLACE INTO connections (system_id, pins, intermediates, proxy, tls12)
      VALUES (?, ?, ?, ?, ?)`,
    params: [systemId, ...[pins, intermediates, proxy, tls12].map((one) => JSON.stringify(one))],
  };
}
