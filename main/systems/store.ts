import { parseJson } from '../../preload/contract/json.ts';
import { reasoningBack, routes, type System } from '../../preload/contract/systems/systems.ts';
import type { Database, Row, Statement } from '../storage/database.ts';

/** The table `systems`. */
export async function loadSystems(database: Pick<Database, 'all'>): Promise<System[]> {
  const rows = await database.all('SELECT * FROM systems ORDER BY created_at, id');
  return rows.map(fromRow);
}

function fromRow(row: Row): System {
  return {
    id: String(row.id),
    name: String(row.name),
    kind: row.kind === 'demo' ? 'demo' : 'real',
    webApiUrl: String(row.web_api_url),
    authUrl: row.auth_url === null ? null : String(row.auth_url),
    genaiUrl: row.genai_url === null ? null : String(row.genai_url),
    authorities: parseJson(String(row.authorities)) as System['authorities'],
    certificateId: row.certificate_id === null ? null : String(row.certificate_id),
    route: routes.find((route) => route === row.route) ?? 'certificate',
    reasoningBack: reasoningBack.find((when) => when === row.reasoning_back) ?? 'in-tool-rounds',
    createdAt: String(row.created_at),
  };
}

export function saveSystem(system: System): Statement {
  return {
    sql: `INSERT INTO systems (id, name, kind, web_api_url, auth_url, genai_url, authorities, certificate_id, route, reasoning_back, created_at)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT (id) DO UPDATE SET name = excluded.name, kind = excluded.kind,
            web_api_url = excluded.web_api_url, auth_url = excluded.auth_url,
            genai_url = excluded.genai_url, authorities = excluded.authorities,
            certificate_id = excluded.certificate_id, route = excluded.route,
            reasoning_back = excluded.reasoning_back`,
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
      system.createdAt,
    ],
  };
}

export function deleteSystem(id: string): Statement {
  return { sql: 'DELETE FROM systems WHERE id = ?', params: [id] };
}
