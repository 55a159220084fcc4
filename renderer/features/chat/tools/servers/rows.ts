import type { ToolServer } from '../../../../../preload/contract/chat/tool-servers.ts';
import type { Tool } from '../../../../../preload/contract/chat/tools.ts';

/** A server with its tools; without one, the app's own tools. */
export interface ServerRow {
  /** The server's id; `app` for the app's own tools. */
  readonly id: string;
  readonly server: ToolServer | null;
  readonly tools: readonly Tool[];
  /** Number of its tools that changed since they were allowed. */
  readonly changed: number;
}

export const isChanged = ({ before }: Tool): boolean => before !== null;

/** Whether the user should look at it. */
export const needsLook = ({ server, changed }: Pick<ServerRow, 'server' | 'changed'>): boolean =>
  (changed > 0 && server?.state !== 'off') ||
  server?.state === 'failed' ||
  server?.state === 'retry';

/** The servers with their tools: what the user should look at first, the app's own tools last. */
export function rowsOf(
  servers: readonly ToolServer[],
  tools: readonly Tool[],
): readonly ServerRow[] {
  const row = (id: string, server: ToolServer | null): ServerRow => {
    const its = tools.filter(({ serverId }) => serverId === (server?.id ?? null));
    return { id, server, tools: its, changed: its.filter(isChanged).length };
  };
  const rows = [...servers.map((server) => row(server.id, server)), row('app', null)];
  return rows.toSorted((one, other) => Number(needsLook(other)) - Number(needsLook(one)));
}
