import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { connectToHost } from '../../../../main/hosts/web/host-connection.ts';

test('whoever holds the port of a host that was killed is listened to for a few bytes, and unpacks nothing', async () => {
  const stranger = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: true });
  await once(stranger, 'listening');
  onTestFinished(() => new Promise((resolve) => stranger.close(() => resolve())));
  const ended = new Promise<{ code: number; extensions: string }>((resolve) => {
    stranger.on('connection', (socket, { headers }) => {
      const extensions = headers['sec-websocket-extensions'] ?? '';
      socket.on('close', (code) => resolve({ code, extensions }));
      socket.send(Buffer.alloc(1024 * 1024));
    });
  });
  const { port } = stranger.address() as AddressInfo;
  const visited = connectToHost({
    origin: `http://127.0.0.1:${port}`,
    secret: 'a'.repeat(43),
    listen: () => undefined,
  });
  await expect(visited).rejects.toThrow('Max payload size exceeded');
  // RFC 6455, 7.4.1: too big
  expect(await ended).toEqual({ code: 1009, extensions: '' });
});
