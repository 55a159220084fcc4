import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ErrorBody,
  findError,
  plainLine,
  readErrorMessage,
  readRefusal,
  readRetryAfter,
  withoutSecrets,
} from '../../../../main/base/network/refusal/index.ts';
import { statusError } from '../../../../main/chat/service/errors.ts';
import { capture, captureNames, capturesPresent } from '../../../support/files/captures.ts';
import { hostileTexts } from '../../../support/files/hostile-texts.ts';

const answer = (body: string | Uint8Array, type = ''): ErrorBody => ({
  headers: type === '' ? {} : { 'content-type': type },
  body: typeof body === 'string' ? Buffer.from(body) : body,
});
const said = (body: string | Uint8Array, type = '', secrets: string[] = []) =>
  readErrorMessage(answer(body, type), secrets).text;
const json = 'application/json';

describe('the words of an answer', () => {
  test.each([
    ['{"message":"no such user"}', json, 'no such user'],
    ['{"error":{"message":"no","type":"t","code":null}}', json, 'no'],
    ['{"error":"Unauthorized"}', '', 'Unauthorized'],
    ['{"error":"Not Found","message":"no such path"}', '', 'no such path'],
    ['{"error":"invalid_client","error_description":"who?"}', '', 'invalid_client: who?'],
    ['{"object":"error","message":"bad","code":400}', '', 'bad'],
    ['{"errorMessage":"Client app already exists"}', '', 'Client app already exists'],
    ['{"detail":"Not authenticated"}', '', 'Not authenticated'],
    ['{"detail":[{"loc":["body",0,"m"],"msg":"required"}]}', '', 'body.0.m: required'],
    ['{"title":"Gone","detail":"since June"}', 'application/problem+json', 'since June'],
    ['{"errors":[{"message":"one"},{"message":"two"}]}', '', 'one; two'],
    ['[{"message":"one"}]', '', 'one'],
    ['"only a text"', json, 'only a text'],
    ['{"other":1}', json, '{"other":1}'],
    ['{"error":{"reason":1}}', '', '{"error":{"reason":1}}'],
    ['{hello}', '', '{hello}'],
    ['[error] no upstream', '', '[error] no upstream'],
    ['plain\n\nwords', 'text/plain', 'plain words'],
    ['a < b and b > a', 'text/plain', 'a < b and b > a'],
    [
      '<p>a &lt;b&gt; &amp; &#x41;&nbsp;c &bogus; &#0;</p>',
      'text/html',
      'a <b> & A c &bogus; &#0;',
    ],
    ['<!DOCTYPE html><head><title>T</title></head><body><script>x()</script></body>', '', 'T'],
    ['<h1>Not here</h1>', '', 'Not here'],
    ['<a title="1 > 0">link</a> 1 < 2', 'text/html', 'link 1 < 2'],
    ['<!-- <p>no</p> -->yes', 'text/html', 'yes'],
    [
      '<!doctype html><head><style>b{}</style><title>502 Bad Gateway</title></head><h1>nginx</h1>',
      '',
      '502 Bad Gateway nginx',
    ],
    [
      '<html><head><title>400 No certificate</title></head><h1>400 Bad Request</h1>No certificate',
      '',
      '400 Bad Request No certificate',
    ],
    ['', 'text/html', ''],
    ['', '', ''],
  ])('in %s (%s): %s', (body, type, words) => {
    expect(said(body, type)).toBe(words);
  });

  test('are read from JSON that goes on for longer than is read', () => {
    const input = 'x'.repeat(100_000);
    expect(said(JSON.stringify({ detail: [{ loc: ['body'], msg: 'required', input }] }))).toBe(
      'body: required',
    );
    expect(said(JSON.stringify({ error: { message: 'first', input } }))).toBe('first');
    expect(said(JSON.stringify({ error: { message: input } }))).toMatch(/^x{999}…$/);
  });

  test('end where the body ends', () => {
    const whole = '{"error":{"message":"a \\"b\\" \\u0041\\ud83d\\ude00","type":"t","n_ctx":4096}}';
    for (let end = 0; end <= whole.length; end++) {
      const words = readErrorMessage(answer(whole.slice(0, end)));
      if (end > 22) expect('a "b" A😀'.startsWith(words.text.replace('\ufffd', ''))).toBe(true);
    }
    expect(readErrorMessage(answer(whole))).toMatchObject({ type: 't', contextLength: 4096 });
  });

  test.each([
    ['text/html; charset=Shift_JIS', [0x8d, 0x82, 0x82, 0xa2], '高い'],
    ['text/plain; charset="EUC-JP"', [0xb9, 0xe2, 0xa4, 0xa4], '高い'],
    ['text/plain', [0xff, 0xfe, 0xd8, 0x9a, 0x44, 0x30], '高い'],
    ['text/plain; charset=nonsense', [...Buffer.from('高い')], '高い'],
    ['text/plain; charset=utf-8', [0x61, 0xff, 0x62], 'a\ufffdb'],
    [
      'text/html',
      [...Buffer.from('<html><meta charset="shift_jis">'), 0x8d, 0x82, 0x82, 0xa2],
      '高い',
    ],
    ['text/html', [...Buffer.from('<meta charset=utf-16>'), 0x61], 'a'],
  ])('of %s are decoded', (type, bytes, words) => {
    expect(said(Uint8Array.from(bytes), type)).toBe(words);
  });

  test('are one line in the order in which it was sent, cut at 1,000 characters', () => {
    expect(plainLine(' a\r\n\tb\u0000\u202ec\u2066 ')).toBe('a b c');
    expect(said('x'.repeat(5000))).toHaveLength(1000);
    expect(plainLine(`${'x'.repeat(998)}😀y`)).toBe(`${'x'.repeat(998)}\ufffd…`);
  });

  test('do not repeat a secret of the request, not even a part that a cut left', () => {
    const key = 'sk-0123456789abcdef';
    expect(said(`{"error":"bad key ${key}"}`, json, [key])).toBe('bad key …');
    for (let part = 1; part <= key.length; part++) {
      const start = `<html>${' '.repeat(4096 - 6 - part)}`;
      expect(said(`${start}${key}${' '.repeat(100)}`, '', [key])).toBe('…');
    }
    expect(findError({ error: { message: key } }, [key])?.text).toBe('…');
  });
});

