import type { Client } from '../../../preload/contract/systems/clients.ts';

/** Returns a file of clients with everything but their secrets. */
export function exportFile(
  systemName: string,
  clients: readonly Client[],
  now: Date,
): { name: string; bytes: Uint8Array; secret: boolean } {
  const content = {
    system: systemName,
    exportedAt: now.toISOString(),
    clients: clients.map(({ clientId, redirectUrls, rootUrl, createdAt, source }) => ({
      clientId,
      redirectUrls,
      ...(rootUrl === null ? {} : { rootUrl }),
      createdAt,
      source,
    })),
  };
  return {
    name: `clients-${now.toISOString().slice(0, 10)}.json`,
    bytes: new TextEncoder().encode(`${JSON.stringify(content, null, 2)}\n`),
    secret: false,
  };
}
