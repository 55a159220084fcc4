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

/** Short and many: what else the computer does then slows both sides alike. */
const calls = 50;
const rounds = 25;
const curlCalls = 300;
const curlRounds = 5;
/** Until the runtime has compiled both. */
const warmUp = 400;

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

/** Milliseconds of each call, one after the other. */
async function times(call: () => Promise<unknown>): Promise<number[]> {
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
    `${url}?[0-${curlCalls}]`,
  ]);
  return stdout
    .trim()
    .split('\n')
    .slice(1)
    .map((seconds) => Number(seconds) * 1000);
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

for (let count = 0; count < warmUp; count++) {
  await ours();
  await undici();
}
const pairs: { readonly mine: number; readonly peer: number }[] = [];
for (let round = 0; round < rounds; round++) {
  pairs.push({ mine: median(await times(ours)), peer: median(await times(undici)) });
}
const curl: number[] = [];
for (let round = 0; round < curlRounds; round++) curl.push(median(await curlTimes()));

const mine = median(pairs.map((pair) => pair.mine));
const print = (peerName: string, peer: number, ratio: number): void => {
  const metric = 'Web API call on a kept connection';
  const line = { bench: 'mutual-tls', metric, unit: 'ms', ours: mine, peer, peerName, ratio };
  console.log(JSON.stringify(line));
};
const peer = median(pairs.map((pair) => pair.peer));
print('undici', peer, median(pairs.map((pair) => pair.mine / pair.peer)));
print('curl, one process', median(curl), mine / median(curl));
await network.close();
await agent.close();
await nginx.stop();
await rm(dir, { recursive: true, force: true });
