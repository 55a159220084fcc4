import { AppError } from '../../preload/contract/errors.ts';
import type { Emit, Handlers } from '../../preload/contract/index.ts';
import type { Language } from '../../preload/contract/language.ts';
import type { Session } from '../../preload/contract/session.ts';
import type { System } from '../../preload/contract/systems.ts';
import type { Host, Log } from '../host.ts';
import type { Network, TlsIdentity } from '../network/index.ts';
import type { Database } from '../storage/database.ts';
import type { SecretScope, Vault } from '../storage/vault/vault.ts';
import type { SystemsReader } from '../systems/types.ts';
import { createAttempts } from './attempts.ts';
import { type Entry, isAvailable, issuerOf, type PresetClient, providerOf } from './entry.ts';
import type { Moment } from './machine.ts';
import { createSession } from './session.ts';
import type { Grant } from './session-driver.ts';
import { openSettingsStore } from './settings.ts';
import { openTokenStore } from './token-store.ts';
import { isCertificateBound } from './tokens.ts';
import type { Attached, Authorization } from './types.ts';
import { viewOf } from './view.ts';

export { findCallbackUrl } from './callback.ts';
export type { PresetClient } from './entry.ts';
export type { Authorization } from './types.ts';

export interface SignInDeps {
  readonly systems: SystemsReader & { save(system: System): Promise<System> };
  readonly certificates: { identity(id: string): Promise<TlsIdentity> };
  readonly preset: (systemId: string) => Promise<PresetClient | null>;
  readonly network: Network;
  readonly vault: Vault;
  readonly database: Database;
  readonly host: Pick<Host, 'openSignInWindow' | 'openExternal' | 'preferredLanguages'>;
  readonly language: () => 'system' | Language;
  readonly emit: Emit;
  readonly log: Log;
  readonly now?: () => Moment;
}

/** Signing in to the systems, and the sessions with them. */
export interface SignIn {
  readonly calls: Handlers<'session'>;
  /** The token side of a system's calls; null where its route is the certificate alone. */
  authorization(systemId: string): Authorization | null;
  /** Why no call by token can be made now; null while one can, or waits for a sign-in. */
  unavailable(systemId: string): Promise<AppError | null>;
  /** The access token works only with the certificate that it was issued to (RFC 8705). */
  isCertificateBound(systemId: string): boolean;
  /** A token for the identity provider's own interfaces, whatever the route; null while nobody is signed in. */
  providerToken(
    systemId: string,
  ): Promise<{ readonly issuer: string; readonly token: () => Promise<string> } | null>;
  /** Called when calls by token have become possible or impossible. */
  onAvailable(listener: (systemId: string) => void): () => void;
  /** An address of the app's protocol; true when a running attempt took it. */
  receiveUrl(url: string): boolean;
  /** To be called when the vault was opened or locked. */
  vaultChanged(): void;
  forget(systemId: string): Promise<void>;
  close(): Promise<void>;
}

const tickPeriod = 5_000;

