import { handshakeTime } from '../../preload/contract/handshake.ts';
import type { Greeting } from './entrance.ts';

/**
 * Result of the handshake on a new connection: `proven`, the tab has just sent its own proof and may continue;
 * `unknown`, the other end does not know the secret; `gone`, it was never there or went away.
 */
export type HandshakeResult = 'proven' | 'unknown' | 'gone';

/**
 * Runs the tab's side of the handshake (preload/contract/handshake.ts). Any result but `proven` leaves the connection
 * closed.
 */
export async function greetHost(socket: WebSocket, greeting: Greeting): Promise<HandshakeResult> {
  const deadline = setTimeout(() => socket.close(), handshakeTime);
  try {
    const challenge = await new Promise<unknown>((resolve) => {
      socket.addEventListener('message', ({ data }) => resolve(data), { once: true });
      socket.addEventListener('close', () => resolve(null), { once: true });
    });
    if (challenge === null) return 'gone';
    const proof = typeof challenge === 'string' ? await greeting.answer(challenge) : null;
    if (proof === null) {
      socket.close();
      return 'unknown';
    }
    if (socket.readyState !== WebSocket.OPEN) return 'gone';
    socket.send(proof);
    return 'proven';
  } finally {
    clearTimeout(deadline);
  }
}
