import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MachinesState } from '../../preload/contract/machines/machines.ts';
import type { System } from '../../preload/contract/systems/systems.ts';
import { makeConstrainedChains } from '../support/worlds/constrained-chains.ts';
import { hasOpenssl } from '../support/worlds/pki.ts';
import { callOf, type Desk, startDesk } from './support/desk.ts';
import { sharedApp } from './support/shared.ts';

const openssl = await hasOpenssl();
if (!openssl) console.log('skipped: authorities with constraints (no openssl command)');

/** test/integration/base/network/network-authorities.test.ts asks OpenSSL the same. */
describe.skipIf(!openssl)("a system's own authorities, by Electron's BoringSSL", () => {
  const shared = sharedApp();
  let desk: Desk;
  beforeAll(async () => {
    desk = await startDesk({
      app: shared.app,
      dataFolder: shared.dataFolder,
    });
  });
  afterAll(() => desk?.electron.close());

  test('are trusted for what they may issue only', async () => {
    const call = callOf(desk);
    const chains = await makeConstrainedChains(await mkdtemp(join(shared.folder, 'chains-')));
    const results: string[] = [];
    for (const { name, authorityPem, chainPem, privateKeyPem, host } of chains) {
      const server = createServer({ key: privateKeyPem, cert: chainPem.join('') }, (_, response) =>
        response.end('[]'),
      ).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { id } = await call<System>('systems.add', {
        name,
        webApiUrl: `https://${host}:${(server.address() as AddressInfo).port}`,
        authUrl: null,
        genaiUrl: null,
        authorities: [authorityPem],
        certificateId: null,
      });
      await call('machines.refresh', { systemId: id });
      const { problem } = await call<MachinesState>('machines.snapshot', { systemId: id });
      results.push(`${name}: ${problem?.code ?? 'trusted'}`);
      server.close();
    }
    expect(results).toEqual(
      chains.map(({ name, good, beyondBoringssl }) =>
        good && !beyondBoringssl ? `${name}: trusted` : `${name}: tls-server-not-trusted`,
      ),
    );
  });
});
