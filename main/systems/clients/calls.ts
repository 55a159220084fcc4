import type { Handlers } from '../../../preload/contract/index.ts';
import type { Files } from '../../base/host.ts';
import type { ClientOperations } from './operations.ts';

/** Maps the contract's calls to operations. */
export function clientCalls(clients: ClientOperations, files: Files): Handlers<'clients'> {
  return {
    snapshot: ({ systemId }) => clients.snapshot(systemId),
    refresh: ({ systemId }) => clients.refresh(systemId),
    create: ({ systemId, way, rootUrl = null, ...wanted }) =>
      clients.create(systemId, { ...wanted, rootUrl }, way),
    keep: ({ systemId, rootUrl = null, ...wanted }) =>
      clients.keep(systemId, { ...wanted, rootUrl }),
    update: ({ id, ...change }) => clients.update(id, change),
    rotateSecret: ({ id }) => clients.rotateSecret(id),
    removeMany: ({ ids }) => clients.removeMany(ids),
    restore: ({ ids }) => clients.restore(ids),
    revealSecret: async ({ id, confirmation }) => ({
      secret: await clients.revealSecret(id, confirmation),
    }),
    copySecret: async ({ id, confirmation }) => ({
      copied: await clients.copySecret(id, confirmation),
    }),
    signInWith: ({ id }) => clients.signInWith(id),
    export: async ({ systemId, ids }, sender) =>
      files.save(await clients.exported(systemId, ids), sender),
    updateSettings: ({ systemId, ...change }) => clients.changeSettings(systemId, change),
  };
}
