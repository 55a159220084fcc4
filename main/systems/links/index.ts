import { AppError } from '../../../preload/contract/errors.ts';
import type { System } from '../../../preload/contract/systems/systems.ts';
import type { TlsIdentity } from '../../base/network/index.ts';
import type { Policy } from '../../base/policy/index.ts';
import type { Connections } from '../connections/index.ts';
import { addressOf } from './changes.ts';
import { type ChangesDeps, createChanges } from './following.ts';
import { traitsOf } from './traits.ts';
import type { Access, Link, LinkParts, Links, Service, UserAccess } from './types.ts';

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

export interface LinksDeps extends ChangesDeps {
  readonly connections: Pick<Connections, 'of' | 'onChange'>;
  readonly policy?: Pick<Policy, 'network'>;
  /** Called when a link is opened and not before: these parts know the links themselves. */
  readonly parts: () => LinkParts;
}

/** Returns the address of a link that must have one. @throws AppError `address-invalid` */
export function requireAddress({ address, service }: Pick<Link, 'address' | 'service'>): string {
  if (address !== null) return address;
  throw new AppError('address-invalid', { details: { field: service, problem: 'empty' } });
}

/** Provides access to the systems' services, and reports changes. */
export function createLinks(deps: LinksDeps): Links {
  const { systems, connections, parts } = deps;
  const changes = createChanges(deps);

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
      // Read after waiting, as one consistent state: no certificate goes to another's address.
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

    isShareable: (systemId) => traitsOf(systems.get(systemId)).shareable,
    showsKey: (systemId) => traitsOf(systems.get(systemId)).showsKey,

    onChange: changes.onChange,

    certificateChanged: (certificateId) =>
      changes.tellAccess(
        (system, service) => system.certificateId === certificateId && presentedAt(system, service),
      ),
    sessionChanged: (systemId) =>
      changes.tellAccess(
        (system, service) =>
          system.id === systemId && (service === 'identityProvider' || byToken(system, service)),
      ),

    close: changes.close,
  };
}
