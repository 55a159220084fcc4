import * as z from 'zod';
import { reasoningControl } from '../../../preload/contract/systems/reasoning-control.ts';
import {
  defaultRequestTimeout,
  requestTimeoutRange,
} from '../../../preload/contract/systems/system-choices.ts';
import {
  authority,
  reasoningBack,
  routes,
  type System,
} from '../../../preload/contract/systems/systems.ts';
import { computeApi } from '../../../preload/contract/work/compute-api.ts';
import type { Database, Statement } from '../../base/storage/database.ts';
import { defaultTime, type RowReader, readRows } from '../../base/storage/rows/index.ts';

const authorities = z.array(authority);
/** For stored addresses: typed ones are checked more strictly. */
const kept = z.union([z.literal(''), z.url()]);

export const systemRows: RowReader<System> = {
  table: 'systems',
  called: 'name',
  read: (row) => ({
    id: row.word('id'),
    name: row.text('name'),
    kind: row.or('real', () => row.one('kind', ['demo', 'real'])),
    webApiUrl: row.shaped('web_api_url', kept),
    authUrl: row.shaped('auth_url', z.url().nullable()),
    genaiUrl: row.shaped('genai_url', z.url().nullable()),
    authorities: row.json('authorities', authorities),
    certificateId: row.or(null, () => row.optionalWord('certificate_id')),
    route: row.or('certificate', () => row.one('route', routes)),
    reasoningBack: row.or('in-tool-rounds', () => row.one('reasoning_back', reasoningBack)),
    longestRequest: row.or(defaultRequestTimeout, () => lasting(row.count('longest_request'))),
    thinkTags: row.or(true, () => row.flag('think_tags')),
    reasoningControl: row.or(null, () => row.optionalJson('reasoning_control', reasoningControl)),
    computeApi: row.or(null, () => row.optionalJson('compute_api', computeApi)),
    createdAt: row.or(defaultTime, () => row.instant('created_at')),
  }),
};

/** Returns the number if it is a possible choice. */
const lasting = (seconds: number): number =>
  Math.min(requestTimeoutRange.most, Math.max(requestTimeoutRange.least, seconds));

/** The table `systems`. */
export async function loadSystems(
  database: Pick<Database, 'all' | 'unreadableRows'>,
): Promise<System[]> {
  const rows = await database.all({ sql: 'SELECT * FROM systems ORDER BY created_at, id' });
  return readRows(database, systemRows, rows);
}

export function saveSystem(system: System): Statement {
  return {
    sql: `INSERT INTO systems (id, name, kind, web_api_url, auth_url, genai_url, authorities, certificate_id, route, reasoning_back, longest_request, think_tags, reasoning_control, compute_api, created_at)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT (id) DO UPDATE SET name = excluded.name, kind = excluded.kind,
            web_api_url = excluded.web_api_url, auth_url = excluded.auth_url,
            genai_url = excluded.genai_url, authorities = excluded.authorities,
            certificate_id = excluded.certificate_id, route = excluded.route,
            reasoning_back = excluded.reasoning_back,
            longest_request = excluded.longest_request, think_tags = excluded.think_tags,
            reasoning_control = excluded.reasoning_control,
            compute_api = excluded.compute_api`,
    params: [
      system.id,
      system.name,
      system.kind,
      system.webApiUrl,
      system.authUrl,
      system.genaiUrl,
      JSON.stringify(system.authorities),
      system.certificateId,
      system.route,
      system.reasoningBack,
      system.longestRequest,
      Number(system.thinkTags),
      system.reasoningControl ? JSON.stringify(system.reasoningControl) : null,
      system.computeApi ? JSON.stringify(system.computeApi) : null,
      system.createdAt,
    ],
  };
}

export function deleteSystem(id: string): Statement {
  return { sql: 'DELETE FROM systems WHERE id = ?', params: [id] };
}
