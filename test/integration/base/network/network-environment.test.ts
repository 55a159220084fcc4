import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { testFolder } from '../../../support/files/folder.ts';
import { startWebProcess } from '../../../support/processes/web-process.ts';
import type { ProbeCall } from '../../../support/servers/network-probe.ts';
import { hasOpenssl, makePki, type Pair } from '../../../support/worlds/pki.ts';

const openssl = await hasOpenssl();
if (!openssl) console.log('skipped: verification in spite of the environment (no openssl command)');

const probe = fileURLToPath(new URL('../../../support/servers/network-probe.ts', import.meta.url));

/** A TLS server that keeps what it is told, and is content with everything. */
async function listen(server: Pair): Promise<{ port: number; heard: string[] }> {
  const heard: string[] = [];
  const listener = createServer(
    { key: server.privateKeyPem, cert: server.certificatePem },
    (socket) => {
      socket.on('error', () => socket.destroy());
      socket.on('data', (data) => {
        heard.push(data.toString());
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
      });
    },
  ).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  onTestFinished(() => void listener.close());
  return { port: (listener.address() as AddressInfo).port, heard };
}

/** The calls as a process makes them whose environment says not to verify. */
async function callUnverified(calls: readonly ProbeCall[]): Promise<Record<string, string>> {
  const file = join(testFolder(), 'calls.json');
  await writeFile(file, JSON.stringify(calls));
  const { stdout } = await promisify(execFile)(process.execPath, [probe, file], {
    env: { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: '0' },
  });
  return JSON.parse(stdout) as Record<string, string>;
}

test('the start names what is set, on the terminal and in the log, and no value', async () => {
  const folder = testFolder();
  const { ready, stop, ended } = startWebProcess(folder, {
    env: {
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
      SSLKEYLOGFILE: join(folder, 'planted-keys'),
      https_proxy: 'http://user:planted@127.0.0.1:1',
    },
  });
  await ready;
  await stop();
  const { error } = await ended;
  // Whoever runs this has an environment too.
  const line = error
    .split('\n')
    .find((one) => one.startsWith('Compute Desk: set in the environment'));
  expect(line).toContain('NODE_TLS_REJECT_UNAUTHORIZED (without effect)');
  expect(line).toContain('SSLKEYLOGFILE (without effect)');
  expect(line).toContain('HTTPS_PROXY (used)');
  const log = await readFile(join(folder, 'logs/main.log'), 'utf8');
  expect(log).toContain('"NODE_TLS_REJECT_UNAUTHORIZED":"undone"');
  expect(error + log).not.toContain('planted');
});

describe.skipIf(!openssl)('NODE_TLS_REJECT_UNAUTHORIZED=0', () => {
  const headers = { authorization: 'Bearer planted' };

  test('makes no server trusted, and none hears a key', async () => {
    const pki = await makePki(join(testFolder(), 'pki'));
    const { untrusted, wrongName, expired } = pki.servers;
    const servers = await Promise.all([untrusted, wrongName, expired].map(listen));
    const results = await callUnverified(
      servers.map(({ port }) => ({
        name: String(port),
        url: `https://localhost:${port}/`,
        identity: null,
        authorities: [pki.authorities.servers.pem],
        headers,
      })),
    );
    expect(Object.values(results).sort()).toEqual([
      'tls-server-expired',
      'tls-server-name-mismatch',
      'tls-server-not-trusted',
    ]);
    expect(servers.flatMap(({ heard }) => heard)).toEqual([]);
  });

  test('makes no proxy trusted, and none hears its password', async () => {
    const pki = await makePki(join(testFolder(), 'pki'));
    const { port, heard } = await listen(pki.servers.untrusted);
    const results = await callUnverified([
      {
        name: 'call',
        url: 'https://api.invalid/',
        identity: null,
        authorities: [],
        proxy: `https://user:planted@localhost:${port}`,
        headers,
      },
    ]);
    expect(results).toEqual({ call: 'network-proxy' });
    expect(heard).toEqual([]);
  });
});
