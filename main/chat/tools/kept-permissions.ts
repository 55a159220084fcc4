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
  type Subject,
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

const seenKey = ({ key, fingerprint }: Pick<Subject, 'key' | 'fingerprint'>): string =>
  JSON.stringify([serverOf(key), key, fingerprint]);

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
  /** Tools as they were when the user decided, by key and fingerprint. */
  const seen = new Map(rows.map((row) => [seenKey(row), row.seen]));
  const lasting = new Map(rows.map(({ key, ...row }) => [key, row]));
  for (const [name, chosen] of ofBuiltIn) {
    const fingerprint = 'built-in';
    const nothing = { identity: '', description: '', parameters: null };
    lasting.set(keyOf(null, name), { approval: chosen, fingerprint, seen: nothing });
  }
  let permissions: Permissions = { ...noPermissions, lasting };

  /** @param conversationId what was allowed there counts first; absent: what was decided for all */
  const before = (tool: ToolDefinition, conversationId?: string): Tool['before'] => {
    const { key, fingerprint } = subjectOf(tool);
    const here = permissions.conversations.get(conversationId ?? '')?.get(key);
    const last = here ?? permissions.lasting.get(key)?.fingerprint;
    if (last === undefined || last === fingerprint) return null;
    const then = seen.get(seenKey({ key, fingerprint: last }));
    if (then === undefined) return null;
    const { identity, ...words } = then;
    return { ...words, server: identity !== tool.origin?.identity };
  };
  const see = (tool: ToolDefinition): void => {
    const { origin, description, parameters } = tool;
    if (origin === undefined) return;
    seen.set(seenKey(subjectOf(tool)), { identity: origin.identity, description, parameters });
  };

  return {
    now: () => ({ permissions, before }),
    before: (tool: ToolDefinition): Tool['before'] => before(tool),
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
        see(tool);
      }
      permissions = decide(permissions, subject, chosen);
    },

    allowHere(tool: ToolDefinition, conversationId: string): void {
      see(tool);
      permissions = allowHere(permissions, subjectOf(tool), conversationId);
    },

    forgetServer(serverId: string): void {
      const isGone = (key: string): boolean => serverOf(key) === serverId;
      permissions = forget(permissions, isGone);
      for (const one of [...seen.keys()]) if (serverOf(one) === serverId) seen.delete(one);
    },
  };
}

export type KeptPermissions = Awaited<ReturnType<typeof createKeptPermissions>>;
