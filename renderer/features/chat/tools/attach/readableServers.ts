import type { ToolServer } from '../../../../../preload/contract/chat/tool-servers.ts';

/** The servers of this system, or of all, that the user did not switch off. */
export function readableServers(
  servers: readonly ToolServer[],
  systemId: string | null,
): readonly ToolServer[] {
  return servers.filter(
    (one) => one.state !== 'off' && (one.systemId === null || one.systemId === systemId),
  );
}
