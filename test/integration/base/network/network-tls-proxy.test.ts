import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Network, TlsIdentity } from '../../../../main/base/network/index.ts';
import { startNamingServer } from '../../../support/servers/naming-server.ts';
import { testNetwork } from '../../../support/worlds/network.ts';
import { hasOpenssl, identityOf, makePki, type Pki } from '../../../support/worlds/pki.ts';

const openssl = await hasOpenssl();
if (!openssl)
  console.log('skipped: TLS through proxies with real certificates (no openssl command)');

describe.skipIf(!openssl)('TLS', () => {
  let dir: string;
  let pki: Pki;
  let network: Network;
  const cleanUps: (() => unknown)[] = [];

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'network-tls-proxy-'));
    pki = await makePki(join(dir, 'pki'));
    network = testNetwork({ env: {} });
  });
  afterEach(async () => {
    await Promise.all(cleanUps.splice(0).map((cleanUp) => cleanUp()));
  });
  afterAll(async () => {
    await network.close();
    await rm(dir, { recursive: true, force: true });
  });

  const serveNames = async (server = pki.servers.good) => {
    const started = await startNamingServer(pki, server);
    cleanUps.push(started.close);
    return started;
  };

  describe('through a proxy', () => {
    /** Answers CONNECT, and carries everything between the client and this port of loopback. */
    function tunnel(client: Duplex, port: number): void {
      client.on('error', () => client.destroy());
      const upstream = connect(port, '127.0.0.1', () => {
        client.write('HTTP/1.1 200 Connection established\r\n\r\n');
        client.pipe(upstream).pipe(client);
      });
      upstream.on('error', () => client.destroy());
      client.on('close', () => upstream.destroy());
      cleanUps.push(() => client.destroy());
    }

    /**
     * A CONNECT proxy that leads every name to loopback, so that a host that is not loopback can be
     * asked for. `allow` answers what it says to CONNECT.
     */
    async function serveProxy(allow: (authorization: string | undefined) => number) {
      const tunnels: string[] = [];
      const server = createServer();
      server.on('connect', (request, client) => {
        tunnels.push(request.url ?? '');
        const status = allow(request.headers['proxy-authorization']);
        if (status !== 200) {
          client.on('error', () => client.destroy());
          client.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`);
          return;
        }
        tunnel(client, Number(request.url?.split(':').at(-1)));
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      cleanUps.push(() => server.close());
      const address = server.address();
      if (address === null || typeof address === 'string') throw new Error('no port');
      return { port: address.port, tunnels };
    }

    async function callThrough(proxy: string, url: string, identity: TlsIdentity | null) {
      const own = testNetwork({ env: { HTTPS_PROXY: proxy } });
      cleanUps.push(() => own.close());
      return own.request({ url, identity, authorities: [pki.authorities.servers.pem] });
    }

    test('the certificate is presented to the server behind it', async () => {
      const { port } = await serveNames(pki.servers.wrongName);
      const proxy = await serveProxy((authorization) =>
        authorization === `Basic ${Buffer.from('me:pass').toString('base64')}` ? 200 : 407,
      );
      const url = `https://elsewhere.example:${port}/`;
      const through = `http://me:pass@127.0.0.1:${proxy.port}`;
      const answer = await callThrough(through, url, identityOf(pki.users.good));
      expect(Buffer.from(answer.body).toString()).toBe('Test User good');
      expect(proxy.tunnels).toEqual([`elsewhere.example:${port}`]);
      await expect(callThrough(`http://127.0.0.1:${proxy.port}`, url, null)).rejects.toMatchObject({
        code: 'network-proxy',
        details: {
          status: 407,
          proxy: `127.0.0.1:${proxy.port}`,
          host: `elsewhere.example:${port}`,
        },
      });
    });

    test('a proxy that wants NTLM or Negotiate is named with what it wants', async () => {
      const server = createServer();
      server.on('connect', (_, client) => {
        client.end(
          'HTTP/1.1 407 No\r\nProxy-Authenticate: Negotiate\r\nProxy-Authenticate: NTLM\r\n\r\n',
        );
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      cleanUps.push(() => server.close());
      const { port } = server.address() as AddressInfo;
      const through = `http://DOM\\me:pass@127.0.0.1:${port}`;
      await expect(callThrough(through, 'https://api.example/', null)).rejects.toMatchObject({
        code: 'network-proxy-method',
        details: {
          ...{ host: 'api.example', proxy: `127.0.0.1:${port}`, status: 407 },
          methods: 'Negotiate, NTLM',
        },
      });
    });

    test.each([
      ['its own name', 'good', 'localhost', null],
      ['its own address', 'good', '127.0.0.1', null],
      ['the name of the server behind it', 'wrongName', 'localhost', 'network-proxy'],
      ['an old date', 'expired', 'localhost', 'network-proxy'],
    ] as const)('a proxy of https that proves %s', async (_, name, at, code) => {
      const { port } = await serveNames(pki.servers.wrongName);
      const shown = pki.servers[name];
      const names: unknown[] = [];
      const server = createHttpsServer({
        ...{ key: shown.privateKeyPem, cert: shown.certificatePem },
        SNICallback(servername, done) {
          names.push(servername);
          done(null);
        },
      });
      server.on('connect', (_request, client) => tunnel(client, port));
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      cleanUps.push(() => server.close());
      const own = testNetwork({
        env: { https_proxy: `https://${at}:${(server.address() as AddressInfo).port}` },
        usualAuthorities: [pki.authorities.servers.pem],
      });
      cleanUps.push(() => own.close());
      const call = own.request({ url: `https://elsewhere.example:${port}/` });
      if (code === null) expect((await call).status).toBe(200);
      else await expect(call).rejects.toMatchObject({ code });
      expect(names).not.toContain('elsewhere.example');
    });

    test('the server behind it is judged as without it', async () => {
      const { port } = await serveNames(pki.servers.wrongName);
      const proxy = await serveProxy(() => 200);
      await expect(
        callThrough(`http://127.0.0.1:${proxy.port}`, `https://api.example:${port}/`, null),
      ).rejects.toMatchObject({
        code: 'tls-server-name-mismatch',
        details: { names: 'elsewhere.example', proxy: `127.0.0.1:${proxy.port}` },
      });
    });

    test('a proxy that is not there, or hangs up, is said to be the fault', async () => {
      const hangingUp = createTcpServer((socket) => {
        socket.on('error', () => socket.destroy());
        socket.once('data', () => socket.destroy());
      }).listen(0, '127.0.0.1');
      await once(hangingUp, 'listening');
      const address = hangingUp.address();
      if (address === null || typeof address === 'string') throw new Error('no port');
      const through = `http://127.0.0.1:${address.port}`;
      const expected = { code: 'network-proxy', details: { host: 'api.example' } };
      await expect(callThrough(through, 'https://api.example/', null)).rejects.toMatchObject(
        expected,
      );
      hangingUp.close();
      await once(hangingUp, 'close');
      await expect(callThrough(through, 'https://api.example/', null)).rejects.toMatchObject({
        ...expected,
        details: { reason: 'ECONNREFUSED' },
      });
    });

    test('loopback goes past it', async () => {
      const { port } = await serveNames();
      const proxy = await serveProxy(() => 200);
      const answer = await callThrough(
        `http://127.0.0.1:${proxy.port}`,
        `https://localhost:${port}/`,
        null,
      );
      expect(answer.status).toBe(200);
      expect(proxy.tunnels).toEqual([]);
    });
  });
});
