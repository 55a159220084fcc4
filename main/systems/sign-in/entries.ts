import type { Log } from '../../base/host.ts';
import type { Vault } from '../../base/storage/vault/vault.ts';
import type { Links } from '../links/index.ts';
import type { SystemsReader } from '../list/types.ts';
import { type Entry, type ProviderDeps, providerOf } from './entry.ts';
import { createSession } from './session/index.ts';
import type { Moment } from './session/machine.ts';
import type { SettingsStore } from './settings.ts';
import { openTokenStore } from './token-store.ts';

export interface EntriesDeps extends ProviderDeps {
  readonly systems: SystemsReader;
  readonly links: Links;
  readonly vault: Vault;
  readonly settings: SettingsStore;
  readonly now: () => Moment;
  readonly log: Log;
  /** Called after every change that a window would show. */
  readonly changed: (entry: Entry) => void;
  readonly endAttempt: (attempt: string, why: 'sign-in-deadline' | 'sign-in-cancelled') => void;
}

/** The sessions, each opened on first use. */
export interface Entries {
  /** @throws AppError `no-system` */
  of(systemId: string): Promise<Entry>;
  /** Returns it only if it is open. */
  opened(systemId: string): Entry | undefined;
  all(): readonly Entry[];
  drop(systemId: string): void;
}

export function createEntries(deps: EntriesDeps): Entries {
  const { systems, links, vault, settings, now, log, changed, endAttempt } = deps;
  const entries = new Map<string, Promise<Entry>>();
  const opened = new Map<string, Entry>();

  async function open(systemId: string): Promise<Entry> {
    const brought = await links.brings(systemId).catch((cause: unknown) => {
      log.error('sign-in-preset', cause, { systemId });
      return null;
    });
    const entry: Entry = {
      systemId,
      driver: createSession({
        store: openTokenStore({
          systemId,
          vault,
          scope: () => links.scope(systemId),
          keep: async () => entry.settings.keepTokens,
          log,
        }),
        provider: () => providerOf(entry, deps, now, { anew: false }),
        clock: { now },
        log,
        changed: () => changed(entry),
        endAttempt: (attempt, why) =>
          endAttempt(attempt, why === 'deadline' ? 'sign-in-deadline' : 'sign-in-cancelled'),
      }),
      settings: await settings.load(systemId),
      preset: brought?.client ?? null,
      metadata: null,
      wasAvailable: false,
    };
    opened.set(systemId, entry);
    await entry.driver.restore();
    return entry;
  }

  return {
    async of(systemId) {
      systems.get(systemId);
      const known = entries.get(systemId);
      if (known !== undefined) return known;
      const entry = open(systemId).catch((cause: unknown) => {
        entries.delete(systemId);
        throw cause;
      });
      entries.set(systemId, entry);
      return entry;
    },
    opened: (systemId) => opened.get(systemId),
    all: () => [...opened.values()],
    drop(systemId) {
      opened.delete(systemId);
      entries.delete(systemId);
    },
  };
}
