import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../../../base/host.ts';
import { type Bus, busDaemon, connectBus, sessionBusOf } from '../desktop/bus.ts';
import { hasEmbeddingTray } from '../desktop/display.ts';
import { booleanInVariant } from '../desktop/messages.ts';

/** Whether the desktop shows icons in a tray. GNOME shows none by itself. */
export interface TrayPlace {
  /** The last result; false before the first check. */
  isThere(): boolean;
  /** Checks now; a desktop that does not answer in time counts as one without a tray. Never rejects. */
  look(): Promise<boolean>;
  /** Calls back when the result changes. */
  onChange(listener: () => void): void;
  /** To be called when creating an icon failed: from then on there is no tray. */
  fail(): void;
}

const watcher = 'org.kde.StatusNotifierWatcher';
const properties = 'org.freedesktop.DBus.Properties';
/** Timeout of a check, ms: a closed window waits for it. */
const usualPatience = 3_000;

/** The tray of Windows and macOS, which always show icons. */
export function fixedTrayPlace(): TrayPlace {
  let hasFailed = false;
  return {
    isThere: () => !hasFailed,
    look: async () => !hasFailed,
    onChange: () => undefined,
    fail() {
      hasFailed = true;
    },
  };
}

/**
 * Follows whether a Linux desktop shows tray icons: by a StatusNotifier host on the session bus, or by embedding them
 * (XEmbed), as panels of plain window managers do. Electron creates a tray in either case and says nothing.
 * @param options.isWayland whether windows are Wayland's, whose programs embed nothing
 */
export function followTrayPlace(options: {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly user: number;
  readonly isWayland: boolean;
  readonly log: Log;
  /** Folder of the X display's sockets. */
  readonly displays?: string;
  readonly patience?: number;
}): TrayPlace {
  const { env, user, isWayland, log, patience = usualPatience } = options;
  const listeners = new Set<() => void>();
  let isThere = false;
  let hasFailed = false;
  let opening: Promise<Bus | null> | null = null;

  /** Connects to the bus once; retries at each check after a failure. */
  function openBus(): Promise<Bus | null> {
    const path = sessionBusOf(env);
    if (path === null) return Promise.resolve(null);
    opening ??= followed(path).catch((cause: unknown) => {
      log.info('tray-bus', { reason: String(cause) });
      opening = null;
      return null;
    });
    return opening;
  }

  async function followed(path: string): Promise<Bus> {
    const bus = await connectBus(path, user, () => void place.look());
    void bus.ended.then(() => {
      opening = null;
    });
    const owner = `type='signal',sender='${busDaemon.name}',member='NameOwnerChanged',arg0='${watcher}'`;
    const host = `type='signal',interface='${watcher}'`;
    for (const rule of [owner, host]) {
      await bus.call({ ...busDaemon, member: 'AddMatch', texts: [rule] });
    }
    return bus;
  }

  async function hasHost(): Promise<boolean> {
    const bus = await openBus();
    if (bus === null) return false;
    const name = { name: watcher, path: '/StatusNotifierWatcher', interface: properties };
    const texts = [watcher, 'IsStatusNotifierHostRegistered'];
    // no program owns that name without such a tray
    return bus
      .call({ ...name, member: 'Get', texts })
      .then(booleanInVariant, () => false)
      .then(Boolean);
  }

  async function embeds(): Promise<boolean> {
    if (isWayland) return false;
    return hasEmbeddingTray(env, patience, options.displays).catch((cause: unknown) => {
      log.info('tray-display', { reason: String(cause) });
      return false;
    });
  }

  const inTime = (looked: Promise<boolean>): Promise<boolean> =>
    Promise.race([looked, delay(patience, false, { ref: false })]);

  const place: TrayPlace = {
    isThere: () => isThere,
    async look() {
      const now = !hasFailed && ((await inTime(hasHost())) || (await inTime(embeds())));
      if (now !== isThere) {
        isThere = now;
        for (const listener of listeners) listener();
      }
      return now;
    },
    onChange: (listener) => void listeners.add(listener),
    fail() {
      hasFailed = true;
      isThere = false;
    },
  };
  return place;
}
