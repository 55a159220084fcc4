/**
 * Scripts of a server that fails in every way known, each through the whole of chat: what the user is
 * told, that nothing received is lost, and that the next message works.
 */
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Message } from '../../preload/contract/chat.ts';
import { chatWorld } from '../support/chat.ts';
import { begin, delta, plain, type Script } from '../support/fake-genai.ts';

interface Expected {
  readonly state: Message['state'];
  readonly code?: string;
  readonly content?: string;
  readonly reasoning?: string;
  readonly details?: object;
}
type Fault = readonly [name: string, scripts: Script | readonly Script[], expected: Expected];

/** A first 400 or 422 may be about `stream_options`, so it is asked once more without. */
const twice = (script: Script): Script[] => [script, script];
const thrice = (script: Script): Script[] => [script, script, script];
const raw =
  (text: string | Uint8Array, headers: Record<string, string> = {}): Script =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', ...headers });
    response.end(text);
  };
const told = (text: string): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: text } }] })}\n\n`;
const done = `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`;
const after =
  (end: (response: ServerResponse) => void): Script =>
  async (response) => {
    begin(response);
    await new Promise<void>((resolve) => response.write(told('part'), () => resolve()));
    end(response);
  };
/** Closes once the text has been delivered, so that what was sent has arrived. */
const reset: Script = (response) => {
  begin(response);
  response.write(told('part'));
  setTimeout(() => response.socket?.resetAndDestroy(), 100);
};
const nothing = (): void => undefined;
const cut: Expected = { state: 'interrupted', code: 'stream-interrupted', content: 'part' };
const whole: Expected = { state: 'complete', content: 'answer' };

const refusals: Fault[] = [
  [
    '400, an object',
    twice(plain(400, { error: { message: 'bad field' } })),
    { state: 'failed', code: 'http-status', details: { status: 400, server: 'bad field' } },
  ],
  [
    '400, context overflow by code',
    plain(400, { error: { message: 'too long', code: 'context_length_exceeded' } }),
    { state: 'failed', code: 'context-overflow' },
  ],
  [
    '400, context overflow in words',
    plain(400, { error: "This model's maximum context length is 8 tokens" }),
    { state: 'failed', code: 'context-overflow', details: { contextLength: 8 } },
  ],
  [
    '400, images in words',
    plain(400, { error: 'image input is not supported' }),
    { state: 'failed', code: 'image-not-supported' },
  ],
  [
    '401, a text',
    plain(401, { error: 'Unauthorized' }),
    { state: 'failed', code: 'http-unauthorized', details: { server: 'Unauthorized' } },
  ],
  ['401, no body', plain(401, ''), { state: 'failed', code: 'http-unauthorized' }],
  [
    '403, detail',
    plain(403, { detail: 'no access' }),
    { state: 'failed', code: 'http-forbidden', details: { server: 'no access' } },
  ],
  [
    '404, flat',
    plain(404, { object: 'error', message: 'no such model' }),
    { state: 'failed', code: 'http-not-found', details: { server: 'no such model' } },
  ],
  ['405', plain(405, ''), { state: 'failed', code: 'http-status', details: { status: 405 } }],
  [
    '408 three times',
    thrice(plain(408, 'slow')),
    { state: 'failed', code: 'http-status', details: { status: 408 } },
  ],
  ['408, then an answer', [plain(408, 'slow'), raw(told('answer') + done)], whole],
  [
    '409',
    plain(409, { message: 'conflict' }),
    { state: 'failed', code: 'http-status', details: { server: 'conflict' } },
  ],
  ['413', plain(413, 'Request Entity Too Large'), { state: 'failed', code: 'request-too-large' }],
  [
    '413, a page',
    plain(413, '<html><body><h1>413</h1></body></html>'),
    { state: 'failed', code: 'request-too-large', details: { server: '413' } },
  ],
  [
    '418',
    plain(418, { error: { message: 'teapot' } }),
    { state: 'failed', code: 'http-status', details: { status: 418 } },
  ],
  [
    '422, a list',
    twice(plain(422, { detail: [{ loc: ['body', 'seed'], msg: 'not a number' }] })),
    { state: 'failed', code: 'http-status', details: { server: 'body.seed: not a number' } },
  ],
  [
    '429 three times',
    thrice(plain(429, { error: 'slow down' })),
    { state: 'failed', code: 'http-rate-limited', details: { server: 'slow down' } },
  ],
  [
    '429 with a long Retry-After',
    plain(429, 'later', { 'retry-after': '3600' }),
    { state: 'failed', code: 'http-rate-limited', details: { retryAfter: 3600 } },
  ],
  [
    '429 with no wait, then an answer',
    [plain(429, 'later', { 'retry-after': '0' }), raw(told('answer') + done)],
    whole,
  ],
  [
    '500',
    plain(500, { error: { message: 'oops' } }),
    { state: 'failed', code: 'http-status', details: { status: 500, server: 'oops' } },
  ],
  [
    '500, a page',
    plain(500, '<!doctype html><title>x</title><p>Down</p>'),
    { state: 'failed', code: 'http-status', details: { server: 'x Down' } },
  ],
  [
    '502 three times, a page',
    thrice(plain(502, '<html>Bad Gateway</html>', { 'content-type': 'text/html' })),
    { state: 'failed', code: 'http-status', details: { server: 'Bad Gateway' } },
  ],
  ['502, 504, then an answer', [plain(502, ''), plain(504, ''), raw(told('answer') + done)], whole],
  [
    '503 three times',
    thrice(plain(503, { error: { message: 'Loading model' } })),
    { state: 'failed', code: 'http-status', details: { server: 'Loading model' } },
  ],
  [
    '504 three times',
    thrice(plain(504, '')),
    { state: 'failed', code: 'http-status', details: { status: 504 } },
  ],
  ['507', plain(507, ''), { state: 'failed', code: 'http-status', details: { status: 507 } }],
  ['a body of zeros', twice(plain(400, '\0\0\0')), { state: 'failed', code: 'http-status' }],
  [
    'a refusal that never ends',
    twice((response) => void response.writeHead(400).write('{"error":"begun')),
    { state: 'failed', code: 'http-status' },
  ],
  [
    'a redirect elsewhere',
    plain(302, '', { location: 'https://example.invalid/' }),
    { state: 'failed', code: 'http-redirect-refused' },
  ],
  [
    'a redirect to a page for signing in',
    [plain(303, '', { location: '/login' }), plain(200, '<html>Sign in</html>')],
    { state: 'failed', code: 'answer-not-json', details: { server: 'Sign in' } },
  ],
];

const streams: Fault[] = [
  ['a clean end without a finish', after((response) => response.end()), cut],
  ['a reset in mid-stream', reset, cut],
  ['a silence in mid-stream', after(nothing), { ...cut, details: { reason: 'silent' } }],
  ['half an event', after((response) => response.end('data: {"choices":[{"del')), cut],
  [
    'half a character',
    after((response) => response.end(Buffer.from([0x64, 0x61, 0x74, 0x61, 0x3a, 0xe3, 0x81]))),
    cut,
  ],
  [
    'bad JSON',
    after((response) => response.end('data: {nope}\n\n')),
    { state: 'failed', code: 'stream-error', content: 'part', details: { reason: 'not-json' } },
  ],
  [
    'an error event',
    after((response) => response.end('data: {"error":{"message":"out of memory"}}\n\n')),
    {
      state: 'failed',
      code: 'stream-error',
      content: 'part',
      details: { server: 'out of memory' },
    },
  ],
  [
    'an error event, then [DONE]',
    after((response) => response.end('data: {"error":"broken"}\n\ndata: [DONE]\n\n')),
    { state: 'failed', code: 'stream-error', content: 'part' },
  ],
  [
    'an error event of its own name',
    after((response) => response.end('event: error\ndata: {"message":"named"}\n\n')),
    { state: 'failed', code: 'stream-error', content: 'part', details: { server: 'named' } },
  ],
  [
    'an overflow as an event',
    after((response) =>
      response.end(
        'data: {"error":{"message":"x","type":"exceed_context_size_error","n_ctx":512}}\n\n',
      ),
    ),
    { state: 'failed', code: 'context-overflow', content: 'part', details: { contextLength: 512 } },
  ],
  [
    'events of nothing',
    after((response) => response.end(`data: null\n\ndata: 7\n\ndata: []\n\n${done}`)),
    { state: 'complete', content: 'part' },
  ],
  [
    'choices that are null',
    after((response) =>
      response.end(`data: {"choices":[null]}\n\ndata: {"choices":null}\n\n${done}`),
    ),
    { state: 'complete', content: 'part' },
  ],
  [
    'a delta that is null',
    after((response) => response.end(`data: {"choices":[{"index":0,"delta":null}]}\n\n${done}`)),
    { state: 'complete', content: 'part' },
  ],
  [
    'no [DONE] and an open line',
    after((response) => response.write(done.split('data: [DONE]')[0] ?? '')),
    { state: 'complete', content: 'part' },
  ],
  ['more after [DONE]', raw(`${told('answer')}${done}${told('too late')}`), whole],
  ['[DONE] and nothing else', raw('data: [DONE]\n\n'), { state: 'complete', content: '' }],
  [
    'a finish and a reset',
    after((response) => {
      response.write(done.split('data: [DONE]')[0] ?? '');
      setTimeout(() => response.socket?.resetAndDestroy(), 100);
    }),
    { state: 'complete', content: 'part' },
  ],
  [
    'comments between events',
    raw(`: hello\n\n${told('ans')}: ping\n\n${told('wer')}:\n\n${done}`),
    whole,
  ],
  ['carriage returns', raw((told('answer') + done).replaceAll('\n', '\r\n')), whole],
  ['lone carriage returns', raw((told('answer') + done).replaceAll('\n', '\r')), whole],
  [
    'separators of lines that are none',
    raw(told('a\u2028b\u2029c\u0085d') + done),
    { state: 'complete', content: 'a\u2028b\u2029c\u0085d' },
  ],
  ['a byte order mark', raw(`\ufeff${told('answer')}${done}`), whole],
  [
    'an event of 800 KB',
    raw(told('x'.repeat(800_000)) + done),
    { state: 'complete', content: 'x'.repeat(800_000) },
  ],
  [
    'an event past 8 MB',
    raw(told('x'.repeat(9_000_000)) + done),
    { state: 'failed', code: 'answer-too-large' },
  ],
  [
    'reasoning, then a cut',
    (response) => {
      begin(response);
      delta(response, { reasoning_content: 'thinking' });
      response.end();
    },
    { state: 'interrupted', code: 'stream-interrupted', content: '', reasoning: 'thinking' },
  ],
  [
    'a cut by the limit of the answer',
    (response) => {
      begin(response);
      delta(response, { content: 'answer' }, 'length');
      response.end('data: [DONE]\n\n');
    },
    whole,
  ],
  [
    'a finish reason of its own',
    (response) => {
      begin(response);
      delta(response, { content: 'answer' }, 'eos_token');
      response.end();
    },
    whole,
  ],
];

const answers: Fault[] = [
  [
    'silence before anything',
    () => undefined,
    { state: 'interrupted', code: 'stream-interrupted', details: { reason: 'request-limit' } },
  ],
  [
    'slow headers',
    (response) =>
      void setTimeout(
        () =>
          response
            .writeHead(200, { 'content-type': 'text/event-stream' })
            .end(told('answer') + done),
        400,
      ),
    whole,
  ],
  [
    'a reset before headers, three times',
    thrice((response) => void response.socket?.resetAndDestroy()),
    { state: 'failed', code: 'network-reset' },
  ],
  [
    'a reset before headers, then an answer',
    [(response) => void response.socket?.resetAndDestroy(), raw(told('answer') + done)],
    whole,
  ],
  [
    'an empty answer, three times',
    thrice(raw('')),
    { state: 'interrupted', code: 'stream-interrupted', content: '' },
  ],
  ['gzip', raw(gzipSync(told('answer') + done), { 'content-encoding': 'gzip' }), whole],
  [
    'gzip that is cut',
    thrice(raw(gzipSync(told('answer') + done).subarray(0, 40), { 'content-encoding': 'gzip' })),
    { state: 'interrupted', code: 'stream-interrupted' },
  ],
  [
    'gzip that is none',
    thrice(raw(told('answer') + done, { 'content-encoding': 'gzip' })),
    { state: 'interrupted', code: 'stream-interrupted', content: '' },
  ],
  [
    'a page with status 200',
    plain(200, '<html><body>Maintenance</body></html>', { 'content-type': 'text/html' }),
    { state: 'failed', code: 'answer-not-json', details: { server: 'Maintenance' } },
  ],
  [
    'plain text with status 200',
    plain(200, 'hello', { 'content-type': 'text/plain' }),
    { state: 'failed', code: 'answer-not-json' },
  ],
  [
    'an error with status 200',
    plain(200, { error: { message: 'queue full' } }),
    { state: 'failed', code: 'stream-error', details: { server: 'queue full' } },
  ],
  ['JSON of another shape', plain(200, { ok: true }), { state: 'failed', code: 'answer-shape' }],
  [
    'a completion that came whole',
    plain(200, { choices: [{ message: { content: 'answer' }, finish_reason: 'stop' }] }),
    whole,
  ],
  [
    'events under the wrong type',
    raw(told('answer') + done, { 'content-type': 'application/json' }),
    whole,
  ],
  ['events under no type', raw(told('answer') + done, { 'content-type': '' }), whole],
  [
    'half of a completion',
    plain(200, '{"choices":[{"message":{"con'),
    { state: 'failed', code: 'answer-not-json' },
  ],
];

const faults = [...refusals, ...streams, ...answers];

test.concurrent.each(faults)(
  '%s',
  async (_, scripts, { state, code, content, reasoning, details }) => {
    await using own = await chatWorld({ limits: { idle: 300, afterFinish: 100, request: 4000 } });
    const id = await own.conversation();
    own.fake.queue(...(Array.isArray(scripts) ? (scripts as Script[]) : [scripts as Script]));
    const answer = await own.ask(id, 'go');
    expect({ state: answer.state, code: answer.problem?.code }).toEqual({
      state,
      code: code ?? (state === 'complete' ? undefined : answer.problem?.code),
    });
    if (content !== undefined) expect(answer.content).toBe(content);
    if (reasoning !== undefined) expect(answer.reasoning).toBe(reasoning);
    if (details !== undefined) expect(answer.problem?.details).toMatchObject(details);

    // What was shown is what is kept, and what a second window sees.
    const { messages } = await (await own.restart()).calls.open({ id }, { id: 'second' });
    expect(messages.at(-1)).toEqual(answer);
    own.fake.queue((response, request) => own.fake.usual(response, request));
    expect(await own.ask(id, 'next')).toMatchObject({ state: 'complete', content: 'Hello there.' });
  },
);

test('there are sixty of them at least, and each has its own name', () => {
  expect(new Set(faults.map(([name]) => name)).size).toBe(faults.length);
  expect(faults.length).toBeGreaterThanOrEqual(60);
});
