import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { startToolService } from '../../../support/servers/tool-service.ts';
import { nobody } from '../../../support/worlds/genai.ts';
import { toolServersWorld } from '../../../support/worlds/tool-servers.ts';

// Services of the generation 2026-07-28 that connect as they should, and go wrong while a tool runs.

const limits = { connectMs: 5_000, probeMs: 2_000, callMs: 1_500, longestCallMs: 3_000 };

/** Answers one call of a tool. @param id the call's, as JSON */
type Fault = (response: ServerResponse, id: string, request: IncomingMessage) => void;

/** A service whose first call of a tool goes wrong. */
async function serviceThat(fault: Fault) {
  let isFirst = true;
  const service = await startToolService((request, response, body) => {
    if (!isFirst || !body.includes('"tools/call"')) return false;
    isFirst = false;
    fault(response, JSON.stringify((JSON.parse(body) as { readonly id: unknown }).id), request);
    return true;
  });
  onTestFinished(() => service.close());
  const world = await toolServersWorld({ limits });
  const target = { kind: 'http' as const, url: service.url, certificate: false, headers: [] };
  const { id } = await world.door.toolServers.add({ name: 'test', systemId: null, target }, nobody);
  expect((await world.until(id, 'running')).running).toMatchObject({ protocol: '2026-07-28' });
  await world.allow('add');
  return { ...world, id, service };
}

const events = { 'content-type': 'text/event-stream' };
const json = { 'content-type': 'application/json' };
const result = (id: string, words: string): string =>
  `{"jsonrpc":"2.0","id":${id},"result":{"resultType":"complete","content":[{"type":"text","text":"${words}"}]}}`;
const event = (data: string): string => `event: message\ndata: ${data}\n\n`;
const notice = event(
  '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info"}}',
);

/** Writes the same until the other side has had enough, a server of the tests at most so many bytes. */
function pour(response: ServerResponse, piece: string, most = 200_000_000): void {
  let sent = 0;
  const more = (): void => {
    while (!response.destroyed && sent < most) {
      sent += piece.length;
      if (!response.write(piece)) {
        response.once('drain', more);
        return;
      }
    }
  };
  more();
}

const faults: readonly (readonly [string, Fault, RegExp])[] = [
  ['never answers', () => undefined, /timed out/],
  [
    'begins and says no more',
    (response) => {
      response.writeHead(200, events).flushHeaders();
    },
    /timed out/,
  ],
  [
    'sends comments for ever',
    (response) => {
      response.writeHead(200, events);
      const timer = setInterval(() => response.write(': well\n\n'), 20);
      response.once('close', () => clearInterval(timer));
    },
    /timed out/,
  ],
  [
    'answers another call only',
    (response) => {
      response.writeHead(200, json).end(result('"nobody"', 'of others'));
    },
    /timed out|no response|id/i,
  ],
  [
    'ends without an answer',
    (response) => {
      response.writeHead(200, events).end(notice);
    },
    /./,
  ],
  [
    'is cut off',
    (response) => {
      response.writeHead(200, events);
      response.write(event('{"jsonrpc":"2.0",').trimEnd());
      response.destroy();
    },
    /./,
  ],
  [
    'answers with no JSON',
    (response, id) => {
      response.writeHead(200, json).end(result(id, 'cut').slice(0, -4));
    },
    /JSON/,
  ],
  [
    'answers with a page',
    (response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in</h1>');
    },
    /content type|text\/html/i,
  ],
  [
    'fails with a page',
    (response) => {
      response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
    },
    /502|Bad gateway/,
  ],
  [
    'leads elsewhere',
    (response) => {
      response.writeHead(307, { location: 'http://127.0.0.2:9/mcp' }).end();
    },
    /./,
  ],
];

test.each(faults)(
  'a call of a tool whose service %s fails with a reason, and the next one works',
  async (_, fault, why) => {
    const { call } = await serviceThat(fault);
    await expect(call('test__add', { a: 2, b: 3 })).rejects.toThrow(why);
    expect(await call('test__add', { a: 2, b: 3 })).toBe('5');
  },
);

test.each<[string, Fault]>([
  [
    'messages without an end',
    (response) => {
      response.writeHead(200, events);
      pour(response, notice.repeat(200));
    },
  ],
  [
    'an answer of 9 MB',
    (response, id) => {
      response.writeHead(200, json).end(result(id, 'x'.repeat(9 * 1024 * 1024)));
    },
  ],
  [
    // no blank line, which alone ends an event, in any of the three kinds of line ends
    'one event without an end',
    (response) => {
      response.writeHead(200, events);
      pour(response, `data: ${'x'.repeat(100_000)}\n: waits\r\ndata: more\r`, 30_000_000);
    },
  ],
  [
    'one line without an end',
    (response) => {
      response.writeHead(200, events);
      pour(response, 'x'.repeat(100_000), 30_000_000);
    },
  ],
])('a service that sends %s is ended by name', async (_, fault) => {
  const { call, until, id } = await serviceThat(fault);
  await expect(call('test__add', { a: 2, b: 3 })).rejects.toThrow(/sent too much/);
  expect((await until(id, 'failed')).problem?.code).toBe('tool-server-flood');
});

test.each<[string, Fault]>([
  [
    'answers twice',
    (response, id) => {
      response.writeHead(200, events).end(event(result(id, '5')) + event(result(id, 'again')));
    },
  ],
  [
    'answers others before',
    (response, id) => {
      const others = ['null', '{"a":1}', '"nobody"', '-1', '99999'].map((one) =>
        event(result(one, 'of others')),
      );
      response.writeHead(200, events).end(others.join('') + event(result(id, '5')));
    },
  ],
  [
    'sends what is no message before',
    (response, id) => {
      const odd = ['[]', '7', 'null', '{}', '{"jsonrpc":"1.0"}', 'no JSON'].map(event);
      response.writeHead(200, events).end(odd.join('') + event(result(id, '5')));
    },
  ],
  [
    'sends its answer byte by byte, with a mark of byte order and ends of lines of all kinds',
    (response, id) => {
      response.writeHead(200, events);
      for (const byte of Buffer.from(`\ufeff: hi\r\rid: 1\r\ndata: ${result(id, '5')}\r\n\r\n`)) {
        response.write(Buffer.from([byte]));
      }
      response.end();
    },
  ],
])('a service that %s is answered with what was asked', async (_, fault) => {
  const { call } = await serviceThat(fault);
  expect(await call('test__add', { a: 2, b: 3 })).toBe('5');
});

test('what a service answers after a call was stopped goes nowhere', async () => {
  const came: { answer?: () => void } = {};
  const begun = new Promise<void>((resolve) => {
    came.answer = resolve;
  });
  let late = (): void => undefined;
  const closed = new Promise<void>((resolve) => {
    late = resolve;
  });
  const { call, list } = await serviceThat((response, id) => {
    response.writeHead(200, events).flushHeaders();
    response.once('close', () => {
      // nobody reads it any more
      response.write(event(result(id, 'too late')));
      late();
    });
    came.answer?.();
  });
  const abort = new AbortController();
  const stopped = call('test__add', { a: 2, b: 3 }, { signal: abort.signal });
  await begun;
  abort.abort();
  await expect(stopped).rejects.toThrow(/./);
  await closed;
  expect(await call('test__add', { a: 20, b: 3 })).toBe('23');
  expect(await list()).toMatchObject([{ state: 'running' }]);
});
