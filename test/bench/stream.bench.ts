/**
 * CPU per chunk from the bytes on the wire to the text of an answer, and on to the events of the
 * contract, against the openai SDK (goal: half of it) and against the floor: undici and JSON.parse
 * with nothing checked (goal: at most 1.3 x it).
 */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import OpenAI from 'openai';
import { Agent, request } from 'undici';
import { defaultConnection } from '../../main/base/network/index.ts';
import { defaultLimits, runCompletion } from '../../main/chat/service/completion.ts';
import type { CompletionListener, CompletionOutcome } from '../../main/chat/service/index.ts';
import { startTurn } from '../../main/chat/turns/turn/turn.ts';
import { testNetwork } from '../support/worlds/network.ts';
import { emptyAnswer } from './answer.ts';

const chunks = 100_000;
const rounds = 7;

const child = fork(fileURLToPath(new URL('stream-server.ts', import.meta.url)), [String(chunks)]);
const [port] = (await once(child, 'message')) as [number];
const url = `http://127.0.0.1:${port}/v1/chat/completions`;
const agent = new Agent();
const network = testNetwork({ env: {} });
const now = (): Date => new Date();

type Event = { choices: { delta: { content?: string } }[] };

async function floor(): Promise<number> {
  const answer = await request(url, { method: 'POST', body: '{}', dispatcher: agent });
  answer.body.setEncoding('utf8');
  let length = 0;
  let rest = '';
  for await (const piece of answer.body) {
    rest += piece;
    let from = 0;
    for (let end = rest.indexOf('\n\n'); end !== -1; end = rest.indexOf('\n\n', from)) {
      const data = rest.slice(from + 'data: '.length, end);
      from = end + 2;
      if (data === '[DONE]') continue;
      length += (JSON.parse(data) as Event).choices[0]?.delta.content?.length ?? 0;
    }
    rest = rest.slice(from);
  }
  return length;
}

const client = new OpenAI({ apiKey: 'key', baseURL: url.replace('/chat/completions', '') });

async function sdk(): Promise<number> {
  const stream = await client.chat.completions.create({
    model: 'bench',
    messages: [{ role: 'user', content: 'go' }],
    stream: true,
  });
  let length = 0;
  for await (const chunk of stream) length += chunk.choices[0]?.delta.content?.length ?? 0;
  return length;
}

function ask(listener: CompletionListener, signal: AbortSignal): Promise<CompletionOutcome> {
  const server = {
    url,
    key: 'key',
    connection: defaultConnection(),
    streamOptions: { taken: true },
  };
  const messages = [{ role: 'user' as const, content: 'go' }];
  const options = { signal, limits: { ...defaultLimits, request: 600_000 }, now };
  return runCompletion(network, server, { model: 'bench', messages }, listener, options);
}

async function decode(): Promise<number> {
  let length = 0;
  const listener: CompletionListener = {
    content(text) {
      length += text.length;
    },
  };
  await ask(listener, new AbortController().signal);
  return length;
}

const memory = { journal: async () => undefined, finish: async () => undefined };

async function turn(): Promise<number> {
  let length = 0;
  await startTurn({
    answer: emptyAnswer,
    ask,
    store: memory,
    now,
    log: { info: () => undefined, error: (event, cause) => console.error(event, cause) },
    onDelta(content) {
      length += content.length;
    },
    onEnd: () => undefined,
  }).ended;
  return length;
}

const runs = { floor, sdk, decode, turn };
type Name = keyof typeof runs;
const spent: Record<Name, number[]> = { floor: [], sdk: [], decode: [], turn: [] };
let expected: number | null = null;
for (let round = -1; round < rounds; round += 1) {
  for (const name of Object.keys(runs) as Name[]) {
    const before = process.cpuUsage();
    const length = await runs[name]();
    const { user, system } = process.cpuUsage(before);
    expected ??= length;
    if (length !== expected) throw new Error(`${name} read ${length} characters of ${expected}`);
    if (round >= 0) spent[name].push((user + system) / chunks);
  }
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const peers = { 'undici + JSON.parse': median(spent.floor), 'openai SDK': median(spent.sdk) };
for (const name of ['decode', 'turn'] as const) {
  const ours = median(spent[name]);
  const metric = name === 'decode' ? 'CPU per chunk, decoded' : 'CPU per chunk, to contract events';
  for (const [peerName, peer] of Object.entries(peers)) {
    const line = { bench: 'stream', metric, unit: 'us', ours, peer, peerName, ratio: ours / peer };
    console.log(JSON.stringify(line));
  }
}
child.kill();
await network.close();
await agent.close();
