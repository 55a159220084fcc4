import { AppError } from '../../../preload/contract/errors.ts';
import type { System } from '../../../preload/contract/systems/systems.ts';
import type { Policy } from '../../base/policy/index.ts';
import type { Connections } from '../connections/index.ts';
import { addressOf } from './changes.ts';
import { type ChangesDeps, createChanges } from './follow.ts';
import { traitsOf } from './traits.ts';
import type { Demo, Link, Links, LinkWithAddress, Service } from './types.ts';

export type { Link, LinkChange, Links, ProvidedSettings } from './types.ts';

export interface LinksDeps extends ChangesDeps {
  readonly connections: Pick<Connections, 'of' | 'onChange'>;
  readonly policy?: Pick<Policy, 'network'>;
  readonly demo: Demo;
}

/** Requires that a link has an address. @throws AppError `address-invalid` */
export function requireAddress(link: Link): LinkWithAddress {
  const { address, service } = link;
  if (address !== null) return { ...link, address };
  throw new AppError('address-invalid', { details: { field: service, problem: 'empty' } });
}

/** Provides access to the systems' services, and reports changes. */
export function createLinks(deps: LinksDeps): Links {
  const { systems, connections, demo } = deps;
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
      certificateId: service === 'genai' ? null : system.certificateId,
      onlyForBoundToken: service === 'webApi' && system.route === 'token',
      byToken: byToken(system, service),
    };
  }
  function byToken({ route }: System, service: Service): boolean {
    return service === 'webApi' && route !== 'certificate';
  }
  async function prepare(systemId: string): Promise<void> {
    if (traitsOf(systems.get(systemId)).launched) await demo.prepare();
  }

  return {
    to,

    prepare,

    async open(systemId, service) {
      await prepare(systemId);
      return requireAddress(to(systemId, service));
    },

    async brings(systemId) {
      return traitsOf(systems.get(systemId)).launched ? demo.brings() : null;
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
        (system, service) => system.certificateId === certificateId && service !== 'genai',
      ),
    sessionChanged: (systemId) =>
      changes.tellAccess(
        (system, service) =>
          system.id === systemId && (service === 'identityProvider' || byToken(system, service)),
      ),

    close: changes.close,
  };
}
