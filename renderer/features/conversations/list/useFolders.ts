import { useEffect, useState } from 'react';
import type { Folder } from '../../../../preload/contract/conversation.ts';
import { useStores } from '../../../kit/index.ts';

const none: readonly Folder[] = [];

/** The folders of a system. */
export function useFolders(systemId: string): readonly Folder[] {
  const { client, conversations } = useStores();
  const [known, setKnown] = useState<{ systemId: string; folders: readonly Folder[] } | null>(null);
  useEffect(() => {
    let open = true;
    const take = () =>
      conversations.carryOut(async () => {
        const folders = await client.call('folders.list', { systemId });
        if (open) setKnown({ systemId, folders });
      });
    const stops = [
      client.on('folders.changed', (changed) => {
        if (changed.systemId === systemId) setKnown(changed);
      }),
      client.onAttached(() => void take()),
    ];
    return () => {
      open = false;
      stops.forEach((stop) => void stop());
    };
  }, [client, conversations, systemId]);
  return known?.systemId === systemId ? known.folders : none;
}
