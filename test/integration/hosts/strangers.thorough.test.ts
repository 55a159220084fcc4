import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { listenOnLoopback } from '../../../main/base/network/index.ts';
import { testFolder } from '../../support/files/folder.ts';
import { startStubHost } from '../../support/processes/web-host.ts';
import { ask } from '../../support/servers/http.ts';
import {
  attacked,
  closeOf,
  conversations,
  frame,
  open,
  proof,
  resetAtEveryByte,
  upgradeAs,
} from '../../support/servers/strangers.ts';
import { connectWebClient, tokenOf } from '../../support/servers/web-client.ts';

// What another user, port or page of this machine can do to what listens on loopback: everything short of knowing a
// secret.

test('a connection that is reset after any byte ends nothing', async () => {
  const host = await attacked();
  // a thousand rounds are test/fuzz/resets.test.ts
  expect(await resetAtEveryByte(host, 2)).toBeGreaterThan(500);
  await host.expectUnharmed();
});

test('what makes no sense, or does not say where it ends, is refused', async () => {
  const host = await attacked();
  const { port, origin } = host;
  const nonsense = [
    'GET',
    '\0'.repeat(5000),
    'GET // HTTP/1.1\r\n\r\n',
    `GET // HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`,
    `GET /${'a'.repeat(100_000)} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${'X: y\r\n'.repeat(5000)}\r\n`,
    `POST / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 99999999999\r\n\r\n`,
    `POST / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nTransfer-Encoding: chunked\r\n\r\nfffffff\r\n`,
    `POST / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    `POST / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc`,
    `POST / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nTransfer-Encoding: chunked, x\r\n\r\n0\r\n\r\n`,
    `CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`,
    `OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nExpect: 100-continue\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nExpect: the unexpected\r\n\r\n`,
    `GET /socket HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n`,
    upgradeAs(origin, port).replace('Sec-WebSocket-Version: 13', 'Sec-WebSocket-Version: 1'),
    upgradeAs(origin, port).replace(/Sec-WebSocket-Key.*\r\n/, ''),
    upgradeAs(origin, port).replace('/socket', '/socket/../socket'),
    upgradeAs(origin, port).replace(/socket\?\S*/, 'socket'),
    upgradeAs(origin, port).replace('&nonce=', '&nonce=x'),
    upgradeAs(origin, port).replace('&nonce=', `&id=${'A'.repeat(43)}&nonce=`),
  ];
  const statuses = await Promise.all(
    nonsense.map(async (text) => {
      const socket = await open(port);
      let answer = '';
      socket.on('data', (piece: Buffer) => {
        answer += piece.toString('latin1');
      });
      const closed = closeOf(socket);
      socket.write(text, 'latin1');
      await closed;
      return /^HTTP\/1\.1 (?!100)(\d+)/m.exec(answer)?.[1] ?? 'none';
    }),
  );
  for (const [at, status] of statuses.entries()) {
    expect(status, nonsense[at]?.slice(0, 60)).toMatch(/^4\d\d$|^none$/);
  }
  await host.expectUnharmed();
});

test('frames that make no sense, and more than a handshake has, are cut', async () => {
  const host = await attacked();
  const { port, origin, tab } = host;
  const sent = [
    Buffer.of(0xff, 0xff, 0xff, 0xff),
    // a message of 2 GB, begun
    Buffer.concat([
      Buffer.of(0x81, 0xff, 0, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 0),
      Buffer.alloc(4096),
    ]),
    // one of 40 MB, which a tab may send
    Buffer.concat([
      Buffer.of(0x81, 0xff, 0, 0, 0, 0, 2, 0x62, 0x5a, 0, 0, 0, 0, 0),
      Buffer.alloc(4096),
    ]),
    // pings without end
    Buffer.concat(Array.from({ length: 500 }, () => Buffer.of(0x89, 0x80, 0, 0, 0, 0))),
    frame('not json'),
    frame('{"id":1,"name":"systems.snapshot"}'),
    frame('{"withPage":true}'),
    frame(JSON.stringify({ proof: ['x'], __proto__: 1 })),
    Buffer.concat([frame(proof), frame('{"id":1,"name":"x"}')]),
  ];
  // by a guess and by the right name, which a stranger cannot know
  const upgrades = [upgradeAs(origin, port), upgradeAs(origin, port, tab.secret)];
  const tried = upgrades.flatMap((upgrade) => sent.map((bytes) => [upgrade, bytes] as const));
  await Promise.all(
    tried.map(async ([upgrade, bytes], at) => {
      const socket = await open(port);
      let heard = '';
      socket.on('data', (piece: Buffer) => {
        heard += piece.toString('latin1');
      });
      const closed = closeOf(socket);
      socket.write(upgrade);
      socket.write(bytes);
      // as a browser would: its own end, once the other closes
      socket.on('end', () => socket.end());
      const deadline = setTimeout(() => socket.destroy(new Error(`${at} was not cut`)), 15_000);
      await closed;
      clearTimeout(deadline);
      expect(heard).not.toContain('"kind":"welcome"');
      expect(heard).not.toContain('"kind":"result"');
      expect(heard).not.toContain('#token');
    }),
  );
  await host.expectUnharmed();
}, 60_000);

test('any number of connections that say nothing, half of something, or do not listen, keep nobody out', async () => {
  const host = await attacked();
  const { port } = host;
  const idle: Socket[] = [];
  const begun = conversations(host);
  for (let at = 0; at < 600; at++) {
    const socket = await open(port);
    const bytes = Object.values(begun)[at % 4] ?? Buffer.alloc(0);
    if (at % 3 === 1) socket.write(bytes.subarray(0, Math.floor(bytes.length / 2)));
    if (at % 3 === 2) {
      socket.pause();
      socket.write(bytes);
    }
    idle.push(socket);
    if (at % 100 === 99) await host.expectUnharmed();
  }
  // nor are they kept: all of them end within the patience that there is with strangers
  await expect
    .poll(
      () => idle.filter((socket) => !socket.destroyed).map((socket) => socket.resume()).length,
      { timeout: 30_000 },
    )
    .toBe(0);
  await host.expectUnharmed();
}, 120_000);

test('a token is not used up by what strangers send', async () => {
  const stub = await startStubHost({ folder: testFolder() });
  const root = new URL(stub.url).pathname;
  const token = tokenOf(stub.url);
  for (const method of ['GET', 'HEAD', 'POST']) {
    for (const path of ['/', root, `/?token=${token}`, `${root}?token=${token}`]) {
      await ask(stub.origin, path, { method });
    }
  }
  await expect(connectWebClient(stub.url, 'guess')).rejects.toThrow('does not know');
  const client = await connectWebClient(stub.url);
  client.close();
  await stub.server.close();
});

test('the log says that there were strangers in a few lines, and nothing of what they said', async () => {
  const { server, log, origin: at } = await startStubHost({ folder: testFolder() });
  for (let round = 0; round < 120; round++) {
    await ask(at, `//marker-${round}`);
    await ask(at, '/', { method: 'POST', headers: { 'x-marker': 'marker' } });
    await ask(at, '/', { headers: { host: 'marker.example' } });
  }
  for (let round = 0; round < 120; round++) {
    await expect(connectWebClient(`${at}/#token=marker`)).rejects.toThrow();
  }
  await server.close();
  expect(log.records.length).toBeLessThan(20);
  expect(log.records.filter(({ event }) => event !== 'web-refused')).toEqual([]);
  expect(JSON.stringify(log.records)).not.toContain('marker');
  expect(log.records).toContainEqual({ event: 'web-refused', text: '{"kind":"path","count":100}' });
});

test('the listener for a sign-in’s return is as hard to harm', async () => {
  const listener = await listenOnLoopback({
    port: 0,
    answer: () => ({ status: 200, headers: {}, body: 'here' }),
  });
  const bytes = Buffer.from(
    `GET /oauth/callback?code=x HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  );
  for (let length = 0; length <= bytes.length; length++) {
    const socket = await open(listener.port);
    if (length > 0) socket.write(bytes.subarray(0, length));
    socket.resetAndDestroy();
  }
  const idle = await Promise.all(Array.from({ length: 300 }, () => open(listener.port)));
  expect(await ask(`http://127.0.0.1:${listener.port}`, '/')).toMatchObject({ body: 'here' });
  for (const socket of idle) socket.destroy();
  await listener.close();
});
