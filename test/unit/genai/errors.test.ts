import { describe, expect, test } from 'vitest';
import {
  readErrorBody,
  readErrorShape,
  readRetryAfter,
  statusError,
} from '../../../main/genai/errors.ts';
import { capture, captureNames, capturesPresent } from '../../support/captures.ts';

const errorFor = (status: number, body: string) =>
  statusError(status, readErrorBody(body), 'server.test').toData();

describe('server errors', () => {
  test.each([
    ['{"error":{"message":"no","type":"t","code":null}}', 'no'],
    ['{"error":"Unauthorized"}', 'Unauthorized'],
    ['{"object":"error","message":"bad","code":400}', 'bad'],
    ['{"message":"limit"}', 'limit'],
    ['{"detail":"Not authenticated"}', 'Not authenticated'],
    ['{"detail":[{"loc":["body","model"],"msg":"field required"}]}', 'body.model: field required'],
    ['{"error":{"reason":1}}', '{"reason":1}'],
    ['upstream connect error', 'upstream connect error'],
    [
      '<!doctype html><head><style>b{}</style><title>502 Bad Gateway</title></head><h1>nginx</h1>',
      '502 Bad Gateway nginx',
    ],
  ])('the words of %s', (body, words) => {
    expect(errorFor(500, body).details).toMatchObject({ status: 500, server: words });
  });

  test('an empty body says nothing', () => {
    expect(errorFor(500, '').details).toEqual({ status: 500, host: 'server.test' });
  });

  test.each([
    [400, 'http-status', false],
    [401, 'http-unauthorized', false],
    [403, 'http-forbidden', false],
    [404, 'http-not-found', false],
    [408, 'http-status', true],
    [413, 'request-too-large', false],
    [422, 'http-status', false],
    [429, 'http-rate-limited', true],
    [500, 'http-status', true],
    [503, 'http-status', true],
  ])('status %i is %s', (status, code, retryable) => {
    expect(errorFor(status, '{"error":"x"}')).toMatchObject({ code, retryable });
  });

  test('a completion is no error', () => {
    expect(readErrorShape({ choices: [], error: null })).toBeNull();
    expect(readErrorShape({ choices: [{ message: {} }], message: 'x' })).toBeNull();
    expect(readErrorShape([1])).toBeNull();
  });

  test('a context overflow is known by its words, its code or its type, with its numbers', () => {
    const words =
      "This model's maximum context length is 4,096 tokens. However, you requested 5000 tokens (1000 in the messages, 4000 in the completion).";
    expect(errorFor(400, JSON.stringify({ error: { message: words } }))).toMatchObject({
      code: 'context-overflow',
      details: { contextLength: 4096, inputTokens: 1000, maxTokens: 4000, server: words },
    });
    expect(errorFor(400, '{"error":{"message":"x","code":"context_length_exceeded"}}').code).toBe(
      'context-overflow',
    );
    expect(errorFor(400, '{"error":{"message":"model is required"}}').code).toBe('http-status');
  });

  test('Retry-After as seconds, as a date, as neither', () => {
    const now = Date.parse('2026-01-01T00:00:00Z');
    expect(readRetryAfter('7', now)).toBe(7);
    expect(readRetryAfter('Thu, 01 Jan 2026 00:00:09 GMT', now)).toBe(9);
    expect(readRetryAfter('Wed, 31 Dec 2025 00:00:00 GMT', now)).toBe(0);
    expect(readRetryAfter('soon', now)).toBeNull();
    expect(readRetryAfter(undefined, now)).toBeNull();
  });

  describe.skipIf(!capturesPresent)('captures of llama-server', () => {
    const names = captureNames('.headers.txt')
      .map((name) => name.replace('.headers.txt', ''))
      .filter((name) => name.startsWith('error-') || name.startsWith('router-error-'));

    test.each(names)('%s keeps the words of the server', (name) => {
      const status = Number(
        /^HTTP\/1\.1 (\d+)/.exec(capture(`${name}.headers.txt`).toString())?.[1],
      );
      const body = capture(`${name}.json`).toString('utf8');
      const said = (JSON.parse(body) as { error: { message: string } }).error.message;
      expect(errorFor(status, body).details.server).toBe(said);
    });

    test('overflow and image refusal are recognised', () => {
      expect(errorFor(400, capture('error-context-overflow.json').toString())).toMatchObject({
        code: 'context-overflow',
        details: { inputTokens: 6010, contextLength: 4096 },
      });
      const image = capture('error-image-unsupported.json').toString();
      expect(errorFor(500, image).code).toBe('image-not-supported');
    });
  });
});
