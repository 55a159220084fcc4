import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/** A port of loopback on which nothing listened a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** True once something listens on the port of loopback; false once nobody waits for it any more. */
export async function answers(port: number, givenUp: () => boolean): Promise<boolean> {
  while (!givenUp()) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => setTimeout(() => resolve(false), 20));
    });
    if (open) return true;
  }
  return false;
}
