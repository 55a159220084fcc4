import type { Certificate } from '../../../preload/contract/systems/certificates.ts';
import type { Collection } from './collection.ts';
import type { Importing } from './importing.ts';
import type { PrivateKeys } from './keys.ts';

/** What can be done with certificates. */
export interface CertificateOperations
  extends Pick<Collection, 'all' | 'dismissReminder'>,
    Omit<Importing, 'close'>,
    Omit<PrivateKeys, 'remove'> {
  /** @throws AppError `not-found` */
  rename(id: string, name: string): Promise<Certificate>;
  /** With its key; the systems that it was presented to have none then. @throws AppError `not-found` */
  remove(id: string): Promise<void>;
}

export function certificateOperations(
  collection: Collection,
  { close: _, ...importing }: Importing,
  { remove: removeKey, ...keys }: PrivateKeys,
): CertificateOperations {
  return {
    ...importing,
    ...keys,
    all: collection.all,
    dismissReminder: collection.dismissReminder,
    rename: async (id, name) => collection.store({ ...collection.find(id), name }),
    async remove(id) {
      const certificate = collection.find(id);
      await collection.drop(id);
      await removeKey(certificate);
    },
  };
}
