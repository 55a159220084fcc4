import type { Client } from '../../../client/index.ts';

/** Opens the provider's pages in a tab of this browser, each time through a single-use address. */
export async function openTab(client: Client, systemId: string): Promise<void> {
  const { path } = await client.call('session.openTab', { systemId });
  window.open(path, '_blank', 'noopener,noreferrer');
}
