import { ignoring } from '../common/ignoring.ts';
import { settings as settingsContract } from '../preload/contract/settings/settings.ts';
import { systems as systemsContract } from '../preload/contract/systems/systems.ts';
import type { App } from './app.ts';
import { withResolvers } from './base/async/with-resolvers.ts';
import { createEvents } from './base/events.ts';
import type { Host } from './base/host.ts';
import { databaseIn, type OpenedDatabase, openDatabase } from './base/storage/database.ts';
import { guardSettings } from './base/storage/folder-guard.ts';
import { hasPendingRestore } from './base/storage/parts/index.ts';
import { restartingStorage } from './base/storage/restarting.ts';
import { type Answers, createCalls } from './calls.ts';
import { createSettings } from './settings/preferences/index.ts';
import { createSystems } from './systems/list/index.ts';

/** The calls that a page needs for its first frame; all others wait for `load`. */
export const firstCalls = ['settings.snapshot', 'systems.snapshot'] as const;

/** The app as soon as it is opened: it answers the first calls; the others wait until it is loaded. */
export interface OpenedApp extends Pick<App, 'call' | 'onEvent'> {
  /** Loads and composes everything else, once. */
  load(): Promise<App>;
}

export interface OpenOptions {
  readonly demo?: boolean;
  /** Tests validate the answers too. */
  readonly validateOutput?: boolean;
  /** The database of `host.paths.data`, if the host had it opened already. */
  readonly database?: Promise<OpenedDatabase>;
  /** Finds the operator's policies, for a host that loads the code for it late. */
  readonly findPolicy?: () => Promise<Host['policy']>;
}

/**
 * Opens the app. Only the settings and the list of systems are composed at once: they answer a page while the code of
 * the other domains, which is most of main's, is not loaded yet.
 */
export function openApp(host: Host, options: OpenOptions = {}): OpenedApp {
  const { log, paths, workers } = host;
  const events = createEvents((event, cause) => log.error('event', cause, { event }));
  const { emit } = events;
  const file = guardSettings(host.settings, paths.data);
  const settings = createSettings({ file, emit });
  // Opening the database puts a restored settings file in place.
  const restores = hasPendingRestore(paths.data);
  const opening =
    options.database ??
    openDatabase(
      restartingStorage(() => workers.start('storage')),
      databaseIn(paths.data),
    );
  const database = restores
    ? opening.then((opened) => {
        settings.reload();
        return opened;
      })
    : opening;
  const systems = database.then((opened) =>
    createSystems({ database: opened, settings: file, emit }),
  );
  void ignoring('each call and the core await it, and say why', systems);

  const first: Answers = {
    declared: { settings: settingsContract, systems: systemsContract },
    handlers: {
      settings: {
        async snapshot(...asked) {
          if (restores) await database;
          return settings.calls.snapshot(...asked);
        },
      },
      systems: { snapshot: async (...asked) => (await systems).calls.snapshot(...asked) },
    },
  };
  const rest = withResolvers<Answers>();
  const call = createCalls({
    parts: [first, rest.promise],
    log,
    validateOutput: options.validateOutput ?? false,
  });

  async function load(): Promise<App> {
    const [{ createApp }, policy = host.policy] = await Promise.all([
      import('./app.ts'),
      options.findPolicy?.(),
    ]);
    const { answers, ...core } = await createApp({
      host: { ...host, ...(policy && { policy }) },
      events,
      settings,
      file,
      database: await database,
      systems: await systems,
      demo: options.demo === true,
    });
    rest.resolve(answers);
    return { call, onEvent: events.on, ...core };
  }

  return {
    call,
    onEvent: events.on,
    load() {
      const loading = load();
      loading.catch(rest.reject);
      return loading;
    },
  };
}
