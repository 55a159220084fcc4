/**
 * Memory: sending a body of nearly 32 MB (goal: peak under 3 x the body), and receiving 1,000,000
 * tokens in one answer (goal: resident memory within 50 MB of before). Measured in this process, which
 * is main in small; the server is another.
 */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { defaultConnection } from '../../main/base/network/index.ts';
import { defaultLimits, runCompletion } from '../../main/chat/service/completion.ts';
import type { CompletionListener } from '../../main/chat/service/index.ts';
import { startTurn } from '../../main/chat/turns/turn/turn.ts';
import { testNetwork } from '../support/worlds/network.ts';
import { emptyAnswer } from './answer.ts';

const megabyte = 1024 * 1024;
const tokens = 1_000_000;
// A space and a number, 3.9 characters each: an answer ends at 4,000,000 of them (main/chat/service/stream/answer-limit.ts).
const told = [String(tokens), ' '];
const child = fork(fileURLToPath(new URL('stream-server.ts', import.meta.url)), told);
const [port] = (await once(child, 'message')) as [number];
const url = `http://127.0.0.1:${port}/v1/chat/completions`;
const network = testNetwork({ env: {} });
const now = (): Date => new Date();
const collect = (): void => {
  for (let round = 0; round < 3; round += 1) globalThis.gc?.();
};
const rss = (): number => process.memoryUsage.rss();
const print = (metric: string, ours: number, peer: number, peerName: string): void =>
  console.log(
    JSON.stringify({
      bench: 'body',
      metric,
      unit: 'MB',
      ours: ours / megabyte,
      peer: peer / megabyte,
      peerName,
      ratio: ours / peer,
    }),
  );

function send(content: string, listener: CompletionListener, signal: AbortSignal) {
  const server = {
    url,
    key: 'key',
    connection: defaultConnection(),
    streamOptions: { taken: true },
  };
  const messages = [{ role: 'user' as const, content }];
  return runCompletion(network, server, { model: 'bench', messages }, listener, {
    signal,
    limits: { ...defaultLimits, request: 600_000 },
    now,
  });
}

/** The most that is resident while `work` runs, beyond what was before. */
async function peakOf(work: () => Promise<unknown>): Promise<number> {
  collect();
  const before = rss();
  let most = before;
  const look = setInterval(() => {
    most = Math.max(most, rss());
  }, 2);
  try {
    await work();
  } finally {
    clearInterval(look);
  }
  return Math.max(most, rss()) - before;
}

const stopAtFirst = async (content: string): Promise<void> => {
  const stop = new AbortController();
  const listener = { content: () => stop.abort() };
  await send(content, listener, stop.signal).catch((error: unknown) => {
    if (!stop.signal.aborted) throw error;
  });
};
await stopAtFirst('warm');
const size = 31 * megabyte;
const body = 'x'.repeat(size);
print(
  'peak while a body of 31 MB is sent',
  await peakOf(() => stopAtFirst(body)),
  3 * size,
  'three bodies',
);

async function receive(): Promise<void> {
  let length = 0;
  let state: string = 'none';
  await startTurn({
    answer: emptyAnswer,
    ask: (listener, signal) => send('go', listener, signal),
    store: { journal: async () => undefined, finish: async () => undefined },
    now,
    log: { info: () => undefined, error: (event, cause) => console.error(event, cause) },
    onDelta(content) {
      length += content.length;
    },
    onEnd: (message) => {
      state = message.state;
    },
  }).ended;
  if (state !== 'complete') throw new Error(`the answer is ${state}: ${length} characters came`);
}
await receive();
collect();
const before = rss();
await receive();
collect();
print(
  'resident after 1,000,000 tokens, beyond before',
  Math.max(0, rss() - before),
  50 * megabyte,
  '50 MB',
);
child.kill();
await network.close();
