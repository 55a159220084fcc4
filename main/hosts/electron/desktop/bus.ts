import { createConnection, type Socket } from 'node:net';
import { withResolvers } from '../../../base/async/with-resolvers.ts';
import { type BusCall, type BusMessage, createReader, encodeCall } from './messages.ts';

/** A connection to a message bus, as this user. */
export interface Bus {
  /** @throws Error for an error reply, or if the connection ends */
  call(call: BusCall): Promise<BusMessage>;
  /** Resolves when the connection has ended, on either side. */
  readonly ended: Promise<void>;
  close(): void;
}

export const busDaemon = {
  name: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
} as const;

/** Maximum bytes from the bus before authentication succeeds. */
const longestGreeting = 4096;

/** Returns the Unix socket of a bus address (D-Bus Specification, "Server Addresses"); null if it names none. */
export function socketOf(address: string): string | null {
  for (const one of address.split(';')) {
    const [, transport, rest = ''] = /^([a-z-]+):(.*)$/.exec(one) ?? [];
    if (transport !== 'unix') continue;
    const values = new Map(
      rest.split(',').map((pair): [string, string] => {
        const at = pair.indexOf('=');
        return [pair.slice(0, at), unescaped(pair.slice(at + 1))];
      }),
    );
    const [path, abstract] = [values.get('path'), values.get('abstract')];
    if (path !== undefined) return path;
    if (abstract !== undefined) return `\0${abstract}`;
  }
  return null;
}

const unescaped = (text: string): string =>
  text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

/** Returns the session bus's socket, if the desktop has one. */
export function sessionBusOf(env: Readonly<Record<string, string | undefined>>): string | null {
  const { DBUS_SESSION_BUS_ADDRESS: address, XDG_RUNTIME_DIR: folder } = env;
  return socketOf(address ?? (folder ? `unix:path=${folder}/bus` : ''));
}

/** @throws Error if nothing listens, or the authentication fails */
export async function connectBus(
  socketPath: string,
  user: number,
  onSignal: (signal: BusMessage) => void,
): Promise<Bus> {
  const socket = createConnection(socketPath);
  const ended = withResolvers<void>();
  const waiting = new Map<number, ReturnType<typeof withResolvers<BusMessage>>>();
  let serial = 0;
  let why: Error | null = null;
  const failure = (otherwise: string): Error => why ?? new Error(otherwise);
  const gone = (): Error => failure('the bus has gone');
  socket.on('error', (cause) => {
    why = cause;
  });
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(gone());
    waiting.clear();
    ended.resolve();
  });

  if (!(await letIn(socket, user, ended.promise))) {
    socket.destroy();
    throw failure('the bus lets nobody in');
  }
  const read = createReader((message) => {
    if (message.kind === 'signal') return onSignal(message);
    if (message.kind === 'other') return;
    const asked = waiting.get(message.replyTo);
    waiting.delete(message.replyTo);
    if (message.kind === 'return') asked?.resolve(message);
    else asked?.reject(new Error('the bus answered with an error'));
  });
  socket.on('data', (piece) => {
    try {
      read(piece);
    } catch (cause) {
      socket.destroy(cause instanceof Error ? cause : new Error(String(cause)));
    }
  });

  const bus: Bus = {
    call(call) {
      if (socket.destroyed) return Promise.reject(gone());
      serial++;
      const answer = withResolvers<BusMessage>();
      waiting.set(serial, answer);
      socket.write(encodeCall(serial, call));
      return answer.promise;
    },
    ended: ended.promise,
    close: () => socket.destroy(),
  };
  await bus.call({ ...busDaemon, member: 'Hello', texts: [] });
  return bus;
}

/** Authenticates by the user id that the operating system reports (D-Bus Specification, "EXTERNAL"). */
async function letIn(socket: Socket, user: number, ended: Promise<void>): Promise<boolean> {
  const name = Buffer.from(String(user)).toString('hex');
  socket.write(`\0AUTH EXTERNAL ${name}\r\n`);
  const said = withResolvers<string>();
  let greeting = '';
  const listen = (piece: Buffer): void => {
    greeting += piece.toString('latin1');
    if (greeting.includes('\r\n') || greeting.length > longestGreeting) said.resolve(greeting);
  };
  socket.on('data', listen);
  const answer = await Promise.race([said.promise, ended.then(() => '')]);
  socket.off('data', listen);
  if (!/^OK [0-9a-f]*\r\n$/.test(answer)) return false;
  socket.write('BEGIN\r\n');
  return true;
}
