import type { Language } from '../../../common/texts/language.ts';
import type { Emit, Handlers } from '../../../preload/contract/index.ts';
import type { Session } from '../../../preload/contract/systems/session.ts';
import type { System } from '../../../preload/contract/systems/systems.ts';
import { inBackground } from '../../base/async/background.ts';
import type { Log } from '../../base/host.ts';
import type { Network } from '../../base/network/index.ts';
import type { Policy } from '../../base/policy/index.ts';
import type { Database } from '../../base/storage/database.ts';
import type { Vault } from '../../base/storage/vault/vault.ts';
import type { LinkChange, Links } from '../links/index.ts';
import type { SystemsReader } from '../list/types.ts';
import { createAttempts } from './attempts.ts';
import { sessionCalls } from './calls.ts';
import { createEntries } from './entries.ts';
import { type Entry, isAvailable, type ProviderDeps, providerOf } from './entry.ts';
import { createOperations, type SessionOperations } from './operations.ts';
import type { Moment } from './session/machine.ts';
import { openSettingsStore } from './settings.ts';
import { createTokenSide } from './token-side.ts';
import type { TokenSide } from './types.ts';
import { viewOf } from './view.ts';
import type { SignInHost } from './ways/way.ts';

export { findCallbackUrl } from './callback.ts';
export type { SessionOperations } from './operations.ts';
export {
  type Challenge,
  type ProtectedService,
  type ServiceTokens,
  serviceTokens,
  type Waiting,
} from './protected/types.ts';
export { createServiceSignIn, type ServiceSignIn } from './service-sign-in.ts';
export { settingsRows as signInRows } from './settings.ts';

export interface SignInDeps {
  readonly systems: SystemsReader & { save(system: System): Promise<System> };
  readonly links: Links;
  readonly certificates: ProviderDeps['certificates'];
  readonly network: Network;
  readonly vault: Vault;
  readonly database: Database;
  readonly host: SignInHost;
  readonly language: () => 'system' | Language;
  readonly policy?: Pick<Policy, 'isLocked' | 'requireOpen'>;
  readonly emit: Emit;
  readonly log: Log;
  readonly now?: () => Moment;
}

/** Sign-in to the systems, and their sessions. */
export interface SignIn extends SessionOperations, TokenSide {
  readonly calls: Handlers<'session'>;
  /** Takes an address received by the app's protocol; returns whether a running attempt took it. */
  receiveUrl(url: string): boolean;
  forget(systemId: string): Promise<void>;
  close(): Promise<void>;
}

const tickPeriod = 5_000;

export function createSignIn(deps: SignInDeps): SignIn {
  const { systems, links, vault, host, emit, log } = deps;
  const now = deps.now ?? ((): Moment => ({ wall: Date.now(), steady: performance.now() }));
  const settings = openSettingsStore(deps.database, vault, deps.policy);
  const background = inBackground(log);
  let closed = false;

  const attempts = createAttempts({ ...deps, settings, now, changed });
  const entries = createEntries({ ...deps, settings, now, changed, endAttempt: attempts.end });
  const operations = createOperations({
    entries,
    attempts,
    settings,
    systems,
    links,
    changed,
    provider: (entry) => providerOf(entry, { ...deps, settings }, now, { anew: true }),
    view,
  });

  function view(entry: Entry): Session {
    return viewOf({
      system: systems.get(entry.systemId),
      settings: entry.settings,
      preset: entry.preset,
      driver: entry.driver,
      attempt: attempts.of(entry.systemId)?.state() ?? null,
      offers: {
        window: host.openSignInWindow !== undefined,
        tab: host.openSignInTab !== undefined,
      },
    });
  }

  function changed(entry: Entry): void {
    if (closed || entries.opened(entry.systemId) !== entry) return;
    emit('session.changed', view(entry));
    const available = isAvailable(entry);
    if (available === entry.wasAvailable) return;
    entry.wasAvailable = available;
    links.sessionChanged(entry.systemId);
  }

  function followLink(change: LinkChange): void {
    const entry = entries.opened(change.systemId);
    if (entry === undefined || change.removed) return;
    const { address, moved, identity, service } = change;
    if (service === 'identityProvider' && moved) {
      background('session-moved', entry.driver.settingsChanged());
    }
    if (address || identity) changed(entry);
  }

  function followVault(): void {
    const { state } = vault.state();
    for (const { driver } of entries.all()) {
      if (state === 'locked') driver.vaultLocked();
      else background('session-restore', driver.vaultUnlocked());
    }
  }

  const unfollow = [links.onChange(followLink), vault.onChange(followVault)];
  const timer = setInterval(() => {
    for (const { driver } of entries.all()) driver.tick();
  }, tickPeriod);
  timer.unref();

  return {
    ...operations,
    ...createTokenSide(entries, (systemId) => links.to(systemId, 'identityProvider').address),
    calls: sessionCalls(operations),
    receiveUrl: attempts.receiveUrl,
    async forget(systemId) {
      const entry = await entries.of(systemId);
      attempts.of(systemId)?.end('sign-in-cancelled');
      await entry.driver.settingsChanged();
      await entry.driver.idle();
      entries.drop(systemId);
      await settings.forget(systemId);
    },
    async close() {
      closed = true;
      clearInterval(timer);
      for (const stop of unfollow) stop();
      await attempts.close();
      await Promise.all(entries.all().map(({ driver }) => driver.idle()));
    },
  };
}
