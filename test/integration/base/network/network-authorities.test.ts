import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { hasTrustedChain } from '../../../../main/hosts/electron/sign-in/trust.ts';
import {
  type ConstrainedChain,
  makeConstrainedChains,
} from '../../../support/worlds/constrained-chains.ts';
import { testNetwork } from '../../../support/worlds/network.ts';
import { hasOpenssl } from '../../../support/worlds/pki.ts';

const openssl = await hasOpenssl();
if (!openssl) console.log('skipped: authorities with constraints (no openssl command)');

/** `name: trusted` for each; what is wrong shows as a difference. */
const expected = (chains: readonly ConstrainedChain[]) =>
  chains.map(({ name, good }) => `${name}: ${good}`);

describe.skipIf(!openssl)("a system's own authorities", () => {
  let folder: string;
  let chains: ConstrainedChain[];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'authorities-'));
    chains = await makeConstrainedChains(join(folder, 'chains'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test.each([
    ['', false],
    [', those of a site’s policy too', true],
  ])('are trusted by the network for what they may issue only%s', async (_, ofSite) => {
    const plain = testNetwork({ env: {} });
    onTestFinished(() => plain.close());
    const results: string[] = [];
    for (const { name, authorityPem, chainPem, privateKeyPem, host } of chains) {
      const server = createServer({ key: privateKeyPem, cert: chainPem.join('') }, (_, response) =>
        response.end('ok'),
      ).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const authorities = [authorityPem];
      const site = { authorities, proxy: null, isFixed: false };
      const network = ofSite ? testNetwork({ env: {}, site }) : plain;
      onTestFinished(() => network.close());
      const trusted = await network
        .request({ url: `https://${host}:${port}/`, ...(ofSite ? {} : { authorities }) })
        .then(
          () => true,
          (error: { code?: string }) => (error.code === 'tls-server-not-trusted' ? false : error),
        );
      results.push(`${name}: ${String(trusted)}`);
      server.close();
    }
    expect(results).toEqual(expected(chains));
  });

  test('are trusted by the sign-in window for what they may issue only', () => {
    const results = chains.map(({ name, authorityPem, chainPem, host }) => {
      const trusted = hasTrustedChain([new X509Certificate(authorityPem)], {
        hostname: host,
        chain: chainPem.map((pem) => new X509Certificate(pem)),
        at: new Date(),
      });
      return `${name}: ${trusted}`;
    });
    expect(results).toEqual(expected(chains));
  });
});
