import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import * as z from 'zod';
import { parseJson } from '../../../common/texts/json.ts';
import type { CallResult } from '../../../preload/contract/bridge.ts';
import { AppError, type ErrorCode } from '../../../preload/contract/errors.ts';
import type { Hello } from '../../../preload/contract/handshake.ts';
import { decode, encode, idOf, maxMessageBytes } from '../../../preload/contract/wire.ts';
import type { App } from '../../app.ts';
import type { Log } from '../../base/host.ts';
import { acceptHandshake } from './handshake.ts';
import type { KeyKind, Keys } from './keys.ts';

const clientMessage = z.object({ id: z.number(), name: z.string(), input: z.unknown().optional() });
/** A window that does not read is disconnected; it takes new snapshots when it comes back. */
const maxBuffered = 64 * 1024 * 1024;

/** Refuses one call; others and the connection continue. */
function refusalOf(cause: unknown, code: ErrorCode = 'contract-invalid-input'): CallResult {
  const error = cause instanceof AppError ? cause : new AppError(code);
  return { ok: false, error: error.toData() };
}

/** The contract over WebSocket, once both ends are authenticated: calls in, results and events out. */
export function createSockets(options: {
  readonly app: App;
  readonly keys: Keys;
  readonly log: Log;
  /** Handles a question of the user who can read the data folder; sends the answer, and closes the socket. */
  readonly askedByOwner: (message: unknown) => Promise<unknown>;
  readonly trusted: (stream: Duplex) => void;
  readonly refused: () => void;
}) {
  const { app, keys, log } = options;
  const server = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes });
  const tabs = new Set<WebSocket>();

  const stopEvents = app.onEvent((name, payload) => {
    if (tabs.size === 0) return;
    let text: string;
    try {
      text = encode({ kind: 'event', name, payload });
    } catch (cause) {
      log.error('socket-event-failed', cause, { name });
      return;
    }
    for (const socket of tabs) {
      if (socket.bufferedAmount > maxBuffered) socket.terminate();
      else socket.send(text);
    }
  });

  const receive = async (socket: WebSocket, sender: string, text: string): Promise<void> => {
    let message: z.infer<typeof clientMessage>;
    try {
      message = clientMessage.parse(decode(text));
    } catch (cause) {
      const id = idOf(text);
      if (id !== null) return answer(socket, id, refusalOf(cause));
      log.error('socket-message-refused', cause);
      socket.close(1008);
      return;
    }
    const { id, name, input } = message;
    answer(socket, id, await app.call(name, input, { id: sender }));
  };

  const answer = (socket: WebSocket, id: number, result: CallResult): void => {
    let text: string;
    try {
      text = encode({ kind: 'result', id, result });
    } catch (cause) {
      log.error('socket-answer-failed', cause);
      text = encode({ kind: 'result', id, result: refusalOf(cause, 'internal') });
    }
    socket.send(text);
  };

  const answerOwner = async (socket: WebSocket, text: string): Promise<void> => {
    socket.send(JSON.stringify(await options.askedByOwner(parseJson(text))));
    socket.close();
  };

  const serve = (kind: KeyKind, socket: WebSocket): void => {
    const sender = randomUUID();
    if (kind !== 'owner') {
      tabs.add(socket);
      socket.on('close', () => tabs.delete(socket));
    }
    socket.on('message', (data: Buffer) => {
      const text = data.toString('utf8');
      const work = kind === 'owner' ? answerOwner(socket, text) : receive(socket, sender, text);
      work.catch((cause: unknown) => log.error('socket-answer-failed', cause));
    });
  };

  return {
    upgrade(asked: {
      readonly request: IncomingMessage;
      readonly stream: Duplex;
      readonly head: Buffer;
      readonly hello: Hello;
    }): void {
      const { request, stream, head, hello } = asked;
      // sends the challenge with the answer to the request, in one piece
      stream.cork();
      server.handleUpgrade(request, stream, head, (socket) => {
        let known = false;
        socket.on('error', (cause) => {
          if (known) log.error('socket-failed', cause);
          else options.refused();
        });
        acceptHandshake({
          socket,
          stream,
          keys,
          hello,
          refused: options.refused,
          admitted(kind) {
            known = true;
            options.trusted(stream);
            serve(kind, socket);
          },
        });
      });
      stream.uncork();
    },
    close(): void {
      stopEvents();
      for (const socket of server.clients) socket.terminate();
      server.close();
    },
  };
}
