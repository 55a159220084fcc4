import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Network, TlsIdentity } from '../../../../main/base/network/index.ts';
import { startAlertingServer } from '../../../support/servers/alerting-server.ts';
import { startNamingServer } from '../../../support/servers/naming-server.ts';
import { testNetwork } from '../../../support/worlds/network.ts';
import { hasOpenssl, identityOf, makePki, type Pki } from '../../../support/worlds/pki.ts';

const openssl = await hasOpenssl();
if (!openssl) console.log('skipped: TLS with real certificates (no openssl command)');

describe.skipIf(!openssl)('TLS', () => {
  let dir: string;
  let pki: Pki;
  let network: Network;
  const cleanUps: (() => unknown)[] = [];

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'network-tls-'));
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

  const call = (url: string, identity: TlsIdentity | null) =>
    network.request({ url, identity, authorities: [pki.authorities.servers.pem] });

  test.each(['tls1_2', 'tls1_3'] as const)(
    '%s: alerts say what is wrong with a certificate',
    async (version) => {
      const server = await startAlertingServer(pki, version);
      cleanUps.push(() => server.stop());
      const { url } = server;
      for (const user of [pki.users.good, pki.users.rsa, pki.users.ed25519]) {
        expect((await call(url, identityOf(user))).status).toBe(200);
      }
      const { host } = new URL(url);
      await expect(call(url, null)).rejects.toMatchObject({
        code: 'tls-client-certificate-missing',
        details: { host },
      });
      await expect(call(url, identityOf(pki.users.expired))).rejects.toMatchObject({
        code: 'tls-client-certificate-expired',
        details: { host, notAfter: pki.users.expired.notAfter },
      });
      await expect(call(url, identityOf(pki.users.foreign))).rejects.toMatchObject({
        code: 'tls-client-certificate-rejected',
        details: { host, alert: 'unknown_ca' },
      });
    },
  );

  test('forgotten identities let go of their connections, once what runs on them has ended', async () => {
    let finish = (): void => undefined;
    const closed: Promise<unknown>[] = [];
    const server = createHttpsServer(
      {
        key: pki.servers.good.privateKeyPem,
        cert: pki.servers.good.certificatePem,
        ca: pki.authorities.users.pem,
        requestCert: true,
      },
      (request, response) => {
        if (request.url !== '/slow') {
          response.end('at once');
          return;
        }
        response.write('one half ');
        finish = () => response.end('and the other');
      },
    );
    server.on('secureConnection', (socket) => closed.push(once(socket, 'close')));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    cleanUps.push(() => server.close());
    const { port } = server.address() as AddressInfo;
    const url = `https://127.0.0.1:${port}`;
    const identity = identityOf(pki.users.good);
    expect((await call(url, identity)).status).toBe(200);
    const running = await network.stream({
      url: `${url}/slow`,
      identity,
      authorities: [pki.authorities.servers.pem],
    });
    network.forgetIdentities();
    finish();
    let text = '';
    for await (const piece of running.body) text += Buffer.from(piece as Uint8Array).toString();
    expect(text).toBe('one half and the other');
    // Kept alive they would be for minutes.
    await Promise.all(closed);
    expect((await call(url, identity)).status).toBe(200);
  });

  const serveNames = async (server = pki.servers.good) => {
    const started = await startNamingServer(pki, server);
    cleanUps.push(started.close);
    return started;
  };

  test('each identity has connections of its own', async () => {
    const { port } = await serveNames();
    const url = `https://localhost:${port}/`;
    const names: string[] = [];
    for (const identity of [pki.users.good, null, pki.users.rsa, pki.users.good]) {
      const answer = await call(url, identity === null ? null : identityOf(identity));
      names.push(Buffer.from(answer.body).toString());
    }
    expect(names).toEqual(['Test User good', 'nobody', 'Test User rsa', 'Test User good']);
    await network.close();
    network = testNetwork({ env: {} });
  });

  test('a server is trusted by the authorities of its system only', async () => {
    const { port, calls } = await serveNames();
    const url = `https://localhost:${port}/`;
    await expect(network.request({ url })).rejects.toMatchObject({
      code: 'tls-server-not-trusted',
      details: {
        host: `localhost:${port}`,
        phase: 'handshake',
        subject: 'CN=Test Server, O=Test',
        issuer: 'O=Test, CN=Test Server Authority',
        fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
    expect(calls).toEqual([]);
    await expect(network.request({ url, authorities: ['no certificate'] })).rejects.toMatchObject({
      code: 'certificate-malformed',
    });
  });

  test('an address of numbers is checked against the certificate too', async () => {
    const { port } = await serveNames();
    const good = await call(`https://127.0.0.1:${port}/`, null);
    expect(good.status).toBe(200);
    const { port: other } = await serveNames(pki.servers.wrongName);
    await expect(call(`https://127.0.0.1:${other}/`, null)).rejects.toMatchObject({
      code: 'tls-server-name-mismatch',
      details: { names: 'elsewhere.example' },
    });
  });

  test('a key that does not fit its certificate never reaches the network', async () => {
    const mixed = {
      ...identityOf(pki.users.good),
      name: 'mixed',
      privateKeyPem: pki.users.rsa.privateKeyPem,
    };
    await expect(call('https://localhost:1/', mixed)).rejects.toMatchObject({
      code: 'certificate-unsupported',
    });
  });

  test('a server that ends the connection in the handshake cut it', async () => {
    const listener = createTcpServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.once('data', () => socket.destroy());
    }).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    cleanUps.push(() => listener.close());
    const address = listener.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    await expect(call(`https://127.0.0.1:${address.port}/`, null)).rejects.toMatchObject({
      code: 'network-reset',
      details: { phase: 'handshake' },
    });
  });
});