describe('an error in a value', () => {
  test('a completion is none', () => {
    expect(findError({ choices: [], error: null })).toBeNull();
    expect(findError({ choices: [{ message: {} }], message: 'x' })).toBeNull();
    expect(findError({ error: false })).toBeNull();
    expect(findError([1])).toBeNull();
    expect(findError('error')).toBeNull();
  });

  test('without a sentence it is told as it is', () => {
    expect(findError({ error: { reason: 1 } })?.text).toBe('{"reason":1}');
    expect(findError({ error: 42 })?.text).toBe('42');
    expect(findError({ error: true, detail: 'no' })?.text).toBe('no');
  });
});

describe('a refusal', () => {
  const refused = (status: number, headers: Record<string, string> = {}, body = '') =>
    readRefusal(
      { status, headers, body: Buffer.from(body), url: 'https://api.example:8443/status/' },
      { now: new Date('2026-01-01T00:00:00Z') },
    );

  test.each([
    [304, 'http-status', false],
    [400, 'http-status', false],
    [401, 'http-unauthorized', false],
    [403, 'http-forbidden', false],
    [404, 'http-not-found', false],
    [408, 'http-status', true],
    [425, 'http-status', true],
    [429, 'http-rate-limited', true],
    [500, 'http-status', true],
    [503, 'http-status', true],
  ])('of %i is %s', (status, code, retryable) => {
    const details = { host: 'api.example:8443', status };
    expect(refused(status)).toMatchObject({ code, retryable, details });
    expect(refused(status, {}, 'because').details).toEqual({ ...details, server: 'because' });
  });

  test('asks for a pause in seconds or until a date', () => {
    expect(refused(429, { 'retry-after': '120' }).details.retryAfter).toBe(120);
    const now = new Date('2026-01-01T00:00:00Z');
    const read = (value?: string) => readRetryAfter(value, now);
    expect(read('Thu, 01 Jan 2026 00:01:30 GMT')).toBe(90);
    expect(read('Thursday, 01-Jan-26 00:01:30 GMT')).toBe(90);
    expect(read('Wed, 31 Dec 2025 00:00:00 GMT')).toBe(0);
    expect(read(' 7 ')).toBe(7);
    for (const none of [undefined, '', 'soon', '-5', '1,5', '0x10']) expect(read(none)).toBeNull();
    expect(read('9'.repeat(500))).toBe(366 * 24 * 60 * 60);
    expect(read('Fri, 31 Dec 9999 23:59:59 GMT')).toBe(366 * 24 * 60 * 60);
  });

  const now = new Date('2026-01-01T00:00:00Z');
  const epoch = now.getTime() / 1000;
  const pauseOf = (status: number, headers: Record<string, string>, body = '') =>
    readRefusal(
      { status, headers, body: Buffer.from(body), url: 'https://api.example/v1' },
      { now },
    ).details.retryAfter;
  const error = (message: string, more: object = {}) =>
    JSON.stringify({ error: { message, ...more } });

  const pauses: readonly (readonly [number | undefined, Record<string, string>, string?])[] = [
    [2, { 'retry-after': '1.5' }],
    [90, { 'retry-after': '1m30s' }],
    [30, { 'retry-after': '30 seconds' }],
    [30, { 'retry-after': '2026-01-01T00:00:30Z' }],
    [45, { 'retry-after': String(epoch + 45) }],
    [1, { 'retry-after-ms': '6' }],
    [21, { 'retry-after': '20', 'retry-after-ms': '20123' }],
    [3, { 'x-ms-retry-after-ms': '2500' }],
    [12, { 'x-retry-after': '12' }],
    [5, { date: 'Thu, 01 Jan 2026 01:00:00 GMT', 'retry-after': 'Thu, 01 Jan 2026 01:00:05 GMT' }],
    // OpenAI: both are sent, and one of them is used up
    [
      90,
      {
        'x-ratelimit-remaining-requests': '0',
        'x-ratelimit-reset-requests': '1m30s',
        'x-ratelimit-remaining-tokens': '149984',
        'x-ratelimit-reset-tokens': '6m0s',
      },
    ],
    [1, { 'x-ratelimit-reset-requests': '6ms' }],
    [360, { 'x-ratelimit-reset-requests': '6ms', 'x-ratelimit-reset-tokens': '6m0s' }],
    [50, { 'ratelimit-reset': '50' }],
    [50, { 'ratelimit-reset': String(epoch + 50) }],
    [50, { 'x-ratelimit-reset': String(epoch + 50) }],
    [50, { 'x-ratelimit-reset': String((epoch + 50) * 1000) }],
    [50, { 'x-rate-limit-reset': '50' }],
    [2, { 'x-ratelimit-reset-after': '1.25' }],
    [50, { ratelimit: 'limit=100, remaining=0, reset=50' }],
    [50, { ratelimit: '"day";r=0;t=50' }],
    [30, { 'anthropic-ratelimit-requests-reset': '2026-01-01T00:00:30Z' }],
    [20, {}, error('Rate limit reached for m. Please try again in 20s. Visit the site.')],
    [73, {}, error('Please try again in 1m12.5s.')],
    [1, {}, error('Please try again in 6ms.')],
    [30, {}, error('Too many requests, retry after 30 seconds')],
    [30, {}, 'retry after 30'],
    [125, {}, error('Please wait 2 minutes and 5 seconds before retrying.')],
    [7200, {}, error('Quota resets in 2h')],
    [20, {}, error('20 秒後に再試行してください。')],
    [90, {}, error('1分30秒お待ちください。')],
    [17, {}, error('slow down', { retry_after: 17 })],
    [18, {}, error('slow down', { retry_after: '17.2' })],
    [2, {}, error('slow down', { retry_after_ms: 1500 })],
    [34, {}, error('quota', { details: [{ '@type': 'RetryInfo', retryDelay: '33.5s' }] })],
    [9, {}, '{"detail":"no","retryAfter":9}'],
    // the longest that is said counts
    [20, { 'retry-after': '1' }, error('Please try again in 20s')],
    // nothing is said
    [undefined, {}, error('At most 3 requests per 60 seconds are allowed')],
    [undefined, {}, error('The answer took 20s')],
    [undefined, {}, error('try again in a while')],
    [undefined, { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0' }],
    [366 * 24 * 3600, { 'ratelimit-reset': '99999999999999' }],
  ];
  test.each(pauses.map(([expected, headers, body = '']) => [expected, headers, body] as const))(
    'asks for %s s by %j %s',
    (expected, headers, body) => {
      expect(pauseOf(429, headers, body)).toBe(expected);
    },
  );

  test('limits that are not reached ask for no pause, and a request that is wrong for none by words', () => {
    expect(pauseOf(500, { 'x-ratelimit-reset-requests': '1m30s' })).toBeUndefined();
    expect(pauseOf(400, {}, error('Please try again in 20s'))).toBeUndefined();
    expect(pauseOf(503, {}, error('Please try again in 20s'))).toBe(20);
  });
});

describe('a short key', () => {
  const words = (text: string, key: string) => said(text, '', [key]);
  test.each(['x', 'sk', 'none', 'EMPTY', 'dummy', 'abc1234'])(
    '%s takes nothing out of words',
    (key) => {
      const text = `${key}exceeds ${key} the next tokens: request (3031 tokens) none dummy`;
      expect(words(text, key)).toBe(text);
    },
  );

  test.each([
    ['Authorization: Bearer x was refused', 'Authorization: Bearer … was refused'],
    ['Incorrect API key provided: x.', 'Incorrect API key provided: ….'],
    ['{"detail":{"api_key":"x","max":"next"}}', '{"detail":{"api_key":"…","max":"next"}}'],
    ['key=x&x=1', 'key=…&x=1'],
  ])('is taken out where it is named: %s', (text, clean) => {
    expect(withoutSecrets(text, ['x'])).toBe(clean);
  });

  test('a refusal for its length is understood with it', () => {
    const body = JSON.stringify({
      error: {
        code: 400,
        message:
          'request (3031 tokens) exceeds the available context size (1024 tokens), try increasing it',
        type: 'exceed_context_size_error',
      },
    });
    const refusal = {
      ...{ status: 400, headers: { 'content-type': json }, url: 'https://api.example/v1' },
      body: Buffer.from(body),
    };
    const { code, details } = statusError(refusal, { secrets: ['x'], model: 'm' });
    expect([code, details.server]).toEqual([
      'context-overflow',
      'request (3031 tokens) exceeds the available context size (1024 tokens), try increasing it',
    ]);
  });
});

describe('what nobody sends by accident', () => {
  test('is read in one go over its start: a megabyte of it takes no time', () => {
    for (const [name, text] of hostileTexts(1024 * 1024)) {
      for (const type of ['text/html', json]) {
        const before = process.threadCpuUsage();
        const words = said(text, type);
        const { user, system } = process.threadCpuUsage(before);
        // µs of processor time: of 64 KB some of these took seconds.
        expect(user + system, name).toBeLessThan(250_000);
        expect(words.length, name).toBeLessThanOrEqual(1000);
      }
    }
  });

  test('ends in a line of text, whatever it is', () => {
    const pieces = fc.oneof(
      fc.constantFrom('<', '>', '<!--', '-->', '<script', '</script>', '<title>', '&#x', ';', '"'),
      fc.constantFrom('{', '[', '"error":', '"message":', ',', ']', '}', '\\', '\\u', ':', 'null'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), fc.boolean(), (some, html) => {
        const words = said(some.join(''), html ? 'text/html' : json);
        expect(words).not.toMatch(/[\p{Cc}\p{Cs}]/u);
        expect(words).toBe(words.trim());
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.string(), (bytes, type) => {
        expect(said(bytes, type).length).toBeLessThanOrEqual(1000);
      }),
    );
  });

  test('JSON that is JSON is read as JSON', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.string(), (value, message) => {
        const words = plainLine(message);
        const text = `{"other":${value},"error":{"message":${JSON.stringify(message)}}}`;
        if (text.length < 4000 && words !== '') expect(said(text)).toBe(words);
      }),
    );
  });
});

describe.skipIf(!capturesPresent)('captures of llama-server', () => {
  const names = captureNames('.headers.txt')
    .map((name) => name.replace('.headers.txt', ''))
    .filter((name) => name.startsWith('error-') || name.startsWith('router-error-'));

  test.each(names)('%s keeps the words of the server', (name) => {
    const body = capture(`${name}.json`);
    const { error } = JSON.parse(body.toString('utf8')) as { error: { message: string } };
    expect(said(body, json)).toBe(plainLine(error.message));
  });
});
