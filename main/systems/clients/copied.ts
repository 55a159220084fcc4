import { AppError } from '../../../preload/contract/errors.ts';
import type { ClientProvider } from './provider.ts';

/** Clients created in the operator's web interface: this app stores a copy and changes nothing there. */
export const copiedClients: ClientProvider = {
  source: 'kept',
  create: async (wanted) => ({ ...wanted, management: null }),
  update: async (management, { redirectUrls, rootUrl }) => ({ redirectUrls, rootUrl, management }),
  rotate: async () => {
    throw new AppError('registration-unavailable');
  },
  remove: async () => undefined,
};
