import type { Log } from '../../../base/host.ts';
import { type Bus, busDaemon, connectBus, socketOf } from '../desktop/bus.ts';
import { type BusMessage, booleanInVariant, firstText } from '../desktop/messages.ts';

/** Reports of systemd's login manager about the user's session. */
export interface ScreenLock {
  /** Listens for screen lock (true) and unlock. @returns stops listening */
  onLocked(listener: (locked: boolean) => void): () => void;
  /** Listens for a lock, or its start: `loginctl lock-session`, the desktop's shortcut. @returns stops listening */
  onLocking(listener: () => void): () => void;
}

const login1 = 'org.freedesktop.login1';
const sessionInterface = `${login1}.Session`;
const properties = 'org.freedesktop.DBus.Properties';
const manager = { name: login1, path: '/org/freedesktop/login1', interface: `${login1}.Manager` };
/** From the specification. */
const usualAddress = 'unix:path=/var/run/dbus/system_bus_socket';
/** Interval for reconnecting to a lost bus, ms. */
const again = 60_000;

interface Deps {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly user: number;
  readonly log: Log;
  readonly wait?: (ms: number, run: () => void) => () => void;
}

/** Follows the session on the system bus while there are listeners. Without a bus or login1 nothing is reported. */
export function createScreenLock(deps: Deps): ScreenLock {
  const lockedListeners = new Set<(locked: boolean) => void>();
  const lockingListeners = new Set<() => void>();
  let following: { close(): void } | null = null;

  function listen<T>(listeners: Set<T>, listener: T): () => void {
    listeners.add(listener);
    following ??= follow(deps, {
      locked: (locked) => {
        for (const tell of lockedListeners) tell(locked);
        if (locked) for (const tell of lockingListeners) tell();
      },
      locking: () => {
        for (const tell of lockingListeners) tell();
      },
    });
    return () => {
      listeners.delete(listener);
      if (lockedListeners.size + lockingListeners.size > 0) return;
      following?.close();
      following = null;
    };
  }
  return {
    onLocked: (listener) => listen(lockedListeners, listener),
    onLocking: (listener) => listen(lockingListeners, listener),
  };
}

interface LockListener {
  locked(locked: boolean): void;
  locking(): void;
}

function follow(deps: Deps, listener: LockListener): { close(): void } {
  const { env, user, log, wait = later } = deps;
  const path = socketOf(env.DBUS_SYSTEM_BUS_ADDRESS ?? usualAddress);
  let closed = false;
  let bus: Bus | null = null;
  let stopWaiting: () => void = () => undefined;
  /** The last reported state, over all connections. */
  let isLocked = false;
  const once: LockListener = {
    ...listener,
    locked(locked) {
      if (locked === isLocked) return;
      isLocked = locked;
      listener.locked(locked);
    },
  };

  async function run(socket: string): Promise<void> {
    const session = createSession(env.XDG_SESSION_ID, once, log);
    const opened = await connectBus(socket, user, (signal) => session.take(signal));
    if (closed) return opened.close();
    bus = opened;
    await session.begin(opened);
    await opened.ended;
    if (closed) return;
    log.info('screen-lock-bus-gone');
    stopWaiting = wait(again, () => start(socket));
  }
  const start = (socket: string): void => {
    run(socket).catch((cause: unknown) => {
      const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
      log.info('screen-lock-not-followed', { code });
      bus?.close();
    });
  };
  if (path !== null) start(path);
  return {
    close() {
      closed = true;
      stopWaiting();
      bus?.close();
    },
  };
}

/** Follows this user's session on one connection. */
function createSession(id: string | undefined, listener: LockListener, log: Log) {
  let bus: Bus | null = null;
  /** login1's unique name: messages of others are ignored. */
  let owner = '';
  let path = '';

  const match = (on: Bus, rule: string): Promise<unknown> =>
    on.call({ ...busDaemon, member: 'AddMatch', texts: [rule] });

  /** Finds the session; if this program has none of its own, the one at the screen. */
  async function find(on: Bus): Promise<void> {
    const ask = (name: string) => on.call({ ...manager, member: 'GetSession', texts: [name] });
    const answer = await ask('auto').catch((cause: unknown) => {
      // systemd before 243 has no such name
      if (id === undefined) throw cause;
      return ask(id);
    });
    const found = firstText(answer);
    if (found === null) throw new Error('login1 names no session');
    owner = answer.sender;
    if (found !== path) {
      path = found;
      await match(on, `type='signal',sender='${login1}',path='${path}'`);
    }
    await look(on);
  }

  async function look(on: Bus): Promise<void> {
    const answer = await on.call({
      name: login1,
      path,
      interface: properties,
      member: 'Get',
      texts: [sessionInterface, 'LockedHint'],
    });
    const now = booleanInVariant(answer);
    if (now !== null) listener.locked(now);
  }

  const tried = (work: (on: Bus) => Promise<void>): void => {
    if (bus === null) return;
    work(bus).catch((cause: unknown) => log.info('screen-lock-unknown', { reason: String(cause) }));
  };

  return {
    async begin(opened: Bus): Promise<void> {
      bus = opened;
      await match(
        opened,
        `type='signal',sender='${busDaemon.name}',member='NameOwnerChanged',arg0='${login1}'`,
      );
      tried(find);
    },
    take(signal: BusMessage): void {
      const { sender, member } = signal;
      // from the bus itself: nobody else can have its name
      if (sender === busDaemon.name && member === 'NameOwnerChanged') tried(find);
      if (owner === '' || sender !== owner || signal.path !== path) return;
      if (signal.interface === sessionInterface && member === 'Lock') listener.locking();
      if (signal.interface === properties && member === 'PropertiesChanged') tried(look);
    },
  };
}

function later(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms).unref();
  return () => clearTimeout(timer);
}
