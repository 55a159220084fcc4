import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { readInSlices } from '../../../../main/base/network/slices.ts';

test('whatever a socket holds is read in slices of 8 KB, and no more of it once it is destroyed', async () => {
  const server = createServer((socket) =>
    socket.on('error', () => undefined).end(Buffer.alloc(60_000, 'x')),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  readInSlices(socket);
  const sizes: number[] = [];
  socket.on('readable', () => {
    for (let chunk = socket.read(); chunk !== null; chunk = socket.read()) {
      sizes.push((chunk as Buffer).length);
    }
  });
  await once(socket, 'end');
  expect(Math.max(...sizes)).toBeLessThanOrEqual(8 * 1024);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(60_000);

  const another = connect((server.address() as AddressInfo).port, '127.0.0.1');
  readInSlices(another);
  await once(another, 'readable');
  another.destroy();
  expect(another.read()).toBe(null);
});
