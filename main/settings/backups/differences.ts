import {
  type RestoreDifferences,
  systemFields,
} from '../../../preload/contract/settings/backups.ts';
import type { SystemTrust } from './system-trust.ts';

/** Returns differences in trust and addresses of systems both here and in a backup. The demo's are its own. */
export function systemDifferences(
  here: ReadonlyMap<string, SystemTrust>,
  there: ReadonlyMap<string, SystemTrust>,
): Pick<RestoreDifferences, 'systems' | 'added'> {
  const systems: RestoreDifferences['systems'] = [];
  const added: RestoreDifferences['added'] = [];
  for (const [id, { system, fields: theirs }] of there) {
    const known = here.get(id);
    if (known === undefined) {
      const addresses = [theirs.webApi, theirs.identityProvider, theirs.genai];
      added.push({ name: system.name, addresses: addresses.filter((one) => one !== '') });
      continue;
    }
    const ours = known.fields;
    const fields = systemFields
      .filter((field) => ours[field] !== theirs[field])
      .map((field) => ({ field, here: ours[field], there: theirs[field] }));
    if (fields.length > 0 && known.system.kind === 'real') {
      systems.push({ id, name: known.system.name, fields });
    }
  }
  return { systems, added };
}
