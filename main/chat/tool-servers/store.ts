import * as z from 'zod';
import { type StoredServer, toolServer } from '../../../preload/contract/chat/tool-servers.ts';
import type { Database } from '../../base/storage/database.ts';
import { defaultTime, type RowReader } from '../../base/storage/rows/index.ts';
import { type OfferedTool, offeredTool } from './definitions.ts';
import type { Generation } from './session.ts';

/** A server as it is stored. */
export interface KeptServer {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly systemId: string | null;
  readonly target: StoredServer;
  readonly revision: string;
  readonly enabled: boolean;
  /** As last found. */
  readonly generation: Generation | null;
  /** Of the token that it is called with; null: not signed in. */
  readonly issuer: string | null;
  readonly identity: string | null;
  readonly program: string | null;
  readonly tools: readonly OfferedTool[];
  readonly leftOut: number;
  readonly addedAt: string;
}

const generations = ['legacy', 'modern'] as const;

export const toolServerRows: RowReader<KeptServer> = {
  table: 'tool_servers',
  called: 'name',
  read: (row) => ({
    id: row.word('id'),
    name: row.shaped('name', toolServer.shape.name),
    slug: row.word('slug'),
    systemId: row.optionalWord('system_id'),
    target: row.json('target', toolServer.shape.target),
    revision: row.word('revision'),
    enabled: row.or(false, () => row.flag('enabled')),
    generation: row.or(null, () => {
      const kept = row.optional('generation');
      return generations.find((one) => one === kept) ?? null;
    }),
    issuer: row.or(null, () => row.optionalWord('issuer')),
    identity: row.or(null, () => row.optionalWord('identity')),
    program: row.or(null, () => row.optionalWord('program')),
    tools: row.or([], () => row.json('tools', z.array(offeredTool))),
    leftOut: row.or(0, () => row.count('left_out')),
    addedAt: row.or(defaultTime, () => row.instant('added_at')),
  }),
};

/** Adds a server, or changes it. */
export async function keep(database: Database, server: KeptServer): Promise<void> {
  const { id, name, slug, systemId, target, revision, enabled, generation } = server;
  await database.run({
    sql: `INSERT INTO tool_servers (id, name, slug, system_id, target, revision, enabled, generation, identity, program,
        tools, left_out, issuer, added_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET name = excluded.name, system_id = excluded.system_id, target = excluded.target,
        revision = excluded.revision, enabled = excluded.enabled, generation = excluded.generation,
        identity = excluded.identity, program = excluded.program, tools = excluded.tools,
        left_out = excluded.left_out, issuer = excluded.issuer`,
    params: [
      ...[id, name, slug, systemId, JSON.stringify(target), revision, enabled ? 1 : 0, generation],
      ...[server.identity, server.program, JSON.stringify(server.tools), server.leftOut],
      ...[server.issuer, server.addedAt],
    ],
  });
}

export async function removeKept(database: Database, id: string): Promise<void> {
  await database.run({ sql: 'DELETE FROM tool_servers WHERE id = ?', params: [id] });
}