export function createSignIn(deps: SignInDeps): SignIn {
  const { systems, vault, database, host, emit, log } = deps;
  const now = deps.now ?? ((): Moment => ({ wall: Date.now(), steady: performance.now() }));
  const settingsStore = openSettingsStore(database, vault);
  const entries = new Map<string, Promise<Entry>>();
  const opened = new Map<string, Entry>();
  const listeners = new Set<(systemId: string) => void>();
  let closed = false;

  const scopeOf = (systemId: string): SecretScope =>
    systems.get(systemId).kind === 'demo' ? 'demo' : 'user';
  const attempts = createAttempts({ ...deps, now, changed });

  function entryOf(systemId: string): Promise<Entry> {
    systems.get(systemId);
    const known = entries.get(systemId);
    if (known !== undefined) return known;
    const entry = open(systemId).catch((cause: unknown) => {
      entries.delete(systemId);
      throw cause;
    });
    entries.set(systemId, entry);
    return entry;
  }

  async function open(systemId: string): Promise<Entry> {
    const settings = await settingsStore.load(systemId);
    const preset = await deps.preset(systemId).catch((cause: unknown) => {
      log.error('sign-in-preset', cause, { systemId });
      return null;
    });
    const store = openTokenStore({
      systemId,
      vault,
      scope: () => scopeOf(systemId),
      keep: async () => entry.settings.keepTokens,
      log,
    });
    const driver = createSession({
      store,
      provider: () => providerOf(entry, deps, now, false),
      clock: { now },
      log,
      changed: () => changed(entry),
      endAttempt: (attempt, why) =>
        attempts.end(attempt, why === 'deadline' ? 'sign-in-deadline' : 'sign-in-cancelled'),
    });
    const entry: Entry = {
      systemId,
      driver,
      settings,
      preset,
      metadata: null,
      issuer: issuerOf(systems.get(systemId), settings),
      wasAvailable: false,
    };
    opened.set(systemId, entry);
    await driver.restore();
    return entry;
  }

  const view = (entry: Entry): Session =>
    viewOf({
      system: systems.get(entry.systemId),
      settings: entry.settings,
      preset: entry.preset,
      driver: entry.driver,
      attempt: attempts.of(entry.systemId)?.state() ?? null,
      hasWindow: host.openSignInWindow !== undefined,
    });

  function changed(entry: Entry): void {
    if (closed || opened.get(entry.systemId) !== entry) return;
    emit('session.changed', view(entry));
    const available = isAvailable(entry);
    if (available === entry.wasAvailable) return;
    entry.wasAvailable = available;
    for (const listener of listeners) listener(entry.systemId);
  }

  function follow(): void {
    for (const entry of opened.values()) {
      const system = systems.state().systems.find(({ id }) => id === entry.systemId);
      if (system === undefined) continue;
      const issuer = issuerOf(system, entry.settings);
      // The demo's address may change with each start; its sessions go on.
      const moved = issuer !== entry.issuer && system.kind !== 'demo';
      entry.issuer = issuer;
      if (moved) settle('session-moved', entry.driver.settingsChanged());
      changed(entry);
    }
  }

  function settle(event: string, work: Promise<unknown>): void {
    work.catch((cause: unknown) => log.error(event, cause));
  }

  const unfollow = systems.onChange(follow);
  const timer = setInterval(() => {
    for (const { driver } of opened.values()) driver.tick();
  }, tickPeriod);
  timer.unref();

  const attach = (systemId: string, grant: Grant): Attached => {
    const presentation = opened.get(systemId)?.settings.presentation;
    const { header, scheme } = presentation ?? { header: 'authorization', scheme: 'Bearer' };
    const value = scheme === '' ? grant.accessToken : `${scheme} ${grant.accessToken}`;
    return { headers: { [header.toLowerCase()]: value }, grant };
  };

  const calls: Handlers<'session'> = {
    async snapshot({ systemId }) {
      const entry = await entryOf(systemId);
      entry.driver.tick();
      return view(entry);
    },
    async signIn({ systemId, way, certificateId }) {
      const entry = await entryOf(systemId);
      if (way !== entry.settings.lastWay) {
        entry.settings = await settingsStore.change(systemId, { lastWay: way }, scopeOf(systemId));
      }
      await attempts.begin(entry, way, certificateId);
      return view(entry);
    },
    async cancel({ systemId }) {
      const entry = await entryOf(systemId);
      const attempt = attempts.of(systemId);
      if (attempt !== null) {
        attempt.end('sign-in-cancelled');
        await attempt.over;
      }
      return view(entry);
    },
    async chooseCertificate({ systemId, requestId, fingerprint }) {
      const attempt = attempts.of(systemId);
      if (attempt === null) throw new AppError('not-found');
      attempt.chooseCertificate(requestId, fingerprint);
    },
    signOut: async ({ systemId }) => (await entryOf(systemId)).driver.signOut(),
    async refresh({ systemId }) {
      const entry = await entryOf(systemId);
      await entry.driver.refreshNow();
      return view(entry);
    },
    async updateSettings({ systemId, route, ...change }) {
      const entry = await entryOf(systemId);
      const before = entry.settings;
      entry.settings = await settingsStore.change(systemId, change, scopeOf(systemId));
      entry.issuer = issuerOf(systems.get(systemId), entry.settings);
      const { clientId, realmPath, keepTokens } = entry.settings;
      const other =
        clientId !== before.clientId ||
        realmPath !== before.realmPath ||
        change.clientSecret !== undefined;
      if (other) await entry.driver.settingsChanged();
      else if (keepTokens !== before.keepTokens) await entry.driver.keepingChanged();
      if (route !== undefined && route !== systems.get(systemId).route) {
        await systems.save({ ...systems.get(systemId), route });
      }
      changed(entry);
      return view(entry);
    },
  };

  return {
    calls,
    authorization(systemId) {
      if (systems.get(systemId).route === 'certificate') return null;
      return {
        async attach() {
          return attach(systemId, await (await entryOf(systemId)).driver.grant());
        },
        async renew({ grant }) {
          return attach(systemId, await (await entryOf(systemId)).driver.renew(grant));
        },
        refusedAgain: ({ grant }) => opened.get(systemId)?.driver.refusedAgain(grant),
      };
    },
    async unavailable(systemId) {
      const entry = await entryOf(systemId);
      if (isAvailable(entry)) return null;
      const { name, cause } = entry.driver.machine;
      // A call that is made while the user signs in waits for how that ends.
      if (name === 'authorizing') return null;
      if (cause.code === 'vault-locked') return new AppError('vault-locked');
      return new AppError(name === 'expired' ? 'session-expired' : 'session-signed-out');
    },
    isCertificateBound(systemId) {
      const tokens = opened.get(systemId)?.driver.tokens ?? null;
      return tokens !== null && isCertificateBound(tokens.accessToken);
    },
    async providerToken(systemId) {
      const entry = await entryOf(systemId);
      const issuer = entry.issuer ?? entry.metadata?.issuer ?? null;
      if (!isAvailable(entry) || issuer === null) return null;
      return { issuer, token: async () => (await entry.driver.grant()).accessToken };
    },
    onAvailable(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    receiveUrl: attempts.receiveUrl,
    vaultChanged() {
      const { state } = vault.state();
      for (const { driver } of opened.values()) {
        if (state === 'locked') driver.vaultLocked();
        else settle('session-restore', driver.vaultUnlocked());
      }
    },
    async forget(systemId) {
      const entry = await entryOf(systemId);
      attempts.of(systemId)?.end('sign-in-cancelled');
      await entry.driver.settingsChanged();
      await entry.driver.settled();
      opened.delete(systemId);
      entries.delete(systemId);
      await settingsStore.forget(systemId);
    },
    async close() {
      closed = true;
      clearInterval(timer);
      unfollow();
      await attempts.close();
      await Promise.all([...opened.values()].map(({ driver }) => driver.settled()));
    },
  };
}
