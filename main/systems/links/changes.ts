import { isDeepStrictEqual } from 'node:util';
import { addressFields, type System } from '../../../preload/contract/systems/systems.ts';
import { traitsOf } from './traits.ts';
import type { LinkChange, Service } from './types.ts';

/** Where a service of a system is; null where the user has not said. */
export function addressOf(system: System, service: Service): string | null {
  if (service === 'webApi') return system.webApiUrl === '' ? null : system.webApiUrl;
  return service === 'genai' ? system.genaiUrl : system.authUrl;
}

/** A change of everything else than what is said of it. */
export function changeOf(
  systemId: string,
  service: Service,
  what: Partial<Omit<LinkChange, 'systemId' | 'service'>>,
): LinkChange {
  return {
    systemId,
    service,
    address: false,
    moved: false,
    trust: false,
    identity: false,
    access: false,
    removed: false,
    ...what,
  };
}

/** What of a system's links is different after it was saved, one entry a service at most. */
export function changesOf(before: System, after: System | null): LinkChange[] {
  const { id } = before;
  if (after === null) {
    return addressFields.map((service) => changeOf(id, service, { removed: true }));
  }
  const fingerprints = ({ authorities }: System) => authorities.map((one) => one.fingerprint);
  const trust = !isDeepStrictEqual(fingerprints(before), fingerprints(after));
  return addressFields.flatMap((service) => {
    const address = addressOf(before, service) !== addressOf(after, service);
    const moved = address && !traitsOf(after).launched;
    const identity = !isDeepStrictEqual(whoAt(before, service), whoAt(after, service));
    return address || trust || identity
      ? [changeOf(id, service, { address, moved, trust, identity })]
      : [];
  });
}

/** What of the system decides who is calling. */
function whoAt({ certificateId, route }: System, service: Service): unknown {
  if (service === 'genai') return null;
  return service === 'webApi' ? [certificateId, route] : certificateId;
}
