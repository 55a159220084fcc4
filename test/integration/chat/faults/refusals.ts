import { plain } from '../../../support/servers/fake-genai.ts';
import { done, type Fault, raw, thrice, told, twice, whole } from './scripts.ts';

/** Answers with another status than 200. */
export const refusals: Fault[] = [
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
    { state: 'failed', code: 'gateway-refused', details: { server: 'Unauthorized' } },
  ],
  ['401, no body', plain(401, ''), { state: 'failed', code: 'gateway-refused' }],
  [
    '403, detail',
    plain(403, { detail: 'no access' }),
    { state: 'failed', code: 'http-forbidden', details: { server: 'no access' } },
  ],
  [
    '404, flat',
    plain(404, { object: 'error', message: 'no such model' }),
    { state: 'failed', code: 'model-gone', details: { server: 'no such model' } },
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
