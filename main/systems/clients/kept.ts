import { AppError } from '../../../preload/contract/errors.ts';
import type { ClientProvider } from './provider.ts';

/** Clients that the site's web interface makes: this app keeps a copy and changes nothing there. */
export const keptHere: ClientProvider = {
  source: 'kept',
  create: async (wanted) => ({ ...wanted, management: null }),
  update: async (management, { redirectUrls, rootUrl }) => ({ redirectUrls, rootUrl, management }),
  rotate: async () => {
    throw new AppError('registration-unavailable');
  },
  remove: async () => undefined,
};
