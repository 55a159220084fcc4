import { execFile } from 'node:child_process';
import { access, constants, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AlertingServer,
  startAlertingServer,
} from '../../../support/servers/alerting-server.ts';
import type { ProbeCall } from '../../../support/servers/network-probe.ts';
import { hasOpenssl, identityOf, makePki } from '../../../support/worlds/pki.ts';

const run = promisify(execFile);

/**
 * The runtimes to try: this one, every other Node on the path, and the programs (an Electron, say)
 * that COMPUTE_DESK_TEST_RUNTIMES names, separated as PATH is.
 */
async function findRuntimes(): Promise<string[]> {
  const named = (process.env.COMPUTE_DESK_TEST_RUNTIMES ?? '').split(delimiter);
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'node'));
  const found = new Set<string>();
  for (const file of [process.execPath, ...onPath, ...named]) {
    if (file === '' || file === 'node') continue;
    const usable = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (usable) found.add(await realpath(file));
  }
  const usable: string[] = [];
  const versions = new Set<string>();
  for (const file of found) {
    const version = await versionOf(file);
    if (versions.has(version)) continue;
    versions.add(version);
    const [major = 0, minor = 0] = version.split(/[v.]/).filter(Boolean).map(Number);
    if (major > 20 || (major === 20 && minor >= 18)) usable.push(file);
  }
  return usable;
}

const environment = { ...process.env, ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '' };

async function versionOf(file: string): Promise<string> {
  // The dot keeps an Electron apart from the Node of the same version.
  const script = 'process.version + (process.versions.electron ? ".electron" : "")';
  return (await run(file, ['-p', script], { env: environment })).stdout.trim();
}

const openssl = await hasOpenssl();
const runtimes = openssl ? await findRuntimes() : [];
if (!openssl) console.log('skipped: alerts under several runtimes (no openssl command)');
else if (runtimes.length === 1)
  console.log('skipped: alerts under another Node than this one (none)');

describe.skipIf(!openssl)('the codes of TLS failures', () => {
  let dir: string;
  let callsFile: string;
  const servers: AlertingServer[] = [];

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'network-runtimes-'));
    const pki = await makePki(join(dir, 'pki'));
    const calls: ProbeCall[] = [];
    for (const version of ['tls1_2', 'tls1_3'] as const) {
      const server = await startAlertingServer(pki, version);
      servers.push(server);
      const trusted = [pki.authorities.servers.pem];
      const add = (name: string, identity: ProbeCall['identity'], authorities = trusted): void =>
        void calls.push({ name: `${version} ${name}`, url: server.url, identity, authorities });
      add('none', null);
      for (const [name, user] of Object.entries(pki.users)) add(name, identityOf(user));
      add('server not trusted', identityOf(pki.users.good), []);
      const look = (name: string, identity: ProbeCall['identity'], authorities = trusted): void =>
        void calls.push({
          ...{ name: `${version} looked at ${name}`, url: server.url, identity, authorities },
          examined: true,
        });
      look('without', null);
      look('with', identityOf(pki.users.good));
      look('untrusted', null, []);
    }
    callsFile = join(dir, 'calls.json');
    await writeFile(callsFile, JSON.stringify(calls));
    await build({
      configFile: false,
      logLevel: 'error',
      build: {
        ssr: fileURLToPath(new URL('../../../support/servers/network-probe.ts', import.meta.url)),
        outDir: join(dir, 'built'),
        target: 'node20',
        rollupOptions: { output: { entryFileNames: 'probe.mjs' } },
      },
      ssr: { noExternal: true },
    });
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await rm(dir, { recursive: true, force: true });
  });

  test.each(runtimes)('are the same under %s', async (runtime) => {
    console.log(`TLS failures under ${runtime}: ${await versionOf(runtime)}`);
    const { stdout } = await run(runtime, [join(dir, 'built', 'probe.mjs'), callsFile], {
      env: environment,
    });
    const expected = {
      none: 'tls-client-certificate-missing',
      good: '200',
      rsa: '200',
      ed25519: '200',
      expired: 'tls-client-certificate-expired',
      foreign: 'tls-client-certificate-rejected',
      'server not trusted': 'tls-server-not-trusted',
    };
    // A server of TLS 1.2 hangs up before its certificate is judged; the bytes of TLS 1.3 are under keys.
    const looked = {
      'tls1_2 looked at without':
        'TLSv1.2, 1 sent, 1 asked, not shown, system-settings, tls-client-certificate-missing',
      'tls1_2 looked at with': 'TLSv1.2, 1 sent, 1 asked, shown, system-settings, well',
      'tls1_2 looked at untrusted':
        'TLSv1.2, 1 sent, 1 asked, not shown, null, tls-client-certificate-missing',
      'tls1_3 looked at without': 'TLSv1.3, 1 sent, 1 asked, not shown, system-settings, well',
      'tls1_3 looked at with': 'TLSv1.3, 1 sent, 1 asked, shown, system-settings, well',
      'tls1_3 looked at untrusted':
        'TLSv1.3, 1 sent, 1 asked, not shown, null, tls-server-not-trusted',
    };
    const codes = ['tls1_2', 'tls1_3'].flatMap((version) =>
      Object.entries(expected).map(([name, code]) => [`${version} ${name}`, code]),
    );
    expect(JSON.parse(stdout)).toEqual({ ...Object.fromEntries(codes), ...looked });
  });
});
