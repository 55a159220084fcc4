import { once } from 'node:events';
import { createConnection } from 'node:net';
import { withResolvers } from '../../../../main/base/async/with-resolvers.ts';
import { decode, encode, variant } from './wire.ts';

/** A call of a method, or a signal. */
export interface BusMessage {
  readonly sender: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly body: readonly unknown[];
}

interface Answer {
  readonly signature: string;
  readonly body: readonly unknown[];
}

export interface BusConnection {
  call(
    to: { readonly name: string; readonly path: string; readonly interface: string },
    member: string,
    signature?: string,
    body?: readonly unknown[],
  ): Promise<readonly unknown[]>;
  /** @param to one program alone, by its unique name; else whoever listens */
  emit(path: string, ofInterface: string, member: string, answer: Answer, to?: string): void;
  /** Answers calls to this connection; undefined: there is no such method. */
  serve(answer: (call: BusMessage) => Answer | undefined): void;
  onSignal(listener: (signal: BusMessage) => void): void;
  close(): void;
}

/** The kinds of messages, and the fields of their headers (D-Bus Specification, "Message Format"). */
const kinds = { call: 1, return: 2, error: 3, signal: 4 } as const;
const fields = {
  ...{ path: 1, interface: 2, member: 3, error: 4, replyTo: 5, destination: 6 },
  ...{ sender: 7, signature: 8 },
} as const;

const bus = {
  name: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
};

/** Connects to a message bus as whoever this process runs as. @param path of its socket */
export async function connectBus(path: string): Promise<BusConnection> {
  const socket = createConnection(path);
  await once(socket, 'connect');
  socket.write('\0AUTH ANONYMOUS\r\n');
  const [said] = (await once(socket, 'data')) as [Buffer];
  if (!said.toString().startsWith('OK ')) throw new Error(`the bus says ${said.toString()}`);
  socket.write('BEGIN\r\n');

  let serial = 0;
  let received = Buffer.alloc(0);
  const waiting = new Map<number, ReturnType<typeof withResolvers<readonly unknown[]>>>();
  const listeners = new Set<(signal: BusMessage) => void>();
  let answerOf: (call: BusMessage) => Answer | undefined = () => undefined;

  function send(
    kind: number,
    header: readonly (readonly [number, string, unknown])[],
    { signature, body }: Answer,
  ): number {
    serial++;
    const data = encode(signature, body);
    const all = signature === '' ? header : [...header, [fields.signature, 'g', signature]];
    const head = encode('yyyyuua(yv)', [
      ...[Buffer.from('l')[0], kind, 0, 1, data.length, serial],
      all.map(([field, type, value]) => [field, variant(String(type), value)]),
    ]);
    const rest = Buffer.alloc((8 - (head.length % 8)) % 8);
    socket.write(Buffer.concat([head, rest, data]));
    return serial;
  }

  function take(kind: number, own: number, header: Map<number, unknown>, body: readonly unknown[]) {
    const text = (field: number): string => String(header.get(field) ?? '');
    const message: BusMessage = {
      ...{ sender: text(fields.sender), path: text(fields.path), member: text(fields.member) },
      ...{ interface: text(fields.interface), body },
    };
    if (kind === kinds.signal) for (const listener of listeners) listener(message);
    else if (kind === kinds.call) {
      const to = [fields.destination, 's', message.sender] as const;
      const reply = [fields.replyTo, 'u', own] as const;
      const answer = answerOf(message);
      if (answer !== undefined) send(kinds.return, [reply, to], answer);
      else {
        const name = [fields.error, 's', 'org.freedesktop.DBus.Error.UnknownMethod'] as const;
        send(kinds.error, [name, reply, to], { signature: '', body: [] });
      }
    } else {
      const reply = Number(header.get(fields.replyTo));
      const asked = waiting.get(reply);
      waiting.delete(reply);
      if (kind === kinds.return) asked?.resolve(body);
      else asked?.reject(new Error(`${text(fields.error)}: ${body.join(' ')}`));
    }
  }

  socket.on('data', (data) => {
    received = Buffer.concat([received, data]);
    while (received.length >= 16) {
      const bodyLength = received.readUInt32LE(4);
      const headLength = 16 + Math.ceil(received.readUInt32LE(12) / 8) * 8;
      if (received.length < headLength + bodyLength) return;
      // read from a copy: places count from the beginning of the message
      const message = Buffer.from(received.subarray(0, headLength + bodyLength));
      received = received.subarray(message.length);
      const [, kind, , , , own, list] = decode('yyyyuua(yv)', message);
      const header = new Map(list as [number, unknown][]);
      const signature = String(header.get(fields.signature) ?? '');
      take(Number(kind), Number(own), header, decode(signature, message.subarray(headLength)));
    }
  });
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('the bus has gone'));
  });

  const connection: BusConnection = {
    call(to, member, signature = '', body = []) {
      const asked = withResolvers<readonly unknown[]>();
      const header = [
        [fields.path, 'o', to.path],
        [fields.interface, 's', to.interface],
        [fields.member, 's', member],
        [fields.destination, 's', to.name],
      ] as const;
      waiting.set(send(kinds.call, header, { signature, body }), asked);
      return asked.promise;
    },
    emit(path, ofInterface, member, answer, to) {
      const header = [
        [fields.path, 'o', path],
        [fields.interface, 's', ofInterface],
        [fields.member, 's', member],
        ...(to === undefined ? [] : [[fields.destination, 's', to] as const]),
      ] as const;
      send(kinds.signal, header, answer);
    },
    serve(answer) {
      answerOf = answer;
    },
    onSignal: (listener) => void listeners.add(listener),
    close: () => void socket.destroy(),
  };
  await connection.call(bus, 'Hello');
  return connection;
}

/** Takes a well-known name on the bus. */
export async function ownName(connection: BusConnection, name: string): Promise<void> {
  const [code] = await connection.call(bus, 'RequestName', 'su', [name, 4]);
  if (code !== 1) throw new Error(`${name} is somebody else’s`);
}

/** Whether somebody on the bus has a name. */
export async function hasOwner(connection: BusConnection, name: string): Promise<boolean> {
  const [owned] = await connection.call(bus, 'NameHasOwner', 's', [name]);
  return owned === true;
}
