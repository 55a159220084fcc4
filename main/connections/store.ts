import { parseJson } from '../../preload/contract/json.ts';
import {
  type ConnectionChoices,
  connectionChoices,
} from '../../preload/contract/systems/connections.ts';
import type { Database, Row, Statement } from '../storage/database.ts';

/** What holds where nothing was decided. */
export function undecided(systemId: string): ConnectionChoices {
  return { systemId, pins: [], intermediates: [], proxy: { kind: 'system' }, tls12: [] };
}

/** The table `connections`. What cannot be read trusts nobody. */
export async function loadChoices(database: Database): Promise<Map<string, ConnectionChoices>> {
  const rows = await database.all('SELECT * FROM connections');
  return new Map(rows.map((row) => [String(row.system_id), fromRow(row)]));
}

function fromRow(row: Row): ConnectionChoices {
  const systemId = String(row.system_id);
  const { shape } = connectionChoices;
  const none = undecided(systemId);
  const pins = shape.pins.safeParse(jsonOf(row.pins));
  const intermediates = shape.intermediates.safeParse(jsonOf(row.intermediates));
  const proxy = shape.proxy.safeParse(jsonOf(row.proxy));
  return {
    systemId,
    pins: pins.data ?? none.pins,
    intermediates: intermediates.data ?? none.intermediates,
    proxy: proxy.data ?? none.proxy,
    tls12: shape.tls12.safeParse(jsonOf(row.tls12)).data ?? none.tls12,
  };
}

function jsonOf(value: Row[string] | undefined): unknown {
  try {
    return parseJson(String(value));
  } catch {
    return null;
  }
}

export function saveChoices({ systemId, ...choices }: ConnectionChoices): Statement {
  const { pins, intermediates, proxy, tls12 } = choices;
  return {
    sql: `INSERT OR REPLACE INTO connections (system_id, pins, intermediates, proxy, tls12)
      VALUES (?, ?, ?, ?, ?)`,
    params: [systemId, ...[pins, intermediates, proxy, tls12].map((one) => JSON.stringify(one))],
  };
}
