import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { patience } from '../support/patience.ts';
import { heapUsed } from '../support/processes/heap.ts';
import { says } from '../support/servers/fake-genai.ts';
import { programsWorld, question, type Reply, send } from '../support/work/programs-world.ts';

const seconds = Number(process.env.LOAD_SECONDS ?? '10');
const workers = 8;
const words = Array.from({ length: 50 }, (_, index) => `word-${index}`);
/** Bytes of the heap that what is bounded may still grow by: listed calls, compiled code. */
const slack = 4 * 1024 ** 2;

/** Processes that this one has started. */
function children(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === process.pid)
    .sort();
}

function parentOf(id: string): number {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    // it has ended meanwhile
    return 0;
  }
}

test(`${workers} at once for ${seconds} seconds: nothing is lost, no process stays, memory is flat`, {
  timeout: seconds * 1000 + patience(60_000),
}, async () => {
  const before = children();
  const { address, add, genai, call, close, events, system, asked } = await programsWorld();
  genai.usual = says(...words);
  const { headers } = await add({ paths: ['v1', 'mcp', 'web-api'] });
  const accept = 'application/json, text/event-stream';
  const tool = { name: 'machines', arguments: {} };
  const calls: Record<string, () => Promise<Reply>> = {
    'data: [DONE]': () =>
      send(`${address}/v1/chat/completions`, {
        ...{ method: 'POST', headers, body: { ...question, stream: true } },
      }),
    checkedAt: () =>
      send(`${address}/mcp`, {
        ...{ method: 'POST', headers: { ...headers, accept } },
        body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: tool },
      }),
    '/queues': () => send(`${address}/web-api/queues`, { headers }),
  };
  let sent = 0;
  let streamed = 0;
  const wrong: unknown[] = [];
  const run = async (until: number): Promise<void> => {
    while (performance.now() < until) {
      for (const [end, one] of Object.entries(calls)) {
        const reply = await one().catch((error: unknown) => ({
          ...{ status: 0, text: String(error), cut: true, after: performance.now() - started },
        }));
        sent += 1;
        const isStream = end === 'data: [DONE]';
        if (isStream) streamed += 1;
        const isWhole = !isStream || words.every((word) => reply.text.includes(`"${word}"`));
        if (reply.status !== 200 || reply.cut || !reply.text.includes(end) || !isWhole) {
          wrong.push(reply);
        }
      }
      // what the test itself keeps
      genai.forget();
      events.forget();
      asked.splice(0);
    }
  };
  const started = performance.now();
  const all = (until: number) => Promise.all(Array.from({ length: workers }, () => run(until)));
  await all(started + seconds * 200);
  const warm = heapUsed();
  await all(started + seconds * 1000);
  const grown = heapUsed() - warm;

  expect(wrong.slice(0, 3)).toEqual([]);
  expect(grown).toBeLessThan(slack);
  // Each call was written down, and each completion counted.
  await expect.poll(async () => (await call('programCalls.snapshot', undefined))[0]?.id).toBe(sent);
  const today = new Date().toISOString().slice(0, 4);
  const range = { systemId: system.id, from: `${today}-01-01`, to: `${today}-12-31` };
  const usage = await call('usage.snapshot', range);
  expect(usage.reduce((sum, { requests }) => sum + requests, 0)).toBe(streamed);
  const figures = { seconds, calls: sent, streamed, grownMb: grown / 1024 ** 2 };
  console.log(JSON.stringify(figures));
  await close();
  expect(children()).toEqual(before);
  await expect(send(`${address}/v1/models`, { headers })).rejects.toThrow();
});
