import { useRef, useState } from 'react';
import {
  defaultRealmPath,
  type FoundProvider,
  type System,
} from '../../../../preload/contract/systems/systems.ts';
import { useClient, useFollowed } from '../../../kit/index.ts';
import { shownProvider } from './useAddress.ts';

interface ProviderToSave {
  /** Null for none, undefined for an invalid address. */
  readonly authUrl: string | null | undefined;
  /** Stored in the sign-in settings; null if unchanged. */
  readonly realmPath: string | null;
}

/** The identity provider of the form: one text, whose parts are stored in the system and in its sign-in settings. */
export function useProvider(system: System | null) {
  const client = useClient();
  const session = useFollowed((stores) => stores.session).value;
  const [first] = useState(() => {
    const authUrl = system?.authUrl ?? null;
    if (authUrl === null) return '';
    const isOfSystem = session !== null && session.systemId === system?.id;
    const realmPath = isOfSystem ? session.settings.realmPath : defaultRealmPath;
    return shownProvider({ address: authUrl, realmPath });
  });
  const found = useRef<{ readonly text: string; readonly provider: FoundProvider } | null>(null);
  const [onFound] = useState(() => (text: string, provider: FoundProvider) => {
    found.current = { text, provider };
  });

  const toSave = async (text: string): Promise<ProviderToSave> => {
    if (text === first) return { authUrl: system?.authUrl ?? null, realmPath: null };
    if (text.trim() === '') return { authUrl: null, realmPath: null };
    if (found.current?.text === text) {
      const { address, realmPath } = found.current.provider;
      return { authUrl: address, realmPath };
    }
    const check = await client.call('systems.checkAddress', { field: 'identityProvider', text });
    return { authUrl: check.address ?? undefined, realmPath: check.realmPath ?? defaultRealmPath };
  };

  return { first, onFound, toSave };
}
