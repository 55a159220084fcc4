import { WebSocket } from 'ws';
import * as z from 'zod';
import { parseJson } from '../../../common/texts/json.ts';
import {
  bytes32,
  handshakeTime,
  helloPath,
  type Nonces,
  signedTexts,
  welcome,
} from '../../../preload/contract/handshake.ts';
import { createProof, randomToken, verifyProof } from './proof.ts';

const challenge = z.object({
  kind: z.literal('challenge'),
  nonce: z.string().regex(bytes32),
  proof: z.string(),
});

/** Bytes: a challenge, a welcome, and an answer with an address and the path of a page. */
const longestMessage = 16 * 1024;

/** A connection to a web host in which both ends are authenticated. */
export interface HostConnection {
  readonly socket: WebSocket;
  /** The secret that a tab with a launch token would store. */
  readonly tabSecret: string;
}

/**
 * The tab's side of the handshake (preload/contract/handshake.ts), from Node.
 * @param origin `http://127.0.0.1:PORT`
 * @param options.listen receives every later message
 * @throws Error if nobody answers there, or somebody who does not know the secret
 */
export async function connectToHost(options: {
  readonly origin: string;
  readonly secret: string;
  readonly listen: (text: string) => void;
  /** Maximum bytes of one message; default: enough for a start's questions. */
  readonly maxPayload?: number;
}): Promise<HostConnection> {
  const { origin, secret, listen, maxPayload = longestMessage } = options;
  const tab = randomToken();
  const path = helloPath({ id: createProof(secret, signedTexts.id), nonce: tab });
  const socket = new WebSocket(`${origin.replace(/^http/, 'ws')}${path}`, {
    headers: { origin },
    handshakeTimeout: handshakeTime,
    // The port of a killed host may belong to anybody.
    maxPayload,
    perMessageDeflate: false,
  });
  const deadline = setTimeout(() => socket.terminate(), handshakeTime);
  const stranger = new Error('whoever answers does not know the secret');
  try {
    const nonces = await new Promise<Nonces>((resolve, reject) => {
      socket.on('error', reject);
      socket.on('close', () => reject(new Error('the web host closed the connection')));
      let take = (text: string): void => {
        const nonces = challengedBy(text, tab, secret);
        if (nonces === null) {
          reject(stranger);
          return;
        }
        take = (answer) => {
          take = listen;
          if (answer === JSON.stringify(welcome)) resolve(nonces);
          else reject(stranger);
        };
        socket.send(JSON.stringify({ proof: createProof(secret, signedTexts.tab(nonces)) }));
      };
      socket.on('message', (data: Buffer) => take(data.toString('utf8')));
    });
    return { socket, tabSecret: createProof(secret, signedTexts.secret(nonces)) };
  } catch (cause) {
    socket.terminate();
    throw cause;
  } finally {
    clearTimeout(deadline);
  }
}

/** Returns the nonces of a challenge that proves the host; null for anything else. */
function challengedBy(text: string, tab: string, secret: string): Nonces | null {
  let message: unknown;
  try {
    message = parseJson(text);
  } catch {
    // a stranger's text
    return null;
  }
  const { data, success } = challenge.safeParse(message);
  if (!success) return null;
  const nonces = { tab, host: data.nonce };
  return verifyProof(secret, signedTexts.host(nonces), data.proof) ? nonces : null;
}
