import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import * as z from 'zod';
import { decode, encode, largestMessage } from '../../../preload/contract/wire.ts';
import type { App } from '../../app.ts';
import type { Log } from '../../host.ts';

const clientMessage = z.object({ id: z.number(), name: z.string(), input: z.unknown().optional() });
/** A window that does not read is dropped; it takes new snapshots when it comes back. */
const maxBuffered = 64 * 1024 * 1024;

/** The contract over WebSocket: calls in, results and events out. */
export function createSockets(app: App, log: Log) {
  const server = new WebSocketServer({ noServer: true, maxPayload: largestMessage });
  const sockets = new Set<WebSocket>();

  const stopEvents = app.onEvent((name, payload) => {
    if (sockets.size === 0) return;
    const text = encode({ kind: 'event', name, payload });
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
      log.error('socket-message-refused', cause);
      socket.close(1008);
      return;
    }
    const result = await app.call(message.name, message.input, { id: sender });
    socket.send(encode({ kind: 'result', id: message.id, result }));
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
