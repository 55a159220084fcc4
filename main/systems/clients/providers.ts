import { AppError } from '../../../preload/contract/errors.ts';
import type { Client } from '../../../preload/contract/systems/clients.ts';
import type { Network } from '../../base/network/index.ts';
import type { Accesses } from '../access/index.ts';
import type { Links } from '../links/index.ts';
import { copiedClients } from './copied.ts';
import { dynamicRegistration, type Registration } from './dynamic-registration.ts';
import { type AdminAccess, adminUrlOf } from './keycloak-admin.ts';
import type { ClientProvider } from './provider.ts';
import type { ClientSettingsStore } from './settings.ts';

/** Ways to create and change a system's clients. */
export interface ClientProviders {
  /** Null if the system has no registration endpoint. */
  registration(systemId: string): Promise<Registration | null>;
  /** @throws AppError `registration-unavailable` */
  registrar(systemId: string): Promise<ClientProvider>;
  providerOf(client: Pick<Client, 'source' | 'systemId'>): Promise<ClientProvider>;
  /**
   * Returns Keycloak's admin API as the signed-in user; null while nobody is signed in.
   * @throws AppError `registration-unavailable` if the provider has none
   */
  admin(systemId: string): Promise<AdminAccess | null>;
}

export function clientProviders(deps: {
  readonly links: Pick<Links, 'to' | 'brings'>;
  readonly access: Pick<Accesses, 'openAsUser'>;
  readonly settings: ClientSettingsStore;
  readonly network: Network;
}): ClientProviders {
  const { links, access, settings, network } = deps;

  const registration: ClientProviders['registration'] = async (systemId) => {
    const brought = await links.brings(systemId);
    const { connection } = links.to(systemId, 'identityProvider');
    if (brought !== null) return { ...brought.registration, connection, identity: null };
    const { registrationUrl } = await settings.of(systemId);
    if (registrationUrl === null) return null;
    const initialAccessToken = await settings.initialAccessToken(systemId);
    return { endpoint: registrationUrl, initialAccessToken, connection, identity: null };
  };
  const registrar: ClientProviders['registrar'] = async (systemId) => {
    const found = await registration(systemId);
    if (found === null) throw new AppError('registration-unavailable');
    return dynamicRegistration(network, found);
  };

  return {
    registration,
    registrar,
    providerOf: async ({ source, systemId }) =>
      source === 'kept' ? copiedClients : registrar(systemId),
    async admin(systemId) {
      const user = await access.openAsUser(systemId);
      if (user === null) return null;
      const { issuer, ...asUser } = user;
      const url = adminUrlOf(issuer);
      if (url === null) throw new AppError('registration-unavailable');
      return { ...asUser, url };
    },
  };
}
