/**
 * The listener for other programs beside the service itself, for a program with the OpenAI SDK: time to the first token
 * and the processor time of the program and the app together (goals: at most 1.15 x the direct call), and a completion
 * as an MCP tool (goal: at most 5 ms more than the direct call). Service, app and program are processes of their own.
 * `--quick` takes fewer rounds.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import OpenAI from 'openai';
import { cpuSeconds } from '../support/processes/process-use.ts';

/** Of the service until its first token, ms: a quick one, without load. */
const thinking = 50;
const chunks = 50_000;
const { values: asked } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const many = asked.quick
  ? { firsts: 40, rounds: 5, tools: 80, warmUp: 10 }
  : { firsts: 150, rounds: 9, tools: 300, warmUp: 30 };
const { firsts, rounds, tools, warmUp } = many;

const dataFolder = join(tmpdir(), `bench-broker-${process.pid}`);
const start = (file: URL, ...args: readonly string[]): ChildProcess =>
  fork(fileURLToPath(file), args);
const service = start(new URL('broker/service.ts', import.meta.url), String(thinking));
const [port] = (await once(service, 'message')) as [number];
const app = start(new URL('broker/app.ts', import.meta.url), dataFolder, String(port));
const [{ address, key }] = (await once(app, 'message')) as [{ address: string; key: string }];
const { pid } = app;
if (pid === undefined) throw new Error('the app has no process');

const clients = {
  direct: new OpenAI({ apiKey: 'key', baseURL: `http://127.0.0.1:${port}/v1` }),
  ours: new OpenAI({ apiKey: key, baseURL: `${address}/v1` }),
};
type Way = keyof typeof clients;
const ways = Object.keys(clients) as Way[];
const messages = [{ role: 'user' as const, content: 'Hello' }];

/** Returns when the first token came after the call, ms. */
async function stream(way: Way, count: number): Promise<number> {
  const started = performance.now();
  let first = Number.NaN;
  let length = 0;
  const answer = await clients[way].chat.completions.create({
    model: 'bench',
    messages,
    max_tokens: count,
    stream: true,
  });
  for await (const chunk of answer) {
    if (chunk.choices[0]?.delta.content === undefined) continue;
    if (length === 0) first = performance.now() - started;
    length += 1;
  }
  if (length !== count) throw new Error(`${way} got ${length} of ${count} chunks`);
  return first;
}

const mcp = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode: 'auto' } });
await mcp.connect(
  new StreamableHTTPClientTransport(new URL(`${address}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  }),
);
const calls: Record<Way, () => Promise<unknown>> = {
  direct: () => clients.direct.chat.completions.create({ model: 'bench', messages }),
  async ours() {
    const asked = { model: 'bench', prompt: 'Hello' };
    const { isError } = await mcp.callTool({ name: 'complete', arguments: asked });
    if (isError === true) throw new Error('the tool failed');
  },
};

/** Seconds of processor time so far, of the program and the app. */
const spent = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + cpuSeconds(pid ?? 0);
};
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const print = (metric: string, unit: string, found: Record<Way, number[]>): void => {
  const [ours, peer] = [median(found.ours), median(found.direct)];
  const line = {
    bench: 'broker',
    metric,
    unit,
    ours,
    peer,
    peerName: 'direct',
    ratio: ours / peer,
  };
  console.log(JSON.stringify(line));
};
const none = (): Record<Way, number[]> => ({ direct: [], ours: [] });

const first = none();
for (let round = -warmUp; round < firsts; round += 1) {
  for (const way of ways) {
    const time = await stream(way, 8);
    if (round >= 0) first[way].push(time);
  }
}
print('time to the first token', 'ms', first);

const processor = none();
for (let round = -1; round < rounds; round += 1) {
  for (const way of ways) {
    const before = spent();
    await stream(way, chunks);
    if (round >= 0) processor[way].push(((spent() - before) * 1e6) / chunks);
  }
}
print('processor time per chunk, program and app', 'us', processor);

const tool = none();
for (let round = -warmUp; round < tools; round += 1) {
  for (const way of ways) {
    const started = performance.now();
    await calls[way]();
    if (round >= 0) tool[way].push(performance.now() - started);
  }
}
print('a completion as an MCP tool', 'ms', tool);

await mcp.close();
app.disconnect();
await once(app, 'exit');
service.disconnect();
await rm(dataFolder, { recursive: true, force: true });
