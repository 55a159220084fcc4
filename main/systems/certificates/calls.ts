import type { Handlers } from '../../../preload/contract/index.ts';
import type { Files } from '../../base/host.ts';
import type { CertificateOperations } from './operations.ts';

/** Maps the contract's calls to operations. */
export function certificateCalls(
  certificates: CertificateOperations,
  files: Files,
): Handlers<'certificates'> {
  return {
    snapshot: async () => ({ certificates: [...certificates.all()] }),
    read: ({ attempt, ...file }) => certificates.read(file, attempt),
    cancelRead: async ({ attempt }) => certificates.cancelRead(attempt),
    chooseKey: ({ readId, keyIndex }) => certificates.chooseKey(readId, keyIndex),
    keep: ({ readId, name, replaces }) => certificates.keep(readId, name, replaces),
    discard: async ({ readId }) => certificates.discard(readId),
    rename: ({ id, name }) => certificates.rename(id, name),
    exportPem: async ({ id, passphrase, ...options }, sender) =>
      files.save(await certificates.pemFile(id, passphrase, options), sender),
    exportP12: async ({ id, passphrase, ...options }, sender) =>
      files.save(await certificates.p12File(id, passphrase, options), sender),
    remove: ({ id }) => certificates.remove(id),
    dismissReminder: async ({ id }) => certificates.dismissReminder(id),
  };
}
