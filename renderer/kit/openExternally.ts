import { useCallback } from 'react';
import type { Client } from '../client/index.ts';
import { useClient } from './index.ts';

/** Opens an address outside the app: in the user's browser, or their mail program. */
export async function openExternally(client: Client, url: string): Promise<void> {
  const { address } = await client.call('app.openExternal', { url });
  if (address === null) return;
  // The web host has only the browser that shows this page.
  if (address.startsWith('mailto:')) window.location.assign(address);
  else window.open(address, '_blank', 'noopener,noreferrer');
}

export function useOpenExternally(): (url: string) => Promise<void> {
  const client = useClient();
  return useCallback((url: string) => openExternally(client, url), [client]);
}
