/** Streams argv[2] chunks of a chat completion, each with argv[3] and a number, to whoever asks; tells its port by IPC. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const chunks = Number(process.argv[2]);
const word = process.argv[3] ?? ' word';
/** Chunks a write: about what arrives at once from a quick server over a real network. */
const together = 8;

const facts = {
  created: 1_795_249_515,
  id: 'chatcmpl-0123456789abcdefghijklmnopqrstuv',
  model: 'bench',
  system_fingerprint: 'b10587-3f545becc',
  object: 'chat.completion.chunk',
};
const event = (delta: object, finish: string | null): string =>
  `data: ${JSON.stringify({ choices: [{ finish_reason: finish, index: 0, delta }], ...facts })}\n\n`;

const server = createServer(async (request, response) => {
  request.resume();
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (let sent = 0; sent < chunks; sent += together) {
    let text = '';
    for (let at = sent; at < Math.min(sent + together, chunks); at += 1) {
      text += event({ content: `${word}${at % 1000}` }, null);
    }
    if (!response.write(text)) await new Promise((resolve) => response.once('drain', resolve));
  }
  response.end(`${event({}, 'stop')}data: [DONE]\n\n`);
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.once('disconnect', () => process.exit(0));
