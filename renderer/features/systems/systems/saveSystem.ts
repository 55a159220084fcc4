import type { RefObject } from 'react';
import type { ProxyInput } from '../../../../preload/contract/systems/proxy.ts';
import type { SystemProposal } from '../../../../preload/contract/systems/system-files.ts';
import {
  type AddressField,
  defaultRealmPath,
  type System,
} from '../../../../preload/contract/systems/systems.ts';
import type { Client } from '../../../client/index.ts';
import { repairAddress } from './addresses/repair.ts';
import type { useProvider } from './addresses/useProvider.ts';

interface Typed {
  /** The addresses as typed. */
  readonly texts: Readonly<Record<AddressField, string>>;
  readonly provider: Pick<ReturnType<typeof useProvider>, 'toSave'>;
  readonly facts: Pick<System, 'name' | 'certificateId'> &
    Partial<
      Pick<
        System,
        'reasoningBack' | 'longestRequest' | 'thinkTags' | 'reasoningControl' | 'computeApi'
      >
    > & {
      readonly authorities: string[];
    };
  readonly proposal: SystemProposal | null;
  /** The portal's page for keys, as typed; empty for none. */
  readonly portal?: string;
  /** Of a new system. */
  readonly proxy?: ProxyInput;
  readonly isNew: boolean;
  /** The system saved last: later failures are retried with it. */
  readonly stored: RefObject<System | null>;
}

/** Saves a system with its related settings. @returns null if an address is invalid */
export async function saveSystem(client: Client, typed: Typed): Promise<System | null> {
  const { texts, provider, facts, proposal, portal = '', proxy, isNew, stored } = typed;
  const [webApiUrl, { authUrl, realmPath }, genaiUrl] = await Promise.all([
    addressToSave(client, 'webApi', texts.webApi),
    provider.toSave(texts.identityProvider),
    addressToSave(client, 'genai', texts.genai),
  ]);
  if (webApiUrl === undefined || authUrl === undefined || genaiUrl === undefined) return null;
  const sent = {
    ...facts,
    webApiUrl: webApiUrl ?? '',
    authUrl,
    genaiUrl,
    ...(proposal?.route && { route: proposal.route }),
  };
  const before = stored.current;
  // Only of a new system that is saved once more because a later step failed.
  if (before !== null && proxy !== undefined && proxy.kind !== 'system') {
    await client.call('connections.setProxy', { systemId: before.id, proxy });
  }
  const saved = before
    ? await client.call('systems.update', { id: before.id, ...sent })
    : await client.call('systems.add', { ...sent, ...(proxy && { proxy }) });
  stored.current = saved;
  if (realmPath !== null && (before !== null || realmPath !== defaultRealmPath)) {
    await client.call('session.updateSettings', { systemId: saved.id, realmPath });
  }
  await keepPortal(client, saved.id, portal.trim(), proposal);
  if (isNew) await client.call('systems.select', { id: saved.id });
  return saved;
}

/** Returns the address as it will be used; null for an empty one, undefined for an invalid one. */
async function addressToSave(
  client: Client,
  field: AddressField,
  text: string,
): Promise<string | null | undefined> {
  if (text.trim() === '') return null;
  const { text: whole } = repairAddress(field, text);
  return (await client.call('systems.checkAddress', { field, text: whole })).address ?? undefined;
}

/** Stores the portal's pages. */
async function keepPortal(
  client: Client,
  systemId: string,
  portal: string,
  proposal: SystemProposal | null,
): Promise<void> {
  const keysUrl = portal === '' ? null : portal;
  const usageUrl = proposal?.portal.usageUrl ?? null;
  if (keysUrl === null && usageUrl === null) return;
  await client.call('genai.setPortal', { systemId, keysUrl, usageUrl });
}
