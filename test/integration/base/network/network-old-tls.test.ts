import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConnectionOptions, connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Network } from '../../../../main/base/network/index.ts';
import { startOpensslServer } from '../../../support/servers/alerting-server.ts';
import { testNetwork } from '../../../support/worlds/network.ts';
import { hasOpenssl, makePki, type Pki } from '../../../support/worlds/pki.ts';

const openssl = await hasOpenssl();
if (!openssl) console.log('skipped: old TLS (no openssl command)');

/** Whoever takes everything: that such a server answers at all. */
async function isAnswered(url: string, options: ConnectionOptions): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect({
    ...{ host: hostname, port: Number(port), rejectUnauthorized: false },
    ...{ minVersion: 'TLSv1', ...options },
  });
  await once(socket, 'secureConnect');
  const said = `${socket.getProtocol()} ${socket.getCipher().name}`;
  socket.destroy();
  return said;
}

describe.skipIf(!openssl)('a server of old TLS', () => {
  let dir: string;
  let pki: Pki;
  let network: Network;

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'network-old-tls-'));
    pki = await makePki(join(dir, 'pki'));
    network = testNetwork({ env: {}, usualAuthorities: [] });
  });
  afterAll(async () => {
    await network.close();
    await rm(dir, { recursive: true, force: true });
  });

  const request = (url: string) =>
    network.request({ url, identity: null, authorities: [pki.authorities.servers.pem] });

  const everything = 'ALL:COMPLEMENTOFALL:@SECLEVEL=0';
  test.each([
    ['TLS 1.0', ['-tls1'], { maxVersion: 'TLSv1' }, 'TLSv1 '],
    ['TLS 1.1', ['-tls1_1'], { maxVersion: 'TLSv1.1' }, 'TLSv1.1 '],
    ['a suite without encryption', ['-tls1_2'], { ciphers: 'NULL@SECLEVEL=0' }, 'TLSv1.2 '],
    ['a suite without a certificate', ['-tls1_2'], { ciphers: 'aNULL@SECLEVEL=0' }, 'TLSv1.2 '],
  ] as const)('is refused, whatever it has: %s', async (_, version, taken, spoken) => {
    const { ciphers = everything } = taken as ConnectionOptions;
    const flags = [...version, '-cipher', ciphers, '-sigalgs', 'ECDSA+SHA1:ECDSA+SHA256:RSA+SHA1'];
    const server = await startOpensslServer(pki.servers.good, flags);
    onTestFinished(() => server.stop());
    expect(await isAnswered(server.url, { ciphers: everything, ...taken })).toContain(spoken);
    await expect(request(server.url)).rejects.toMatchObject({
      code: expect.stringMatching(/^tls-/),
    });
  });

  test('the newest version that both have is taken', async () => {
    const server = await startOpensslServer(pki.servers.good, []);
    onTestFinished(() => server.stop());
    const { body } = await request(server.url);
    expect(new TextDecoder().decode(body)).toContain('TLSv1.3');
  });
});
