import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../../../preload/contract/errors.ts';
import { type ChatWorld, chatWorld } from '../../../support/worlds/chat.ts';
import { nobody } from '../../../support/worlds/genai.ts';
import { startTestDemo } from '../../demo/demo-support.ts';

/** Chat against the demo's generative AI service: https, its own authority, the limits of the document. */

let demo: Awaited<ReturnType<typeof startTestDemo>>;

beforeAll(async () => {
  // At full speed a cut connection takes the tokens before it along.
  demo = await startTestDemo({ tokensPerSecond: 500 });
});
afterAll(() => demo[Symbol.asyncDispose]());

function world(): Promise<ChatWorld> {
  const { genaiUrl, authorityPem, apiKey } = demo;
  const authority = { subject: '', notAfter: '2030-01-01T00:00:00.000Z', fingerprint: '' };
  return chatWorld({
    key: apiKey,
    system: { kind: 'demo', genaiUrl, authorities: [{ ...authority, pem: authorityPem }] },
  });
}

test('the live list has every model of the document', async () => {
  await using chat = await world();
  const state = await chat.genai.calls.snapshot({ systemId: chat.system.id }, nobody);
  expect(state.problem).toBeNull();
  expect(state.models.filter(({ parameters }) => parameters !== null)).toHaveLength(8);
  expect(state.models.filter(({ listed }) => !listed)).toEqual([]);
});

test('a turn with reasoning, content and usage', async () => {
  await using chat = await world();
  const answer = await chat.ask(await chat.conversation(), 'Show me a table');
  expect(answer).toMatchObject({ state: 'complete', finishReason: 'stop', problem: null });
  expect(answer.reasoning).not.toBe('');
  expect(answer.content).toContain('|');
  expect(answer.usage?.outputTokens).toBeGreaterThan(0);
});

describe('faults', () => {
  test.each<[string, string, ErrorCode]>([
    ['!error 401', 'failed', 'gateway-refused'],
    ['!error 403 string', 'failed', 'http-forbidden'],
    ['!error 404 flat', 'failed', 'http-not-found'],
    ['!error 413 text', 'failed', 'request-too-large'],
    ['!error 429 detail', 'failed', 'http-rate-limited'],
    ['!error 500', 'failed', 'http-status'],
    ['!error 503 html', 'failed', 'http-status'],
    ['!drop 5', 'interrupted', 'stream-interrupted'],
    ['!truncate 5', 'interrupted', 'stream-interrupted'],
    ['!midstream 5', 'failed', 'stream-error'],
  ])('%s: the right sentence, and the next message works', async (message, state, code) => {
    await using chat = await world();
    const id = await chat.conversation();
    const failed = await chat.ask(id, message);
    expect(failed).toMatchObject({ state, problem: { code } });
    if (message.startsWith('!error')) {
      expect(String(failed.problem?.details.server ?? '')).not.toBe('');
    } else expect(failed.reasoning + failed.content).not.toBe('');
    const next = state === 'interrupted' ? await chat.conversation() : id;
    expect(await chat.ask(next, 'hello')).toMatchObject({ state: 'complete' });
  });

  test('a stalled answer can be stopped, and what came stays', async () => {
    await using chat = await world();
    const id = await chat.conversation();
    const input = { conversationId: id, text: '!stall 5' };
    const { answerId } = await chat.chat.calls.chat.send(input, nobody);
    await chat.events.until('chat.delta', ({ messageId }) => messageId === answerId);
    await chat.chat.calls.chat.stop({ conversationId: id }, nobody);
    const stopped = await chat.ended(answerId);
    expect(stopped.state).toBe('stopped');
    expect(stopped.reasoning + stopped.content).not.toBe('');
  });
});
