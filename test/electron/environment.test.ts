import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { MachinesState } from '../../preload/contract/machines/machines.ts';
import type { System } from '../../preload/contract/systems/systems.ts';
import { hasOpenssl, makePki, type Pki } from '../support/worlds/pki.ts';
import { callOf, type Desk, startDesk } from './support/desk.ts';
import { sharedApp } from './support/shared.ts';

const openssl = await hasOpenssl();
if (!openssl) console.log('skipped: the environment’s variables of TLS (no openssl command)');

describe.skipIf(!openssl)('with an environment that weakens TLS', () => {
  const shared = sharedApp();
  let keys: string;
  let pki: Pki;
  let desk: Desk;

  beforeAll(async () => {
    pki = await makePki(join(shared.folder, 'pki'));
    keys = join(shared.folder, 'keys.log');
    desk = await startDesk({
      app: shared.app,
      dataFolder: shared.dataFolder,
      env: { NODE_TLS_REJECT_UNAUTHORIZED: '0', SSLKEYLOGFILE: keys },
    });
  });
  afterAll(() => desk?.electron.close());

  /** A server that nobody has reason to trust. */
  async function listen(): Promise<{ url: string; heard: () => string }> {
    const { privateKeyPem: key, certificatePem: cert } = pki.servers.untrusted;
    let heard = '';
    const server = createServer({ key, cert }, (socket) => {
      socket.on('error', () => socket.destroy());
      socket.on('data', (data) => {
        heard += data.toString();
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]');
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    return { url: `https://localhost:${port}`, heard: () => heard };
  }

  test('a server is verified all the same, and hears nothing', async () => {
    const { url, heard } = await listen();
    const call = callOf(desk);
    const { id } = await call<System>('systems.add', {
      name: 'One',
      webApiUrl: url,
      authUrl: null,
      genaiUrl: null,
      authorities: [],
      certificateId: null,
    });
    await call('machines.refresh', { systemId: id });
    const { problem } = await call<MachinesState>('machines.snapshot', { systemId: id });
    expect(problem?.code).toBe('tls-server-not-trusted');
    expect(heard()).toBe('');
  });

  test('Chromium writes the keys of no connection', async () => {
    const { url, heard } = await listen();
    const status = await desk.electron.evaluate(async ({ session }, address) => {
      const own = session.fromPartition('keys');
      own.setCertificateVerifyProc((_request, decide) => decide(0));
      return (await own.fetch(address)).status;
    }, url);
    expect(status).toBe(200);
    expect(heard()).toContain('GET / ');
    expect(existsSync(keys)).toBe(false);
  });

  test('Settings are told what is set', async () => {
    const { environment } = await callOf(desk)<{ environment: unknown[] }>('app.info');
    expect(environment).toEqual(
      expect.arrayContaining([
        { name: 'NODE_TLS_REJECT_UNAUTHORIZED', treatment: 'undone' },
        { name: 'SSLKEYLOGFILE', treatment: 'undone' },
      ]),
    );
  });
});
