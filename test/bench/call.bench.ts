/**
 * One request of the API console, as a window sends it: shown exactly, sent, and read when its whole answer is there, in
 * a process of the core, against undici alone: the same server, mutual TLS with the same certificate, a kept connection,
 * the same answer as text. The service takes as long as a quick one elsewhere does. Goal: 1.1 x undici.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { bare, openConsole } from '../integration/work/console-world.ts';
import { makePki } from '../support/worlds/pki.ts';

/** Short and many: what else the computer does then slows both sides alike. */
const calls = 15;
const rounds = 15;
/** Until the runtime has compiled both. */
const warmUp = 150;
/** What a service in the same country takes, ms. */
const answersAfter = 20;

const jobs = JSON.stringify(
  Array.from({ length: 200 }, (_, at) => ({ jobid: String(at), name: `job-${at}`, status: 'RUN' })),
);
const folder = await mkdtemp(join(tmpdir(), 'bench-call-'));
const pki = await makePki(join(folder, 'pki'));
const { certificatePem, privateKeyPem } = pki.servers.good;
const user = pki.users.good;
const ca = pki.authorities.servers.pem;

let delay = 0;
const server = createServer(
  {
    ...{ cert: certificatePem, key: privateKeyPem, ca: pki.authorities.users.pem },
    ...{ requestCert: true, rejectUnauthorized: true },
  },
  (_, response) => {
    const answer = (): void => {
      response.setHeader('content-type', 'application/json');
      response.end(jobs);
    };
    if (delay === 0) answer();
    else setTimeout(answer, delay);
  },
);
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;

const world = await openConsole(join(folder, 'data'), undefined, false);
await world.call('vault.setPassphrase', { passphrase: 'correct horse battery' });
const { readId } = await world.call('certificates.read', {
  ...{ fileName: 'user.p12', bytes: new Uint8Array(await readFile(user.p12File)) },
  passphrase: user.password,
});
const kept = await world.call('certificates.keep', { readId, name: 'User', replaces: null });
const { id: systemId } = await world.call('systems.add', {
  ...{ name: 'Bench', webApiUrl: origin, authUrl: null, genaiUrl: null },
  ...{ authorities: [ca], certificateId: kept.id },
});
const agent = new Agent({
  connect: { ca, cert: user.certificatePem, key: user.privateKeyPem },
});
const asked = { systemId, request: bare('GET', '/queue/one') };
const ours = async (): Promise<unknown> => {
  await world.call('apiConsole.prepare', asked);
  const { id } = await world.call('apiConsole.send', { ...asked, confirmed: null });
  await world.ended(systemId, id);
  return world.call('apiConsole.body', { systemId, id });
};
const undici = async (): Promise<unknown> =>
  (await request(`${origin}/queue/one`, { dispatcher: agent })).body.text();

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
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

for (let count = 0; count < warmUp; count++) {
  await ours();
  await undici();
}
for (const after of [answersAfter, 0]) {
  delay = after;
  const pairs: { readonly mine: number; readonly peer: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    pairs.push({ mine: median(await times(ours)), peer: median(await times(undici)) });
  }
  const metric = `a request of the console, of a service that answers after ${after} ms`;
  const mine = median(pairs.map((pair) => pair.mine));
  const peer = median(pairs.map((pair) => pair.peer));
  const ratio = median(pairs.map((pair) => pair.mine / pair.peer));
  const line = { bench: 'call', metric, unit: 'ms', ours: mine, peer, peerName: 'undici', ratio };
  console.log(JSON.stringify(line));
}
await agent.close();
await world.close();
server.closeAllConnections();
server.close();
await rm(folder, { recursive: true, force: true });
