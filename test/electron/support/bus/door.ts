import { createConnection, createServer, type Server } from 'node:net';

/**
 * Lets the app's user in, whom the computer does not know and dbus-daemon therefore lets in by no way but the
 * anonymous one: who comes by here is to the bus who the tests are.
 */
export async function openDoor(path: string, to: string): Promise<Server> {
  const user = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex');
  const door = createServer((socket) => {
    const bus = createConnection(to);
    for (const [end, other] of [
      [socket, bus],
      [bus, socket],
    ] as const) {
      end.on('error', () => other.destroy());
      end.on('close', () => other.destroy());
    }
    let said = '';
    const greet = (piece: Buffer): void => {
      said += piece.toString('latin1');
      if (!said.includes('\r\n')) return;
      bus.write(Buffer.from(said.replace(/EXTERNAL [0-9a-f]+/, `EXTERNAL ${user}`), 'latin1'));
      socket.off('data', greet);
      socket.pipe(bus);
    };
    socket.on('data', greet);
    bus.pipe(socket);
  });
  await new Promise<void>((resolve) =>
    door.listen({ path, readableAll: true, writableAll: true }, resolve),
  );
  return door;
}
