import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import * as z from 'zod';
import { parseJson } from '../../../common/texts/json.ts';
import {
  bytes32,
  type Hello,
  handshakeTime,
  type Nonces,
  signedTexts,
  welcome,
} from '../../../preload/contract/handshake.ts';
import type { Key, KeyKind, Keys } from './keys.ts';
import { createProof, randomToken, verifyProof } from './proof.ts';

const answer = z.strictObject({ proof: z.string().regex(bytes32) });

/** Maximum bytes from a stranger; a proof with its frame is less than 100. */
const maxFromStranger = 2048;

/**
 * The host's side of the handshake (preload/contract/handshake.ts). Calls `admitted` at most once, while handling the
 * proving message, so that no later message is missed.
 */
export function acceptHandshake(options: {
  readonly socket: WebSocket;
  readonly stream: Duplex;
  readonly keys: Keys;
  readonly hello: Hello;
  readonly admitted: (kind: KeyKind) => void;
  readonly refused: () => void;
}): void {
  const { socket, stream, keys, hello, admitted, refused } = options;
  const deadline = setTimeout(() => socket.terminate(), handshakeTime);
  let received = 0;
  let known = false;

  // The socket accepts large messages; a stranger's are cut off before they are complete.
  const count = (piece: Buffer): void => {
    received += piece.length;
    if (!known && received > maxFromStranger) socket.terminate();
  };
  const stop = (): void => {
    clearTimeout(deadline);
    stream.off('data', count);
    socket.off('message', listen);
    socket.off('close', stop);
  };
  const refuse = (): void => {
    refused();
    socket.off('message', listen);
    socket.close(1008);
  };

  const unknown = (): void => {
    socket.send(JSON.stringify({ kind: 'unknown' }));
    refuse();
  };
  const nonces: Nonces = { tab: hello.nonce, host: randomToken() };
  const judge = (message: unknown, key: Key): void => {
    const { data, success } = answer.safeParse(message);
    if (!success || !verifyProof(key.secret, signedTexts.tab(nonces), data.proof)) {
      refuse();
    } else if (
      key.kind === 'launch' &&
      !keys.redeem(key, createProof(key.secret, signedTexts.secret(nonces)))
    ) {
      unknown();
    } else {
      // Data that came in one piece with the proof is no longer a stranger's.
      known = true;
      stop();
      socket.send(JSON.stringify(welcome));
      admitted(key.kind);
    }
  };

  const key = keys.find(hello.id);
  function listen(data: Buffer): void {
    if (key !== undefined) judge(parse(data), key);
  }

  socket.on('message', listen);
  socket.on('close', stop);
  stream.on('data', count);
  if (key === undefined) {
    unknown();
    return;
  }
  const proof = createProof(key.secret, signedTexts.host(nonces));
  socket.send(JSON.stringify({ kind: 'challenge', nonce: nonces.host, proof }));
}

function parse(data: Buffer): unknown {
  try {
    return parseJson(data.toString('utf8'));
  } catch {
    // invalid JSON is no proof
    return null;
  }
}
