import type { Language } from '../../../common/texts/language.ts';
import { AppError, type ErrorCode } from '../../../preload/contract/errors.ts';
import type { SignInWay } from '../../../preload/contract/systems/session.ts';
import type { System } from '../../../preload/contract/systems/systems.ts';
import type { Log } from '../../base/host.ts';
import type { SystemsReader } from '../list/types.ts';
import { type RunningAttempt, startAttempt } from './attempt.ts';
import {
  type Entry,
  isAvailable,
  openProviderLink,
  type ProviderDeps,
  providerOf,
} from './entry.ts';
import type { Moment } from './session/machine.ts';
import type { SignInHost } from './ways/way.ts';

export interface AttemptsDeps extends ProviderDeps {
  readonly systems: SystemsReader & { save(system: System): Promise<System> };
  readonly host: SignInHost;
  readonly language: () => 'system' | Language;
  readonly log: Log;
  readonly now: () => Moment;
  readonly changed: (entry: Entry) => void;
}

/** Runs at most one attempt in the whole app. */
export interface Attempts {
  of(systemId: string): RunningAttempt | null;
  /**
   * Resolves when the provider's pages can be shown. Assigns a given `certificateId` to the system.
   * @throws AppError why there can be no attempt now, or why its pages cannot be shown
   */
  begin(entry: Entry, way: SignInWay, certificateId: string | null | undefined): Promise<void>;
  /** Ends the attempt of this id if it still runs. */
  end(attempt: string, why: ErrorCode): void;
  /** Returns whether the running attempt took the address. */
  receiveUrl(url: string): boolean;
  close(): Promise<void>;
}

export function createAttempts(deps: AttemptsDeps): Attempts {
  const { systems, links, network, host, log, now, changed } = deps;
  let running: { readonly systemId: string; readonly attempt: RunningAttempt } | null = null;
  let starting = false;
  let freed: Promise<void> = Promise.resolve();

  function refuseWhere(entry: Entry, way: SignInWay): void {
    if (isAvailable(entry)) throw new AppError('sign-in-already-active');
    if (running !== null || starting) {
      const other = systems.state().systems.find(({ id }) => id === running?.systemId);
      throw new AppError('sign-in-in-progress', { details: { system: other?.name ?? '' } });
    }
    const isOffered = {
      window: host.openSignInWindow !== undefined,
      tab: host.openSignInTab !== undefined,
      browser: true,
    };
    if (!isOffered[way]) {
      throw new AppError('sign-in-way-unavailable', { details: { way } });
    }
    if (links.to(entry.systemId, 'identityProvider').address === null) {
      throw new AppError('sign-in-no-address');
    }
    if (entry.settings.clientId === null && entry.preset === null) {
      throw new AppError('sign-in-no-client');
    }
  }

  async function start(
    entry: Entry,
    way: SignInWay,
    certificateId: string | null | undefined,
  ): Promise<RunningAttempt> {
    const { systemId, driver } = entry;
    // The previous attempt may still show the browser its last page, on the port that this one needs.
    await freed;
    if (certificateId !== undefined && certificateId !== systems.get(systemId).certificateId) {
      await systems.save({ ...systems.get(systemId), certificateId });
    }
    const { identity, connection } = await openProviderLink(systemId, deps);
    return startAttempt({
      systemName: systems.get(systemId).name,
      way,
      settings: entry.settings,
      provider: () => providerOf(entry, deps, now, { anew: true }),
      network,
      identity,
      connection,
      host,
      language: deps.language(),
      now: () => new Date(now().wall),
      log,
      changed: () => changed(entry),
      signedIn: (id, tokens) => driver.signedIn(id, tokens),
      failed: (id, problem) => driver.attemptEnded(id, problem.toData()),
    });
  }

  return {
    of: (systemId) => (running?.systemId === systemId ? running.attempt : null),
    async begin(entry, way, certificateId) {
      refuseWhere(entry, way);
      // Set before anything is awaited: two windows may ask at once.
      starting = true;
      let attempt: RunningAttempt;
      try {
        attempt = await start(entry, way, certificateId);
        running = { systemId: entry.systemId, attempt };
        freed = attempt.done;
      } finally {
        starting = false;
      }
      entry.driver.start(attempt.id);
      attempt.over
        .then(() => {
          running = null;
          changed(entry);
        })
        .catch((cause: unknown) => log.error('sign-in-over', cause));
      await attempt.shown;
    },
    end(attempt, why) {
      if (running?.attempt.id === attempt) running.attempt.end(why);
    },
    receiveUrl: (url) => running?.attempt.receiveUrl(url) ?? false,
    async close() {
      running?.attempt.end('sign-in-cancelled');
      await freed;
    },
  };
}
