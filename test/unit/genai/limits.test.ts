import { expect, test } from 'vitest';
import { encodeBody } from '../../../main/genai/completion.ts';
import { checkContext } from '../../../main/genai/limits.ts';

const overflow = expect.objectContaining({ code: 'context-overflow' });

test('the default of 32,768 tokens counts for models of the document when max_tokens is left out', () => {
  const check = (inputTokens: number, maxTokens: number | null) => () =>
    checkContext({ model: 'alpha3.6-35b', contextLength: 262_144, inputTokens, maxTokens });
  expect(check(200_000, null)).not.toThrow();
  expect(check(400_000, null)).toThrow(overflow);
  expect(check(100, 262_144)).toThrow(
    expect.objectContaining({
      details: {
        model: 'alpha3.6-35b',
        inputTokens: 100,
        maxTokens: 262_144,
        contextLength: 262_144,
        estimated: true,
      },
    }),
  );
});

test('a server with a short context and a default of its own is not refused for the default', () => {
  const check = (inputTokens: number) => () =>
    checkContext({ model: 'tiny', contextLength: 4096, inputTokens, maxTokens: null });
  expect(check(1000)).not.toThrow();
  expect(check(10_000)).toThrow(overflow);
});

test('a model of unknown context length is left to the server', () => {
  const check = { model: 'new', contextLength: null, inputTokens: 1e9, maxTokens: 1e9 };
  expect(() => checkContext(check)).not.toThrow();
});

test('a body past 32 MB is refused with its size', () => {
  const request = (size: number) => ({
    model: 'm',
    messages: [{ role: 'user' as const, content: 'x'.repeat(size) }],
  });
  expect(() => encodeBody(request(32 * 1024 * 1024 - 200), true)).not.toThrow();
  expect(() => encodeBody(request(32 * 1024 * 1024), true)).toThrow(
    expect.objectContaining({
      code: 'request-too-large',
      details: expect.objectContaining({ limit: 33_554_432 }),
    }),
  );
});
