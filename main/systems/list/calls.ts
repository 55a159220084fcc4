import type { Handlers } from '../../../preload/contract/index.ts';
import { checkAddress } from '../../base/addresses/index.ts';
import type { Network } from '../../base/network/index.ts';
import { readAddedAuthorities } from '../../base/x509/authorities.ts';
import { checkReach } from './reach.ts';
import type { SystemOperations } from './types.ts';

/** Maps the contract's calls to operations. Other domains open the demo, read files and try a system out. */
export function systemCalls(
  systems: SystemOperations,
  network: Network,
): Omit<Handlers<'systems'>, 'openDemo' | 'readFile' | 'exportFile' | 'tryOut'> {
  return {
    snapshot: async () => systems.state(),
    checkAddress: async ({ field, text }) => checkAddress(field, text),
    reach: ({ field, address, authorities }) => checkReach(network, field, address, authorities),
    readAuthorities: async ({ bytes }) => readAddedAuthorities(bytes, new Date()),
    add: (wanted) => systems.add(wanted),
    update: ({ id, ...change }) => systems.update(id, change),
    remove: ({ id }) => systems.remove(id),
    select: async ({ id }) => systems.select(id),
  };
}
