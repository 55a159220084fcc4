import { expect, test } from 'vitest';
import { textKinds } from '../../../../common/tokens.ts';
import type { Estimator } from '../../../../main/chat/service/calibration.ts';
import { type ChatMessage, encodeBody } from '../../../../main/chat/service/completion.ts';
import { assess } from '../../../../main/chat/service/limits.ts';

/** Four characters a token, within a share of that. */
const counting =
  (ratio: number, margin: number): Estimator =>
  (counts) => {
    const letters = counts[textKinds.indexOf('letters')] ?? 0;
    const tokens = letters === 0 ? 0 : Math.round((ratio * (letters + 6)) / 4);
    return { tokens, margin: Math.round(tokens * margin) };
  };
const untaught = counting(1, 0.3);
const words = (tokens: number) => [{ role: 'user' as const, content: 'a'.repeat(4 * tokens) }];
const judge = (
  model: string,
  contextLength: number | null,
  inputTokens: number,
  maxTokens: number | null,
  trust = untaught,
) =>
  assess(
    { model, messages: words(inputTokens), ...(maxTokens === null ? {} : { maxTokens }) },
    { contextLength, imageInput: null },
    trust,
  );
const codes = (assessment: ReturnType<typeof judge>) => assessment.problems.map(({ code }) => code);

test('the default of 32,768 tokens counts for models of the document when max_tokens is left out', () => {
  expect(codes(judge('alpha3.6-35b', 262_144, 200_000, null))).toEqual([]);
  expect(judge('alpha3.6-35b', 262_144, 200_000, null)).toMatchObject({
    inputTokens: 200_000,
    margin: 60_000,
    maxTokens: 32_768,
    maxTokensAssumed: true,
    contextLength: 262_144,
    bodyLimit: 33_554_432,
  });
  expect(codes(judge('alpha3.6-35b', 262_144, 400_000, null))).toEqual(['context-overflow']);
  expect(judge('alpha3.6-35b', 262_144, 100, 262_144).problems[0]?.details).toEqual({
    model: 'alpha3.6-35b',
    inputTokens: 100,
    maxTokens: 262_144,
    contextLength: 262_144,
    estimated: true,
  });
});

test('what the margin leaves open is tight, and not refused', () => {
  expect(judge('alpha3.6-35b', 262_144, 220_000, null)).toMatchObject({
    tight: true,
    problems: [],
  });
  expect(judge('alpha3.6-35b', 262_144, 100_000, null).tight).toBe(false);
});

test('what the service counted before decides: more tokens a word, and a small margin', () => {
  const taught = counting(2, 0.02);
  expect(judge('alpha3.6-35b', 262_144, 100_000, null, taught)).toMatchObject({
    inputTokens: 200_000,
    margin: 4000,
    problems: [],
  });
  expect(codes(judge('alpha3.6-35b', 262_144, 120_000, null, taught))).toEqual([
    'context-overflow',
  ]);
});

test('a server with a short context and a default of its own is not refused for the default', () => {
  expect(codes(judge('tiny', 4096, 1000, null))).toEqual([]);
  expect(codes(judge('tiny', 4096, 10_000, null))).toEqual(['context-overflow']);
});

test('a model of unknown context length is left to the server', () => {
  expect(codes(judge('new', null, 1_000_000, 1e9))).toEqual([]);
});

test('images go only to models that take them; where nobody knows the server decides', () => {
  const messages: ChatMessage[] = [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'what is this' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
      ],
    },
  ];
  const of = (imageInput: boolean | null) =>
    assess({ model: 'm', messages }, { contextLength: null, imageInput }, untaught);
  expect(of(false)).toMatchObject({
    images: 1,
    problems: [{ code: 'image-not-supported', details: { model: 'm', images: 1 } }],
  });
  expect(of(true).problems).toEqual([]);
  expect(of(null).problems).toEqual([]);
});

test('a body past 32 MB is refused with its size', () => {
  const request = (size: number) => ({
    model: 'm',
    messages: [{ role: 'user' as const, content: 'x'.repeat(size) }],
  });
  const limit = 32 * 1024 * 1024;
  expect(() => encodeBody(request(limit - 200), true)).not.toThrow();
  expect(() => encodeBody(request(limit), true)).toThrow(
    expect.objectContaining({
      code: 'request-too-large',
      details: expect.objectContaining({ limit: 33_554_432 }),
    }),
  );
  const { problems, bodyBytes } = assess(request(limit), undefined, untaught);
  expect(problems).toMatchObject([{ code: 'request-too-large', details: { size: bodyBytes } }]);
});
