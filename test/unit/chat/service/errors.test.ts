import { describe, expect, test } from 'vitest';
import { statusError } from '../../../../main/chat/service/errors.ts';
import { capture, capturesPresent } from '../../../support/files/captures.ts';

const errorFor = (status: number, body: string | Uint8Array) =>
  statusError({
    status,
    headers: {},
    body: Buffer.from(body),
    url: 'https://server.test/v1/models',
  }).toData();

describe('server errors', () => {
  test('an empty body says nothing', () => {
    expect(errorFor(500, '').details).toEqual({ status: 500, host: 'server.test' });
  });

  test.each([
    [400, 'http-status', false],
    [413, 'request-too-large', false],
    [429, 'http-rate-limited', true],
    [503, 'http-status', true],
  ])('status %i is %s', (status, code, retryable) => {
    expect(errorFor(status, '{"error":"x"}')).toMatchObject({ code, retryable });
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

  test.skipIf(!capturesPresent)(
    'overflow and image refusal are recognised in captures of llama-server',
    () => {
      expect(errorFor(400, capture('error-context-overflow.json'))).toMatchObject({
        code: 'context-overflow',
        details: { inputTokens: 6010, contextLength: 4096 },
      });
      expect(errorFor(500, capture('error-image-unsupported.json')).code).toBe(
        'image-not-supported',
      );
    },
  );
});
