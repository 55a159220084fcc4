import { AppError } from '../../preload/contract/errors.ts';
import type { Emit, Handlers } from '../../preload/contract/index.ts';
import type { Session } from '../../preload/contract/session.ts';
import type { System } from '../../preload/contract/systems.ts';
import type { Host } from '../host.ts';
import type { Database } from '../storage/database.ts';
import type { SecretScope, Vault } from '../storage/vault/vault.ts';
import type { SystemsReader } from '../systems/types.ts';
import { loopbackRedirectUrl, openSettingsStore, type StoredSettings } from './settings.ts';

export interface SignInDeps {
  readonly systems: SystemsReader & { save(system: System): Promise<System> };
  readonly vault: Vault;
  readonly database: Database;
  readonly host: Pick<Host, 'openSignInWindow'>;
  readonly emit: Emit;
}

/** Signing in to the systems, and the sessions with them. */
export interface SignIn {
  readonly calls: Handlers<'session'>;
  forget(systemId: string): Promise<void>;
  close(): Promise<void>;
}

export function createSignIn(deps: SignInDeps): SignIn {
  const { systems, vault, database, host, emit } = deps;
  const settings = openSettingsStore(database, vault);
  const startedAt = new Date().toISOString();
  const scopeOf = ({ kind }: System): SecretScope => (kind === 'demo' ? 'demo' : 'user');

  const view = (system: System, stored: StoredSettings): Session => ({
    systemId: system.id,
    state: 'signed-out',
    cause: { code: 'never-signed-in', at: startedAt, problem: null },
    who: null,
    tokens: null,
    refreshAt: null,
    clockSkew: null,
    attempt: null,
    missing: [
      ...(system.authUrl === null ? (['identity-provider'] as const) : []),
      ...(stored.clientId === null ? (['client-id'] as const) : []),
      ...(system.certificateId === null ? (['certificate'] as const) : []),
    ],
    ways: host.openSignInWindow === undefined ? ['browser'] : ['window', 'browser'],
    redirectUrls: { window: stored.redirectUrl, browser: loopbackRedirectUrl },
    settings: { ...stored, route: system.route },
  });
  const snapshot = async (systemId: string): Promise<Session> => {
    const system = systems.get(systemId);
    return view(system, await settings.load(systemId));
  };

  return {
    calls: {
      snapshot: ({ systemId }) => snapshot(systemId),
      async signIn({ way }) {
        throw new AppError('sign-in-way-unavailable', { details: { way } });
      },
      cancel: ({ systemId }) => snapshot(systemId),
      async chooseCertificate() {
        throw new AppError('not-found');
      },
      signOut: async () => ({ revoked: null, ended: null }),
      async refresh() {
        throw new AppError('session-signed-out');
      },
      async updateSettings({ systemId, route, ...change }) {
        const system = systems.get(systemId);
        const stored = await settings.change(systemId, change, scopeOf(system));
        const saved = route === undefined ? system : await systems.save({ ...system, route });
        const next = view(saved, stored);
        emit('session.changed', next);
        return next;
      },
    },
    forget: (systemId) => settings.forget(systemId),
    close: async () => undefined,
  };
}
