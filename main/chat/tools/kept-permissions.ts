import { type Approval, approval, type Tool } from '../../../preload/contract/chat/tools.ts';
import { json } from '../../../preload/contract/shapes.ts';
import type { Database } from '../../base/storage/database.ts';
import { type RowReader, readRows } from '../../base/storage/rows/index.ts';
import type { ToolDefinition } from './define.ts';
import { fingerprintOf, keyOf, serverOf, subjectOf } from './fingerprint.ts';
import {
  allowHere,
  approvalNow,
  decide,
  forget,
  noPermissions,
  type Permissions,
} from './permissions.ts';

/** A decision about a server's tool, and the tool as it was then. */
export const permissionRows: RowReader<{
  readonly key: string;
  readonly approval: Approval;
  readonly fingerprint: string;
  readonly seen: Seen;
}> = {
  table: 'tool_permissions',
  called: 'tool',
  read: (row) => ({
    key: keyOf(row.word('server_id'), row.text('tool')),
    approval: row.shaped('approval', approval),
    fingerprint: row.word('fingerprint'),
    seen: {
      identity: row.text('identity'),
      description: row.text('description'),
      parameters: row.json('parameters', json),
    },
  }),
};

type Seen = Pick<NonNullable<Tool['before']>, 'description' | 'parameters'> & {
  readonly identity: string;
};

/** The user's permissions, stored but for those of one conversation, which end with the app. */
export async function createKeptPermissions(
  database: Database,
  ofBuiltIn: ReadonlyMap<string, Approval>,
) {
  const rows = readRows(
    database,
    permissionRows,
    await database.all({ sql: 'SELECT * FROM tool_permissions' }),
  );
  const seen = new Map(rows.map((row) => [row.key, row.seen]));
  const lasting = new Map(rows.map(({ key, ...row }) => [key, row]));
  for (const [name, chosen] of ofBuiltIn) {
    const fingerprint = 'built-in';
    const nothing = { identity: '', description: '', parameters: null };
    lasting.set(keyOf(null, name), { approval: chosen, fingerprint, seen: nothing });
  }
  let permissions: Permissions = { ...noPermissions, lasting };

  const before = (tool: ToolDefinition): Tool['before'] => {
    const { key, fingerprint } = subjectOf(tool);
    const then = seen.get(key);
    if (then === undefined || permissions.lasting.get(key)?.fingerprint === fingerprint)
      return null;
    const { identity, ...words } = then;
    return { ...words, server: identity !== tool.origin?.identity };
  };

  return {
    now: () => ({ permissions, before }),
    before,
    approvalOf: (tool: ToolDefinition): Approval => approvalNow(permissions, subjectOf(tool)),

    async set(tool: ToolDefinition, chosen: Approval): Promise<void> {
      const { origin, name, description, parameters } = tool;
      const subject = subjectOf(tool);
      if (origin === undefined) {
        await database.run({
          sql: 'INSERT OR REPLACE INTO tool_approvals (name, approval) VALUES (?, ?)',
          params: [name, chosen],
        });
      } else {
        const { serverId, ownName, identity } = origin;
        await database.run({
          sql: `INSERT OR REPLACE INTO tool_permissions
            (server_id, tool, approval, fingerprint, identity, description, parameters)
            VALUES (?, ?, ?, ?, ?, ?, ?)`,
          params: [
            ...[serverId, ownName, chosen, fingerprintOf(tool), identity, description],
            JSON.stringify(parameters),
          ],
        });
        seen.set(subject.key, { identity, description, parameters });
      }
      permissions = decide(permissions, subject, chosen);
    },

    allowHere(tool: ToolDefinition, conversationId: string): void {
      permissions = allowHere(permissions, subjectOf(tool), conversationId);
    },

    forgetServer(serverId: string): void {
      const isGone = (key: string): boolean => serverOf(key) === serverId;
      permissions = forget(permissions, isGone);
      for (const key of [...seen.keys()]) if (isGone(key)) seen.delete(key);
    },
  };
}

export type KeptPermissions = Awaited<ReturnType<typeof createKeptPermissions>>;
