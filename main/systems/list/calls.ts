import { checkAddress } from '../../base/addresses/index.ts';
import { readAddedAuthorities } from '../../base/x509/authorities.ts';
import type { SystemOperations, Systems } from './types.ts';

/** Maps the contract's calls to operations. */
export function systemCalls(systems: SystemOperations): Systems['calls'] {
  return {
    snapshot: async () => systems.state(),
    checkAddress: async ({ field, text }) => checkAddress(field, text),
    readAuthorities: async ({ bytes }) => readAddedAuthorities(bytes, new Date()),
    add: (wanted) => systems.add(wanted),
    update: ({ id, ...change }) => systems.update(id, change),
    remove: ({ id }) => systems.remove(id),
    select: async ({ id }) => systems.select(id),
  };
}
