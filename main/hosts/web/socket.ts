import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import * as z from 'zod';
import type { CallResult } from '../../../preload/contract/bridge.ts';
import { AppError, type ErrorCode } from '../../../preload/contract/errors.ts';
import { decode, encode, idOf, largestMessage } from '../../../preload/contract/wire.ts';
import type { App } from '../../app.ts';
import type { Log } from '../../host.ts';

const clientMessage = z.object({ id: z.number(), name: z.string(), input: z.unknown().optional() });
/** A window that does not read is dropped; it takes new snapshots when it comes back. */
const maxBuffered = 64 * 1024 * 1024;

/** Of one call, which the others and the connection outlive. */
function refusalOf(cause: unknown, code: ErrorCode = 'contract-invalid-input'): CallResult {
  const error = cause instanceof AppError ? cause : new AppError(code);
  return { ok: false, error: error.toData() };
}

/** The contract over WebSocket: calls in, results and events out. */
export function createSockets(app: App, log: Log) {
  const server = new WebSocketServer({ noServer: true, maxPayload: largestMessage });
  const sockets = new Set<WebSocket>();

  const stopEvents = app.onEvent((name, payload) => {
    if (sockets.size === 0) return;
    let text: string;
    try {
      text = encode({ kind: 'event', name, payload });
    } catch (cause) {
      log.error('socket-event-failed', cause, { name });
      return;
    }
    for (const socket of sockets) {
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

  return {
    upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
      server.handleUpgrade(request, stream, head, (socket) => {
        const sender = randomUUID();
        sockets.add(socket);
        socket.on('close', () => sockets.delete(socket));
        socket.on('error', (cause) => log.error('socket-failed', cause));
        socket.on('message', (data: Buffer) => {
          receive(socket, sender, data.toString('utf8')).catch((cause: unknown) =>
            log.error('socket-answer-failed', cause),
          );
        });
      });
    },
    close(): void {
      stopEvents();
      for (const socket of sockets) socket.terminate();
      server.close();
    },
  };
}
