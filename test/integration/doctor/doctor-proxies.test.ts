import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createServer as createTcp } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../main/base/storage/database.ts';
import type { ProxyInput } from '../../../preload/contract/systems/proxy.ts';
import {
  type Connection,
  diagnosis,
  doctorFor,
  examined,
  nameOf,
} from '../../support/worlds/doctor.ts';
import { startMemoryStorage } from '../../support/worlds/storage.ts';

let database: Database;
const cleanUps: (() => unknown)[] = [];
beforeAll(async () => {
  database = await startMemoryStorage();
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});
afterAll(() => database.close());

/** A proxy that says this to every connection. */
async function proxySaying(answer: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createTcp((socket) => {
    sockets.add(socket.on('error', () => undefined));
    socket.once('data', () => answer(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUps.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const manual = (host: string, password: string | null = null): Connection => ({
  ...{ service: 'webApi', address: 'https://system.example' },
  proxy: {
    ...{ kind: 'manual', address: `http://${host}`, except: '' },
    ...{ user: password === null ? null : 'desk', password },
  },
});

test.each([
  [
    '64 KB of headers',
    'network-proxy',
    (socket: Socket) => void socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(65_536)}\r\n\r\n`),
  ],
  [
    'headers without an end',
    'network-proxy',
    (socket: Socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const more = (): void => {
        while (!socket.destroyed && socket.write(`x: ${'y'.repeat(4_096)}\r\n`));
      };
      socket.on('drain', more);
      more();
    },
  ],
  [
    'a page for people',
    'proxy-refuses',
    (socket: Socket) =>
      void socket.end('HTTP/1.1 403 No\r\ncontent-type: text/html\r\n\r\n<html><script>1</script>'),
  ],
  [
    'a wish for NTLM',
    'network-proxy-method',
    (socket: Socket) => void socket.end('HTTP/1.1 407 No\r\nProxy-Authenticate: NTLM\r\n\r\n'),
  ],
  ['no HTTP', 'network-proxy', (socket: Socket) => void socket.end('SSH-2.0-OpenSSH_9.6\r\n')],
  ['nothing', 'network-proxy', (socket: Socket) => void socket.end()],
])(
  'a proxy that answers CONNECT with %s is named, and nothing goes on',
  async (_, code, answer) => {
    const host = await proxySaying(answer);
    const result = await examined(database, manual(host));
    expect(diagnosis(result)).toEqual({ proxy: code });
    const said = JSON.stringify(result);
    expect(said).toContain(host);
    expect(said.length).toBeLessThan(10_000);
  },
);

test('a page in place of a tunnel is no TLS', async () => {
  const host = await proxySaying((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n<html>Sign in to the network</html>');
  });
  expect(diagnosis(await examined(database, manual(host)))).toEqual({ tls: 'tls-not-spoken' });
});

test('a password of the system’s proxy goes to that proxy, and into nothing that is shown', async () => {
  const asked: string[] = [];
  const server = createServer();
  server.on('connect', (request, socket) => {
    asked.push(`${request.url} ${request.headers['proxy-authorization'] ?? ''}`);
    socket.end('HTTP/1.1 407 No\r\n\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUps.push(() => server.close());
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const world = await doctorFor(database, manual(host, 'hush-hush-hush'));
  cleanUps.push(() => world.close());
  await world.start();
  const result = await world.ended();
  expect(diagnosis(result)).toEqual({ proxy: 'proxy-sign-in' });
  const basic = Buffer.from('desk:hush-hush-hush').toString('base64');
  expect(asked).toEqual([`system.example:443 Basic ${basic}`]);
  const kept = await world.decided();
  for (const shown of [result, await world.shareable(), kept, world.log.text()]) {
    expect(JSON.stringify(shown)).not.toMatch(new RegExp(`hush-hush-hush|${basic}`));
  }
});

test.each([
  ['PROXY 127.0.0.1:9', { proxy: 'network-proxy' }],
  ['<html>Sign in</html>', { proxy: 'proxy-script-unusable', lookup: 'network-name-not-found' }],
  ['SOCKS5 127.0.0.1:9', { proxy: 'proxy-script-unusable', lookup: 'network-name-not-found' }],
  ['DIRECT', { lookup: 'network-name-not-found' }],
])('a proxy script of the computer that answers %j', async (answer, found) => {
  const asked: string[] = [];
  const result = await examined(database, {
    ...{ service: 'webApi', address: 'https://nowhere.invalid' },
    async resolveProxy(url) {
      asked.push(url);
      return answer;
    },
  });
  expect(diagnosis(result)).toEqual(found);
  // A script sees no path of a request.
  expect(new Set(asked)).toEqual(new Set(['https://nowhere.invalid:443/']));
});

test('a system without a proxy goes past that of the computer, and one with exceptions past its own', async () => {
  const host = await proxySaying((socket) => void socket.end());
  const environment = { HTTPS_PROXY: `http://${host}` };
  const cases: readonly (readonly [ProxyInput, string])[] = [
    [{ kind: 'none' }, 'proxy-refused'],
    [
      {
        ...{ kind: 'manual', address: `http://${host}`, user: null, password: null },
        except: 'invalid',
      },
      'proxy-excepted-here',
    ],
  ];
  for (const [proxy, code] of cases) {
    const address = 'https://nowhere.invalid';
    const result = await examined(database, {
      ...{ service: 'webApi', address, env: environment, proxy },
    });
    expect(nameOf(result.steps.find(({ id }) => id === 'proxy'))).toBe(code);
    expect(diagnosis(result)).toEqual({ lookup: 'network-name-not-found' });
  }
});
