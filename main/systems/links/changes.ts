import { isDeepStrictEqual } from 'node:util';
import { addressFields, type System } from '../../../preload/contract/systems/systems.ts';
import { traitsOf } from './traits.ts';
import type { LinkChange, Service } from './types.ts';

/** Returns the address of a system's service; null if the user has not given one. */
export function addressOf(system: System, service: Service): string | null {
  if (service === 'webApi') return system.webApiUrl === '' ? null : system.webApiUrl;
  return service === 'genai' ? system.genaiUrl : system.authUrl;
}

/** Returns a change of everything but the given parts. */
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

/** Returns what changed in a system's links when it was saved, at most one entry per service. */
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

/** Returns the parts of the system that decide how calls authenticate. */
function whoAt({ certificateId, route }: System, service: Service): unknown {
  if (service === 'genai') return null;
  return service === 'webApi' ? [certificateId, route] : certificateId;
}
