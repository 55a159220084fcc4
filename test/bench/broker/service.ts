/**
 * A generative AI service: `max_tokens` chunks, the first after `argv[2]` ms, or (without `stream`) a whole answer at
 * once. Tells its port by IPC.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

const thinking = Number(process.argv[2]);
/** Chunks a write: about what arrives at once from a quick server over a real network. */
const together = 8;
const facts = {
  id: 'chatcmpl-0123456789abcdefghijklmnopqrstuv',
  created: 1_795_249_515,
  model: 'bench',
};

const event = (delta: object, finish: string | null): string =>
  `data: ${JSON.stringify({ ...facts, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

const server = createServer(async (request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ object: 'list', data: [{ id: 'bench', object: 'model' }] }));
    return;
  }
  const asked = (await json(request)) as { stream?: boolean; max_tokens?: number };
  if (asked.stream !== true) {
    const message = { role: 'assistant', content: 'An answer.' };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ ...facts, choices: [{ index: 0, message, finish_reason: 'stop' }] }),
    );
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  await delay(thinking);
  const chunks = asked.max_tokens ?? 1;
  for (let sent = 0; sent < chunks; sent += together) {
    let text = '';
    for (let at = sent; at < Math.min(sent + together, chunks); at += 1) {
      text += event({ content: ` word${at % 1000}` }, null);
    }
    if (!response.write(text)) await new Promise((resolve) => response.once('drain', resolve));
  }
  response.end(`${event({}, 'stop')}data: [DONE]\n\n`);
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.once('disconnect', () => process.exit(0));
