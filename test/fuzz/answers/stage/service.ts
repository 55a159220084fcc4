import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { begin, delta, type Script } from '../../../support/servers/fake-genai.ts';
import { type Payload, piecesOf } from '../payload.ts';

/** Milliseconds between two pieces: about a frame, so that each is drawn. */
const beat = 12;

/** A service that answers the name of a payload with the payload, in pieces. */
export function answering(payloads: readonly Payload[]): Script {
  const byName = new Map(payloads.map((payload) => [payload.name, payload]));
  return async (response, { body }) => {
    const { content } = (body.messages as { content: unknown }[]).at(-1) ?? { content: '' };
    // A question whose answer was blank goes along with the next one.
    const payload = byName.get(String(content).split('\n').at(-1) ?? '');
    begin(response);
    delta(response, { role: 'assistant', content: null });
    for (const piece of payload === undefined ? ['A title'] : piecesOf(payload)) {
      delta(response, { content: piece });
      await pause(beat);
    }
    delta(response, {}, 'stop');
    response.end('data: [DONE]\n\n');
  };
}

/** A server that nobody may ask. */
export interface Trap {
  readonly url: string;
  readonly asked: string[];
  close(): Promise<void>;
}

export async function startTrap(): Promise<Trap> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
