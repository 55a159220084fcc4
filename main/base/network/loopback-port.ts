import { once } from 'node:events';
import { connect } from 'node:net';

/** Time in which a listener of this computer accepts, ms. */
const longestAccept = 500;

/**
 * Returns whether a program listens at a port of this computer. It may do so without keeping another from listening
 * there too: macOS and Windows let it hold the port at all addresses at once.
 */
export async function isPortHeld(port: number): Promise<boolean> {
  const accepted = await Promise.all(['127.0.0.1', '::1'].map((host) => accepts(host, port)));
  return accepted.includes(true);
}

async function accepts(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(longestAccept) });
    // A connection may reach itself where nobody listens.
    return socket.localPort !== port;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
