/**
 * One Web API call over mutual TLS on a connection that is kept: `GET /status/` from nginx with
 * `ssl_verify_client on`, as the machines screen makes it, against undici alone and against curl.
 */

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Agent, request } from 'undici';
import { defaultConnection } from '../../main/base/network/index.ts';
import { fetchStatus } from '../../main/machines/monitor/status.ts';
import { startNginx } from '../support/servers/nginx.ts';
import { testNetwork } from '../support/worlds/network.ts';
import { identityOf, makePki } from '../support/worlds/pki.ts';

const calls = 300;
const rounds = 5;

const dir = await mkdtemp(join(tmpdir(), 'bench-mutual-tls-'));
const pki = await makePki(join(dir, 'pki'));
const nginx = await startNginx({ pki, dir: join(dir, 'nginx') });
const user = pki.users.good;
const ca = pki.authorities.servers.pem;
const url = `${nginx.baseUrl}/status/`;

const network = testNetwork({ env: {} });
const access = {
  address: nginx.baseUrl,
  identity: identityOf(user),
  connection: defaultConnection([ca]),
  authorization: null,
};
const ours = () => fetchStatus(network, access, () => new Date());

const agent = new Agent({
  connect: { ca, cert: user.certificatePem, key: user.privateKeyPem },
});
const undici = async () => (await request(url, { dispatcher: agent })).body.json();

/** Milliseconds of each call, one after the other. The first makes the connection and is left out. */
async function times(call: () => Promise<unknown>): Promise<number[]> {
  await call();
  const spent: number[] = [];
  for (let count = 0; count < calls; count++) {
    const started = performance.now();
    await call();
    spent.push(performance.now() - started);
  }
  return spent;
}

/** The same by one curl process, which keeps its connection too. */
async function curlTimes(): Promise<number[]> {
  const { stdout } = await promisify(execFile)('curl', [
    ...['--silent', '--show-error', '--fail', '--noproxy', '*'],
    ...['--cacert', pki.authorities.servers.certificateFile],
    ...['--cert', user.certificateFile, '--key', user.keyFile],
    ...['--output', '/dev/null', '--write-out', '%{time_total}\\n'],
    `${url}?[0-${calls}]`,
  ]);
  return stdout
    .trim()
    .split('\n')
    .slice(1)
    .map((seconds) => Number(seconds) * 1000);
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const spent: Record<'ours' | 'undici' | 'curl', number[]> = { ours: [], undici: [], curl: [] };
for (let round = 0; round < rounds; round++) {
  spent.ours.push(median(await times(ours)));
  spent.undici.push(median(await times(undici)));
  spent.curl.push(median(await curlTimes()));
}
const mine = median(spent.ours);
for (const [peerName, values] of [
  ['undici', spent.undici],
  ['curl, one process', spent.curl],
] as const) {
  const peer = median(values);
  const metric = 'Web API call on a kept connection';
  const line = { bench: 'mutual-tls', metric, unit: 'ms', ours: mine, peer, peerName };
  console.log(JSON.stringify({ ...line, ratio: mine / peer }));
}
await network.close();
await agent.close();
await nginx.stop();
await rm(dir, { recursive: true, force: true });
