/**
 * One request of the API console, as a window sends it: from the call until its whole answer is there, in a process of
 * the core, against undici alone on a connection that is kept. The service takes as long as a quick one elsewhere does.
 * Goal: 1.1 x undici.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { bare, openConsole, serving } from '../integration/work/console-world.ts';

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
let delay = 0;
const server = await serving((_, response) => {
  const answer = (): void => {
    response.setHeader('content-type', 'application/json');
    response.end(jobs);
  };
  if (delay === 0) answer();
  else setTimeout(answer, delay);
});
const folder = await mkdtemp(join(tmpdir(), 'bench-call-'));
const world = await openConsole(folder);
const { id: systemId } = await world.call('systems.add', {
  ...{ name: 'Bench', webApiUrl: server.origin, authUrl: null, genaiUrl: null },
  ...{ authorities: [], certificateId: null },
});
const agent = new Agent();
const given = { systemId, request: bare('GET', '/queue/one'), confirmed: null };
const ours = async (): Promise<unknown> => {
  const { id } = await world.call('apiConsole.send', given);
  return world.ended(systemId, id);
};
const undici = async (): Promise<unknown> =>
  (await request(`${server.origin}/queue/one`, { dispatcher: agent })).body.json();

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
await server.close();
await rm(folder, { recursive: true, force: true });
