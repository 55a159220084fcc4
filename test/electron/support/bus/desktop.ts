import { createHash } from 'node:crypto';
import { needsAreMet } from '../../../../scripts/lanes/needs.ts';
import { type BusMessage, connectBus, ownName } from './connection.ts';
import { openDoor } from './door.ts';
import { type SessionBus, startSessionBus } from './session-bus.ts';
import { variant } from './wire.ts';

/** Whether this machine has what a desktop and its notices take. */
export const hasDesktop = needsAreMet(['notices']);
if (!hasDesktop) console.log('skipped: notices and the tray need dbus-daemon and libnotify');

/** What a program asked to be shown (Desktop Notifications Specification, `Notify`). */
export interface ShownNotice {
  readonly id: number;
  readonly title: string;
  /** Markup. */
  readonly body: string;
  /** Keys and labels in turn. */
  readonly actions: readonly string[];
  readonly hints: ReadonlyMap<string, unknown>;
}

export interface TrayEntry {
  readonly id: number;
  readonly label: string;
  readonly enabled: boolean;
  /** Null where it is no box. */
  readonly checked: boolean | null;
}

export interface SeenTray {
  /** A sum of its pixels. */
  readonly icon: string;
  readonly width: number;
  readonly text: string;
  /** Without the lines between its parts. */
  readonly menu: readonly TrayEntry[];
}

/** A desktop of the test's own: shows notices, has a tray. */
export interface Desktop {
  /** What a program has to be started with to find it. */
  readonly env: Readonly<Record<string, string>>;
  /** All that was ever shown, in order. */
  readonly shown: readonly ShownNotice[];
  clickNotice(notice: ShownNotice): void;
  /** What is in the tray; null for nothing. */
  tray(): Promise<SeenTray | null>;
  clickTray(): Promise<void>;
  /** Whether a panel shows what is in the tray; one does at first. */
  showTray(on: boolean): void;
  choose(label: string): Promise<void>;
  close(): Promise<void>;
}

const names = {
  notices: 'org.freedesktop.Notifications',
  watcher: 'org.kde.StatusNotifierWatcher',
  item: 'org.kde.StatusNotifierItem',
  menu: 'com.canonical.dbusmenu',
  properties: 'org.freedesktop.DBus.Properties',
} as const;
const noticesPath = '/org/freedesktop/Notifications';

export async function openDesktop(): Promise<Desktop> {
  const bus = await startSessionBus(['EXTERNAL', 'ANONYMOUS']);
  try {
    return await desktopOn(bus);
  } catch (cause) {
    await bus.close();
    throw cause;
  }
}

async function desktopOn(bus: SessionBus): Promise<Desktop> {
  const connection = await connectBus(bus.path);
  const door = await openDoor(`${bus.path}-of-session`, bus.path);
  let hasHost = true;
  const shown: ShownNotice[] = [];
  /** Who put something into the tray last. */
  let item: string | null = null;

  function notify({ member, body }: BusMessage) {
    if (member === 'GetCapabilities') {
      return { signature: 'as', body: [['actions', 'body', 'body-markup', 'sound']] };
    }
    if (member === 'GetServerInformation') {
      return { signature: 'ssss', body: ['a test', 'a test', '1', '1.2'] };
    }
    if (member !== 'Notify') return undefined;
    const [, , , title, text, actions, hints] = body;
    const id = shown.length + 1;
    shown.push({
      ...{ id, title: String(title), body: String(text), actions: actions as string[] },
      hints: hints as Map<string, unknown>,
    });
    return { signature: 'u', body: [id] };
  }

  connection.serve((call) => {
    if (call.interface === names.notices) return notify(call);
    if (call.interface === names.watcher && call.member === 'RegisterStatusNotifierItem') {
      item = String(call.body[0]);
      return { signature: '', body: [] };
    }
    if (call.interface !== names.properties || call.body[0] !== names.watcher) return undefined;
    const value = variant('b', hasHost);
    return call.member === 'Get'
      ? { signature: 'v', body: [value] }
      : { signature: 'a{sv}', body: [[['IsStatusNotifierHostRegistered', value]]] };
  });
  await ownName(connection, names.notices);
  await ownName(connection, names.watcher);

  const inTray = (path: string, ofInterface: string) => ({
    ...{ name: item ?? '', path, interface: ofInterface },
  });

  async function tray(): Promise<(SeenTray & { menuPath: string }) | null> {
    if (item === null) return null;
    const own = inTray('/StatusNotifierItem', names.properties);
    const [all] = await connection.call(own, 'GetAll', 's', [names.item]);
    const properties = all as Map<string, unknown>;
    const pictures = properties.get('IconPixmap') as [number, number, Buffer][];
    const [, , text] = properties.get('ToolTip') as unknown[];
    const menuPath = String(properties.get('Menu'));
    const at = inTray(menuPath, names.menu);
    const [, root] = await connection.call(at, 'GetLayout', 'iias', [0, -1, []]);
    const largest = [...pictures].sort((a, b) => b[0] - a[0])[0];
    return {
      ...{ menuPath, text: String(text), menu: entriesOf(root as Node) },
      icon: createHash('sha256')
        .update(largest?.[2] ?? '')
        .digest('hex')
        .slice(0, 12),
      width: largest?.[0] ?? 0,
    };
  }

  return {
    env: {
      DBUS_SESSION_BUS_ADDRESS: `${bus.address}-of-session`,
      // of no kind that something else is known of
      XDG_CURRENT_DESKTOP: '',
    },
    shown,
    clickNotice({ id }) {
      const signal = (member: string, signature: string, body: unknown[]): void =>
        connection.emit(noticesPath, names.notices, member, { signature, body });
      signal('ActionInvoked', 'us', [id, 'default']);
      signal('NotificationClosed', 'uu', [id, 2]);
    },
    tray,
    async clickTray() {
      await connection.call(inTray('/StatusNotifierItem', names.item), 'Activate', 'ii', [0, 0]);
    },
    showTray(on) {
      hasHost = on;
      const member = on ? 'StatusNotifierHostRegistered' : 'StatusNotifierHostUnregistered';
      connection.emit('/StatusNotifierWatcher', names.watcher, member, {
        ...{ signature: '', body: [] },
      });
    },
    async choose(label) {
      const seen = await tray();
      const entry = seen?.menu.find((one) => one.label === label);
      if (seen === null || entry === undefined) throw new Error(`the tray has no ${label}`);
      const event = [entry.id, 'clicked', variant('i', 0), 0];
      await connection.call(inTray(seen.menuPath, names.menu), 'Event', 'isvu', event);
    },
    async close() {
      connection.close();
      door.close();
      await bus.close();
    },
  };
}

type Node = readonly [id: number, properties: Map<string, unknown>, children: readonly Node[]];

function entriesOf([, , children]: Node): TrayEntry[] {
  return children
    .filter(([, properties]) => properties.get('type') !== 'separator')
    .map(([id, properties]) => ({
      id,
      // an underscore marks a key, two are one
      label: String(properties.get('label') ?? '')
        .split('__')
        .map((part) => part.replaceAll('_', ''))
        .join('_'),
      enabled: properties.get('enabled') !== false,
      checked: properties.has('toggle-state') ? properties.get('toggle-state') === 1 : null,
    }));
}
