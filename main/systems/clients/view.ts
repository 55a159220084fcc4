import { AppError, type AppErrorData } from '../../../preload/contract/errors.ts';
import type { ClientSource, ClientsState } from '../../../preload/contract/systems/clients.ts';
import type { Log } from '../../base/host.ts';
import type { Links } from '../links/index.ts';
import type { ClientProviders } from './providers.ts';
import type { RealmClients } from './realm.ts';
import type { ClientSettingsStore } from './settings.ts';
import type { ClientStore } from './store.ts';

/** Returns a system's clients for a window: those stored here, and the realm's if known. */
export function clientsView(sources: {
  readonly links: Pick<Links, 'isAdministered'>;
  readonly store: ClientStore;
  readonly settings: ClientSettingsStore;
  readonly realm: RealmClients;
  readonly ways: Pick<ClientProviders, 'registration'>;
  readonly log: Log;
}): (systemId: string) => Promise<ClientsState> {
  const { links, store, settings, realm, log } = sources;

  const ways = async (systemId: string): Promise<Pick<ClientsState, 'ways' | 'problem'>> => {
    const admin: ClientSource[] = realm.standing(systemId) === 'manages' ? ['keycloak-admin'] : [];
    try {
      const { registrationUrl } = await settings.of(systemId);
      const registers =
        registrationUrl !== null || (await sources.ways.registration(systemId)) !== null;
      const dynamic: ClientSource[] = registers ? ['dynamic-registration'] : [];
      return { ways: [...admin, ...dynamic, 'kept'], problem: null };
    } catch (cause) {
      log.error('clients-registration-unknown', cause, { systemId });
      return { ways: [...admin, 'kept'], problem: toProblem(cause) };
    }
  };

  return async (systemId) => {
    const isAdministered = links.isAdministered(systemId);
    const listed = realm.of(systemId);
    // A client stored here and listed by the realm is shown once: through the realm more can be done with it, or
    // nothing if the user may only view it.
    const changeable = new Set(
      listed.filter(({ canChange }) => canChange).map(({ clientId }) => clientId),
    );
    const kept = (await store.of(systemId)).filter(({ clientId }) => !changeable.has(clientId));
    const keptIds = new Set(kept.map(({ clientId }) => clientId));
    return {
      systemId,
      realm: isAdministered ? realm.standing(systemId) : 'none',
      ...(await ways(systemId)),
      settings: await settings.of(systemId),
      hasMore: isAdministered && realm.hasMore(systemId),
      clients: [...kept, ...listed.filter(({ clientId }) => !keptIds.has(clientId))],
    };
  };
}

export function problemOf(cause: unknown): AppErrorData {
  return (cause instanceof AppError ? cause : new AppError('internal')).toData();
}

function toProblem(cause: unknown): ClientsState['problem'] {
  const { details, ...problem } = problemOf(cause);
  return { ...problem, details: { ...details } };
}
