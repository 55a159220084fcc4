import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import * as z from 'zod';
import {
  handshakeTime,
  type Nonces,
  signed,
  welcome,
  word,
} from '../../../preload/contract/handshake.ts';
import { parseJson } from '../../../preload/contract/json.ts';
import type { Key, KeyKind, Keys } from './keys.ts';
import { prove, proves, randomWord } from './proof.ts';

const hello = z.strictObject({ id: z.string().regex(word), nonce: z.string().regex(word) });
const answer = z.strictObject({ proof: z.string().regex(word) });
interface Asked {
  readonly key: Key;
  readonly nonces: Nonces;
}

/** Bytes that a stranger may send; a hello and a proof with their frames are 200. */
const maxFromStranger = 2048;

/**
 * The host's side of the handshake (preload/contract/handshake.ts). `admitted` is called at most once, within the
 * message that proved it, so that it misses none of those that follow.
 */
export function greet(options: {
  readonly socket: WebSocket;
  readonly stream: Duplex;
  readonly keys: Keys;
  readonly admitted: (kind: KeyKind) => void;
  readonly refused: () => void;
}): void {
  const { socket, stream, keys, admitted, refused } = options;
  const deadline = setTimeout(() => socket.terminate(), handshakeTime);
  let received = 0;
  let known = false;
  let asked: Asked | null = null;

  // The socket takes large messages; a stranger's are cut before they are whole.
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
  const challenge = (message: unknown): void => {
    const { data, success } = hello.safeParse(message);
    const key = success ? keys.find(data.id) : undefined;
    if (!success || key === undefined) {
      unknown();
      return;
    }
    const nonces = { tab: data.nonce, host: randomWord() };
    asked = { key, nonces };
    const proof = prove(key.secret, signed.host(nonces));
    socket.send(JSON.stringify({ kind: 'challenge', nonce: nonces.host, proof }));
  };
  const judge = (message: unknown, { key, nonces }: Asked): void => {
    const { data, success } = answer.safeParse(message);
    if (!success || !proves(key.secret, signed.tab(nonces), data.proof)) {
      refuse();
    } else if (
      key.kind === 'launch' &&
      !keys.redeem(key, prove(key.secret, signed.secret(nonces)))
    ) {
      unknown();
    } else {
      // What came with the proof, in one piece, is no stranger's any more.
      known = true;
      stop();
      socket.send(JSON.stringify(welcome));
      admitted(key.kind);
    }
  };

  function listen(data: Buffer): void {
    const message = parse(data);
    if (asked === null) challenge(message);
    else judge(message, asked);
  }

  socket.on('message', listen);
  socket.on('close', stop);
  stream.on('data', count);
}

function parse(data: Buffer): unknown {
  try {
    return parseJson(data.toString('utf8'));
  } catch {
    // what is no JSON is no hello
    return null;
  }
}
