import { findProgram } from '../../../../scripts/lanes/needs.ts';
import { type BusConnection, type BusMessage, connectBus, ownName } from './connection.ts';
import { openDoor } from './door.ts';
import { startSessionBus } from './session-bus.ts';
import { variant } from './wire.ts';

export const hasBus = findProgram('dbus-daemon') !== undefined;
if (!hasBus) console.log('skipped: locks of the screen need dbus-daemon');

const login1 = 'org.freedesktop.login1';
const manager = '/org/freedesktop/login1';
const session = `${login1}.Session`;
export const sessionPath = `${manager}/session/_32`;

/** A system's bus of the test's own, with a login manager that knows one session. */
export interface Login1 {
  /** What a program has to be started with to find it. */
  readonly env: Readonly<Record<string, string>>;
  /** How often somebody has looked whether the screen is locked. */
  looks(): number;
  /** Who looked last, by its unique name. */
  asker(): string;
  /** Asks whoever shows the lock to do so, as `loginctl lock-session` does. */
  lock(): void;
  /** The desktop says that it has locked or unlocked. */
  setLocked(locked: boolean): void;
  /** Another program of the same name comes in its place. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** @param names by which it finds the session */
export async function startLogin1(names: readonly string[] = ['auto']): Promise<Login1> {
  const bus = await startSessionBus(['EXTERNAL', 'ANONYMOUS']);
  const door = await openDoor(`${bus.path}-of-system`, bus.path);
  let connection: BusConnection;
  let locked = false;
  let looks = 0;
  let asker = '';

  function answer({ interface: of, member, body, sender }: BusMessage) {
    if (of === `${login1}.Manager` && member === 'GetSession' && names.includes(String(body[0]))) {
      return { signature: 'o', body: [sessionPath] };
    }
    if (member !== 'Get' || body[0] !== session || body[1] !== 'LockedHint') return undefined;
    looks++;
    asker = sender;
    return { signature: 'v', body: [variant('b', locked)] };
  }
  async function open(): Promise<void> {
    connection = await connectBus(bus.path);
    connection.serve(answer);
    await ownName(connection, login1);
  }
  await open();
  const none = { signature: '', body: [] };
  return {
    env: { DBUS_SYSTEM_BUS_ADDRESS: `unix:path=${bus.path}-of-system` },
    looks: () => looks,
    asker: () => asker,
    lock: () => connection.emit(sessionPath, session, 'Lock', none),
    setLocked(now) {
      locked = now;
      const changes = [['LockedHint', variant('b', now)]];
      connection.emit(sessionPath, 'org.freedesktop.DBus.Properties', 'PropertiesChanged', {
        ...{ signature: 'sa{sv}as', body: [session, changes, []] },
      });
    },
    async restart() {
      connection.close();
      await open();
    },
    async close() {
      connection.close();
      door.close();
      await bus.close();
    },
  };
}
