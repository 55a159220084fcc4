import { AppError } from '../../../preload/contract/errors.ts';
import type { CallOutput } from '../../../preload/contract/index.ts';
import type { Session, SignInWay } from '../../../preload/contract/systems/session.ts';
import type { System } from '../../../preload/contract/systems/systems.ts';
import type { Links } from '../links/index.ts';
import type { SystemsReader } from '../list/types.ts';
import type { Attempts } from './attempts.ts';
import type { Entries } from './entries.ts';
import type { Entry } from './entry.ts';
import type { Provider } from './provider/index.ts';
import { tryClient } from './provider/try-client.ts';
import { loopbackRedirectUrl, type SettingsChange, type SettingsStore } from './settings.ts';

/** The user's operations on a session. All reject with AppError `no-system`. */
export interface SessionOperations {
  snapshot(systemId: string): Promise<Session>;
  /**
   * Starts an attempt; resolves when the provider's pages can be shown. Assigns a given certificate to the system.
   * @throws AppError `sign-in-*`
   */
  start(systemId: string, way: SignInWay, certificateId?: string | null): Promise<Session>;
  /** Ends the attempt; does nothing without one. */
  cancel(systemId: string): Promise<Session>;
  /**
   * Returns a path that leads a tab of the user's browser to the running attempt's pages. @throws AppError `not-found`
   */
  page(systemId: string): string;
  /** Answers the provider's request for a certificate of the operating system. @throws AppError `not-found` */
  chooseCertificate(systemId: string, requestId: string, fingerprint: string | null): void;
  signOut(systemId: string): Promise<CallOutput<'session.signOut'>>;
  /** @throws AppError why it did not work */
  refresh(systemId: string): Promise<Session>;
  /**
   * Sends the token endpoint an invalid code: a provider that refuses the code has accepted the client. @throws
   * AppError `sign-in-client-refused`, `sign-in-no-client`, or why it could not be asked
   */
  tryClient(systemId: string): Promise<void>;
  /** Changing Client ID, secret or realm path ends the session. @throws AppError `sign-in-settings-invalid` */
  changeSettings(
    systemId: string,
    change: SettingsChange & { readonly route?: System['route'] | undefined },
  ): Promise<Session>;
}

export function createOperations(deps: {
  readonly entries: Entries;
  readonly attempts: Attempts;
  readonly settings: SettingsStore;
  readonly systems: SystemsReader & { save(system: System): Promise<System> };
  readonly links: Pick<Links, 'scope'>;
  readonly provider: (entry: Entry) => Promise<Provider>;
  readonly view: (entry: Entry) => Session;
  readonly changed: (entry: Entry) => void;
}): SessionOperations {
  const { entries, attempts, settings, systems, links, provider, view, changed } = deps;

  return {
    async snapshot(systemId) {
      const entry = await entries.of(systemId);
      entry.driver.tick();
      return view(entry);
    },

    async start(systemId, way, certificateId) {
      const entry = await entries.of(systemId);
      if (way !== entry.settings.lastWay) {
        const scope = links.scope(systemId);
        entry.settings = await settings.change(systemId, { lastWay: way }, scope);
      }
      await attempts.begin(entry, way, certificateId);
      return view(entry);
    },

    async cancel(systemId) {
      const entry = await entries.of(systemId);
      const attempt = attempts.of(systemId);
      if (attempt !== null) {
        attempt.end('sign-in-cancelled');
        await attempt.over;
      }
      return view(entry);
    },

    page(systemId) {
      const attempt = attempts.of(systemId);
      if (attempt === null) throw new AppError('not-found');
      return attempt.page();
    },

    chooseCertificate(systemId, requestId, fingerprint) {
      const attempt = attempts.of(systemId);
      if (attempt === null) throw new AppError('not-found');
      attempt.chooseCertificate(requestId, fingerprint);
    },

    signOut: async (systemId) => (await entries.of(systemId)).driver.signOut(),

    async refresh(systemId) {
      const entry = await entries.of(systemId);
      await entry.driver.refreshNow();
      return view(entry);
    },

    async tryClient(systemId) {
      const entry = await entries.of(systemId);
      await tryClient(await provider(entry), loopbackRedirectUrl);
    },

    async changeSettings(systemId, { route, ...change }) {
      const entry = await entries.of(systemId);
      const before = entry.settings;
      const answered = route === undefined ? {} : { routeAnswered: true };
      entry.settings = await settings.change(
        systemId,
        { ...change, ...answered },
        links.scope(systemId),
      );
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
}
