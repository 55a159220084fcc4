import { request } from 'node:https';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ask,
  chunks,
  complete,
  events,
  jsonHeaders,
  picture,
  question,
} from './demo-genai-support.ts';
import { open, startTestDemo } from './demo-support.ts';

let demo: Awaited<ReturnType<typeof startTestDemo>>;

beforeAll(async () => {
  demo = await startTestDemo({ keepAliveMs: 5 });
});
afterAll(() => demo[Symbol.asyncDispose]());

describe('images', () => {
  test.each(['alpha3.8-27b', 'gamma-5.3-flash', 'delta-v4.1-flash'])(
    '%s takes them',
    async (model) => {
      const { choices } = await complete(demo, { ...question(picture), model });
      expect(choices[0]?.message.content).toContain('3 × 2 px');
    },
  );

  test.each(['alpha3.6-35b', 'beta-k2.6', 'gamma-5.2', 'gamma-5.3', 'beta-k3'])(
    '%s refuses them',
    async (model) => {
      const answer = await ask(demo, { ...question(picture), model });
      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.body)).toMatchObject({ error: { code: 'image_not_supported' } });
    },
  );

  test('addresses of images elsewhere are refused', async () => {
    const part = { type: 'image_url', image_url: { url: 'https://example.org/cat.png' } };
    const answer = await ask(demo, { ...question([part]), model: 'alpha3.8-27b' });
    expect(answer.status).toBe(400);
  });
});

describe('limits', () => {
  test('input plus max_tokens over the context length is 400', async () => {
    const context = 256 * 1024;
    const over = await ask(demo, question('hello', { max_tokens: context }));
    expect(over.status).toBe(400);
    expect(JSON.parse(over.body)).toMatchObject({
      error: {
        code: 'context_length_exceeded',
        type: 'invalid_request_error',
        message: expect.stringContaining(String(context)),
      },
    });
    const within = await ask(demo, question('hello', { max_tokens: context - 100 }));
    expect(within.status).toBe(200);
  });

  test('max_tokens left out counts as 32,768', async () => {
    // 4 characters a token, 4 tokens for the message itself
    const fits = 'word'.repeat(256 * 1024 - 32_768 - 4);
    expect((await ask(demo, question(fits))).status).toBe(200);
    expect((await ask(demo, question(`${fits}word`))).status).toBe(400);
    expect((await ask(demo, question(`${fits}word`, { max_tokens: 32_767 }))).status).toBe(200);
  });

  test('a body past 32 MB is 413, announced or not', async () => {
    const limit = 32 * 1024 * 1024;
    const body = Buffer.alloc(limit + 1, 0x20);
    expect((await ask(demo, body.toString('latin1'))).status).toBe(413);
    const status = await new Promise<number>((resolve, reject) => {
      const sent = request(
        `${demo.genaiUrl}/v1/chat/completions`,
        {
          method: 'POST',
          agent: false,
          ca: demo.authorityPem,
          headers: jsonHeaders(demo.apiKey),
        },
        (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        },
      );
      sent.on('error', reject);
      sent.write(body.subarray(0, limit));
      sent.end(body.subarray(limit));
    });
    expect(status).toBe(413);
  });

  test('a body of just 32 MB is read', async () => {
    const text = JSON.stringify(question('hello'));
    const answer = await ask(demo, text + ' '.repeat(32 * 1024 * 1024 - text.length));
    expect(answer.status).toBe(200);
  });

  test.each([
    ['not JSON', '{', 400],
    ['no messages', { model: 'gamma-5.2' }, 400],
    ['empty messages', { model: 'gamma-5.2', messages: [] }, 400],
    ['no model', { messages: [{ role: 'user', content: 'x' }] }, 400],
    ['an unknown model', { ...question('x'), model: 'nothing' }, 404],
    ['a bad role', { ...question('x'), messages: [{ role: 'boss', content: 'x' }] }, 400],
    ['a content that is a number', question(7), 400],
    ['max_tokens 0', question('x', { max_tokens: 0 }), 400],
    ['stream "yes"', question('x', { stream: 'yes' }), 400],
  ])('refuses %s', async (_name, body, status) => {
    const answer = await ask(demo, body);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toMatchObject({ error: { message: expect.any(String) } });
  });
});

describe('faults on request', () => {
  const stream = { stream: true };

  test('!error answers any status, in the shapes that servers use', async () => {
    const plain = await ask(demo, question('!error 503', stream));
    expect(plain.status).toBe(503);
    expect(JSON.parse(plain.body)).toMatchObject({ error: { message: expect.any(String) } });
    expect((await ask(demo, question('!error 500 html'))).body).toContain('<html>');
    expect(JSON.parse((await ask(demo, question('!error 422 detail'))).body)).toHaveProperty(
      'detail',
    );
    expect((await ask(demo, question('hello'), { 'x-demo-fault': 'error 429' })).status).toBe(429);
  });

  test('!drop cuts the connection', async () => {
    await expect(ask(demo, question('!drop 3', stream))).rejects.toThrow(
      /aborted|hang up|ECONNRESET/,
    );
  });

  test('!truncate ends properly without finish_reason and [DONE]', async () => {
    const { body } = await ask(demo, question('!truncate 3', stream));
    expect(body).not.toContain('[DONE]');
    expect(chunks(body)).toHaveLength(1 + 3);
    expect(chunks(body).every(({ choices }) => choices[0]?.finish_reason === null)).toBe(true);
  });

  test('!midstream sends an error event', async () => {
    const { body } = await ask(demo, question('!midstream 3', stream));
    expect(chunks(body).at(-1)).toHaveProperty('error');
    expect(body).not.toContain('[DONE]');
  });

  test('!stall only sends comments from then on, until the client goes', async () => {
    const before = demo.inspect.counts().completionsAborted;
    const response = await open(demo, `${demo.genaiUrl}/v1/chat/completions`, {
      method: 'POST',
      headers: jsonHeaders(demo.apiKey),
      body: JSON.stringify(question('!stall 2', stream)),
    });
    let text = '';
    for await (const chunk of response as AsyncIterable<Buffer>) {
      text += chunk.toString();
      if (text.split(': keep-alive').length > 3) break;
    }
    expect(chunks(text)).toHaveLength(1 + 2);
    await expect.poll(() => demo.inspect.counts().completionsAborted).toBe(before + 1);
  });

  test('!slow waits with comments, then answers in full', async () => {
    const { body } = await ask(demo, question('!slow 1', stream));
    expect(body).toContain(': keep-alive');
    expect(events(body).at(-1)).toBe('[DONE]');
  });
});
