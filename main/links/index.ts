import { AppError } from '../../preload/contract/errors.ts';
import { addressFields, type System } from '../../preload/contract/systems.ts';
import type { Connections } from '../connections/index.ts';
import type { Network, TlsIdentity } from '../network/index.ts';
import type { Policy } from '../policy/index.ts';
import type { Vault } from '../storage/vault/vault.ts';
import type { SystemsReader } from '../systems/types.ts';
import { addressOf, changeOf, changesOf } from './changes.ts';
import { traitsOf } from './traits.ts';
import type { Access, Link, LinkChange, LinkParts, Links, Service, UserAccess } from './types.ts';

export type {
  Access,
  Attached,
  Brought,
  Grant,
  Link,
  LinkChange,
  LinkParts,
  Links,
} from './types.ts';

export interface LinksDeps {
  readonly systems: SystemsReader;
  readonly connections: Pick<Connections, 'of' | 'onChange'>;
  readonly vault: Pick<Vault, 'state' | 'onChange'>;
  readonly network: Pick<Network, 'forgetIdentities'>;
  readonly policy?: Pick<Policy, 'network'>;
  /** Asked when a link is opened and not before: these know the links themselves. */
  readonly parts: () => LinkParts;
}

/** The address of a link that must have one. @throws AppError `address-invalid` */
export function requireAddress({ address, service }: Pick<Link, 'address' | 'service'>): string {
  if (address !== null) return address;
  throw new AppError('address-invalid', { details: { field: service, problem: 'empty' } });
}

/** How the services of the systems are reached, and what of it has changed. */
export function createLinks(deps: LinksDeps): Links {
  const { systems, connections, vault, network, parts } = deps;
  const listeners = new Set<(change: LinkChange) => void>();
  let known = new Map(systems.state().systems.map((system) => [system.id, system]));

  const tell = (change: LinkChange): void => {
    for (const listener of [...listeners]) listener(change);
  };
  /** What failed for want of a key or a session may work now, at the services of these systems. */
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

  function to(systemId: string, service: Service): Link {
    const system = systems.get(systemId);
    return {
      systemId,
      service,
      address: addressOf(system, service),
      connection: {
        ...connections.of(systemId),
        authorities: [
          ...system.authorities.map(({ pem }) => pem),
          ...(deps.policy?.network.authorities ?? []),
        ],
      },
      certificateId: presentedAt(system, service) ? system.certificateId : null,
      byToken: byToken(system, service),
    };
  }
  function presentedAt({ id, route }: System, service: Service): boolean {
    if (service === 'genai') return false;
    if (service === 'identityProvider' || route !== 'token') return true;
    return parts().sessions.isCertificateBound(id);
  }
  function byToken({ route }: System, service: Service): boolean {
    return service === 'webApi' && route !== 'certificate';
  }
  async function identityBy(certificateId: string | null): Promise<TlsIdentity | null> {
    return certificateId === null ? null : parts().certificates.identity(certificateId);
  }

  return {
    to,

    async open(systemId, service): Promise<Access> {
      const { demo, sessions } = parts();
      if (traitsOf(systems.get(systemId)).launched) await demo.prepare();
      if (byToken(systems.get(systemId), service)) {
        const unavailable = await sessions.unavailable(systemId);
        if (unavailable !== null) throw unavailable;
      }
      // As it is after the waiting, in one piece: nobody's certificate goes to another's address.
      const link = to(systemId, service);
      return {
        address: requireAddress(link),
        connection: link.connection,
        authorization: link.byToken ? sessions.authorization(systemId) : null,
        identity: await identityBy(link.certificateId),
      };
    },

    async openAsUser(systemId): Promise<UserAccess | null> {
      const { sessions } = parts();
      const session = await sessions.providerToken(systemId);
      if (session === null) return null;
      const { connection, certificateId } = to(systemId, 'identityProvider');
      const presents = sessions.isCertificateBound(systemId);
      return {
        ...session,
        connection,
        identity: await identityBy(presents ? certificateId : null),
      };
    },

    identity: async (systemId, service) => identityBy(to(systemId, service).certificateId),

    async brings(systemId) {
      return traitsOf(systems.get(systemId)).launched ? parts().demo.brings() : null;
    },

    scope: (systemId) => traitsOf(systems.get(systemId)).scope,

    scopeOfIssuedBy(fingerprints) {
      const scopes = systems
        .state()
        .systems.filter(({ authorities }) =>
          authorities.some(({ fingerprint }) => fingerprints.includes(fingerprint)),
        )
        .map((system) => traitsOf(system).scope);
      return scopes.includes('demo') ? 'demo' : 'user';
    },

    isAdministered(systemId) {
      const system = systems.get(systemId);
      return system.authUrl !== null && traitsOf(system).administered;
    },

    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    certificateChanged: (certificateId) =>
      tellAccess(
        (system, service) => system.certificateId === certificateId && presentedAt(system, service),
      ),
    sessionChanged: (systemId) =>
      tellAccess(
        (system, service) =>
          system.id === systemId && (service === 'identityProvider' || byToken(system, service)),
      ),

    close() {
      unfollow();
      unfollowConnections();
      stopWatching();
      listeners.clear();
    },
  };
}
