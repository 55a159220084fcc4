import { addressFields, type System } from '../../../preload/contract/systems/systems.ts';
import type { Network } from '../../base/network/index.ts';
import type { Vault } from '../../base/storage/vault/vault.ts';
import type { Connections } from '../connections/index.ts';
import type { SystemsReader } from '../list/types.ts';
import { changeOf, changesOf } from './changes.ts';
import type { LinkChange, Service } from './types.ts';

export interface ChangesDeps {
  readonly systems: SystemsReader;
  readonly connections: Pick<Connections, 'onChange'>;
  readonly vault: Pick<Vault, 'state' | 'onChange'>;
  readonly network: Pick<Network, 'forgetIdentities'>;
}

/** Follows the sources of links, and reports changes in them. */
export function createChanges({ systems, connections, vault, network }: ChangesDeps) {
  const listeners = new Set<(change: LinkChange) => void>();
  let known = new Map(systems.state().systems.map((system) => [system.id, system]));

  const tell = (change: LinkChange): void => {
    for (const listener of [...listeners]) listener(change);
  };
  /** Calls at these systems' services that failed without a key or session may work now. */
  const tellAccess = (at: (system: System, service: Service) => boolean): void => {
    for (const system of systems.state().systems) {
      for (const service of addressFields) {
        if (at(system, service)) tell(changeOf(system.id, service, { access: true }));
      }
    }
  };

  const unfollow = systems.onChange(({ systems: present }) => {
    const before = known;
    known = new Map(present.map((system) => [system.id, system]));
    for (const system of before.values()) {
      changesOf(system, known.get(system.id) ?? null).forEach(tell);
    }
  });
  const unfollowConnections = connections.onChange((systemId) => {
    if (!known.has(systemId)) return;
    for (const service of addressFields) tell(changeOf(systemId, service, { trust: true }));
  });
  const stopWatching = vault.onChange(() => {
    if (vault.state().state === 'locked') network.forgetIdentities();
    tellAccess(() => true);
  });

  return {
    tellAccess,
    onChange(listener: (change: LinkChange) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      unfollow();
      unfollowConnections();
      stopWatching();
      listeners.clear();
    },
  };
}
