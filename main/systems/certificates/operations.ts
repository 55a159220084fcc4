import type { Certificate } from '../../../preload/contract/systems/certificates.ts';
import type { Collection } from './collection.ts';
import type { Importing } from './import.ts';
import type { PrivateKeys } from './keys.ts';

/** Operations on certificates. */
export interface CertificateOperations
  extends Pick<Collection, 'all' | 'dismissReminder'>,
    Omit<Importing, 'close'>,
    Omit<PrivateKeys, 'remove'> {
  /** @throws AppError `not-found` */
  rename(id: string, name: string): Promise<Certificate>;
  /** Also removes its key, and the certificate from the systems that used it. @throws AppError `not-found` */
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
