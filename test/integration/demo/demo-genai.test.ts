import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ask,
  chunks,
  complete,
  events,
  joined,
  jsonHeaders,
  question,
  weather,
} from './demo-genai-support.ts';
import { bearer, open, send, startTestDemo } from './demo-support.ts';

let demo: Awaited<ReturnType<typeof startTestDemo>>;

beforeAll(async () => {
  demo = await startTestDemo({ keepAliveMs: 5 });
});
afterAll(() => demo[Symbol.asyncDispose]());

describe('API key', () => {
  test.each([
    ['no key', {}],
    ['a wrong key', bearer('cd-demo-wrong')],
    ['another scheme', { authorization: 'Basic x' }],
  ])('refuses %s with 401', async (_name, headers) => {
    for (const path of ['/v1/models', '/v1/chat/completions', '/v1/other']) {
      const answer = await send(demo, demo.genaiUrl + path, { headers });
      expect(answer.status).toBe(401);
      expect(JSON.parse(answer.body)).toMatchObject({ error: { message: expect.any(String) } });
    }
  });

  test('a revoked key is refused, a new one taken; a project has one key at a time', async () => {
    await using other = await startTestDemo();
    const status = async (key: string): Promise<number> =>
      (await send(other, `${other.genaiUrl}/v1/models`, { headers: bearer(key) })).status;
    await expect(other.inspect.createApiKey()).rejects.toThrow('has a key already');
    await other.inspect.revokeApiKey();
    expect(await status(other.apiKey)).toBe(401);
    const key = await other.inspect.createApiKey();
    expect(key).toMatch(/^cd-demo-/);
    expect(await status(key)).toBe(200);
  });
});

describe('paths', () => {
  test('lists the models of the spec, and one more', async () => {
    const answer = await send(demo, `${demo.genaiUrl}/v1/models`, {
      headers: bearer(demo.apiKey),
    });
    const list = JSON.parse(answer.body) as { object: string; data: Record<string, unknown>[] };
    expect(list.object).toBe('list');
    expect(list.data.map(({ id }) => id)).toEqual([
      'alpha3.6-35b',
      'alpha3.8-27b',
      'beta-k2.6',
      'gamma-5.2',
      'gamma-5.3',
      'gamma-5.3-flash',
      'delta-v4.1-flash',
      'beta-k3',
      'epsilon-preview',
    ]);
    expect(list.data[0]).toMatchObject({ object: 'model', created: expect.any(Number) });
  });

  test('unknown paths are 404, other methods 405', async () => {
    const headers = bearer(demo.apiKey);
    const status = async (path: string, method = 'GET'): Promise<number> =>
      (await send(demo, demo.genaiUrl + path, { headers, method })).status;
    expect(await status('/v1/embeddings')).toBe(404);
    expect(await status('/models')).toBe(404);
    expect(await status('/v1/models', 'POST')).toBe(405);
    expect(await status('/v1/chat/completions')).toBe(405);
  });
});

describe('the type of a body', () => {
  const typed = (type?: string) =>
    send(demo, `${demo.genaiUrl}/v1/chat/completions`, {
      method: 'POST',
      headers: { ...bearer(demo.apiKey), ...(type !== undefined && { 'content-type': type }) },
      body: JSON.stringify(question('Hello')),
    });

  test.each([
    undefined,
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonx',
    'text/plain; application/json',
  ])('%s is refused with 415, whatever the body is', async (type) => {
    const answer = await typed(type);
    expect(answer.status).toBe(415);
    expect(JSON.parse(answer.body)).toMatchObject({
      error: { message: expect.stringContaining('application/json') },
    });
  });

  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])(
    '%s is taken',
    async (type) => {
      expect((await typed(type)).status).toBe(200);
    },
  );
});

describe('plain completions', () => {
  test('keep reasoning out of the content, and count tokens', async () => {
    const { choices, usage } = await complete(demo, question('What is 12 * (3 + 4)?'));
    expect(choices[0]?.finish_reason).toBe('stop');
    expect(choices[0]?.message.content).toContain('**84**');
    expect(choices[0]?.message.content).toContain('Demo system');
    expect(choices[0]?.message.reasoning_content).toContain('What is 12');
    expect(choices[0]?.message.content).not.toContain('The user wrote');
    expect(usage.prompt_tokens).toBeGreaterThan(0);
    expect(usage.completion_tokens).toBeGreaterThan(0);
  });

  test('are the same for the same question, and Japanese for Japanese', async () => {
    const [one, two] = await Promise.all([
      complete(demo, question('計算機の使い方を教えてください')),
      complete(demo, question('計算機の使い方を教えてください')),
    ]);
    expect(one.choices[0]?.message).toEqual(two.choices[0]?.message);
    expect(one.choices[0]?.message.content).toContain('デモシステム');
  });

  test('end with length at max_tokens', async () => {
    const { choices, usage } = await complete(demo, question('long answer', { max_tokens: 50 }));
    expect(choices[0]?.finish_reason).toBe('length');
    expect(usage.completion_tokens).toBe(50);
  });

  test('a long answer has thousands of tokens', async () => {
    const { usage } = await complete(demo, question('Please give me a long answer'));
    expect(usage.completion_tokens).toBeGreaterThan(3000);
    const japanese = await complete(demo, question('長い回答をください'));
    expect(japanese.usage.completion_tokens).toBeGreaterThan(3000);
  });
});

describe('streamed completions', () => {
  test('say the same as the plain one, in events that end with [DONE]', async () => {
    const plain = await complete(demo, question('Show me some code'));
    const answer = await ask(demo, question('Show me some code', { stream: true }));
    expect(answer.headers['content-type']).toBe('text/event-stream');
    expect(events(answer.body).at(-1)).toBe('[DONE]');
    const all = chunks(answer.body);
    expect(all[0]?.choices[0]?.delta).toEqual({ role: 'assistant', content: '' });
    expect(joined(all, 'content')).toBe(plain.choices[0]?.message.content);
    expect(joined(all, 'reasoning_content')).toBe(plain.choices[0]?.message.reasoning_content);
    expect(all.at(-1)?.choices[0]?.finish_reason).toBe('stop');
    expect(all.some((chunk) => 'usage' in chunk)).toBe(false);
  });

  test('give usage in a last chunk without choices when asked to', async () => {
    const options = { stream: true, stream_options: { include_usage: true } };
    const all = chunks((await ask(demo, question('hello', options))).body);
    expect(all.at(-1)).toMatchObject({
      choices: [],
      usage: { prompt_tokens: expect.any(Number), completion_tokens: expect.any(Number) },
    });
  });

  test('end with length at max_tokens', async () => {
    const all = chunks((await ask(demo, question('hello', { stream: true, max_tokens: 3 }))).body);
    expect(all.at(-1)?.choices[0]?.finish_reason).toBe('length');
    expect(all).toHaveLength(1 + 3 + 1);
  });

  test('come as slowly as the demo was told', async () => {
    await using slow = await startTestDemo({ tokensPerSecond: 1 });
    const response = await open(slow, `${slow.genaiUrl}/v1/chat/completions`, {
      method: 'POST',
      headers: jsonHeaders(slow.apiKey),
      body: JSON.stringify(question('long answer', { stream: true })),
    });
    const [first] = (await once(response, 'data')) as [Buffer];
    expect(first.toString()).toContain('"role":"assistant"');
    expect(slow.inspect.counts()).toMatchObject({ completionsStarted: 1, completionsFinished: 0 });
    response.destroy();
    await expect.poll(() => slow.inspect.counts().completionsAborted).toBe(1);
  });

  test('end with an error event when the time is up', async () => {
    await using short = await startTestDemo({ tokensPerSecond: 1, requestTimeoutMs: 50 });
    const answer = await send(short, `${short.genaiUrl}/v1/chat/completions`, {
      method: 'POST',
      headers: jsonHeaders(short.apiKey),
      body: JSON.stringify(question('long answer', { stream: true })),
    });
    expect(answer.status).toBe(200);
    expect(chunks(answer.body).at(-1)).toMatchObject({ error: { type: 'server_error' } });
    expect(answer.body).not.toContain('[DONE]');
  });
});

describe('tools', () => {
  const asked = question('What is the weather in Kobe for 3 days?', { tools: [weather] });

  test('are called when the question asks for it, with arguments from it', async () => {
    const { choices } = await complete(demo, asked);
    expect(choices[0]?.finish_reason).toBe('tool_calls');
    const call = choices[0]?.message.tool_calls?.[0];
    expect(call).toMatchObject({ id: expect.stringMatching(/^call_/), type: 'function' });
    expect(call?.function.name).toBe('get_weather');
    expect(JSON.parse(call?.function.arguments ?? '')).toEqual({ city: 'Kobe', days: 3 });
  });

  test('stream id, type and name first, then pieces of the arguments', async () => {
    const all = chunks((await ask(demo, { ...asked, stream: true })).body);
    const deltas = all.flatMap(({ choices }) => choices[0]?.delta.tool_calls ?? []);
    const [head, ...rest] = deltas;
    expect(head).toMatchObject({ index: 0, type: 'function', function: { name: 'get_weather' } });
    for (const piece of rest) {
      expect(Object.keys(piece).sort()).toEqual(['function', 'index']);
      expect(Object.keys(piece.function)).toEqual(['arguments']);
    }
    const text = deltas.map((one) => one.function.arguments).join('');
    expect(JSON.parse(text)).toEqual({ city: 'Kobe', days: 3 });
    expect(all.at(-1)?.choices[0]?.finish_reason).toBe('tool_calls');
  });

  test('are not called for another question, nor when forbidden, but when required', async () => {
    const calls = async (content: string, more: object): Promise<number> => {
      const body = question(content, { tools: [weather], ...more });
      return (await complete(demo, body)).choices[0]?.message.tool_calls?.length ?? 0;
    };
    expect(await calls('hello', {})).toBe(0);
    expect(await calls('weather', { tool_choice: 'none' })).toBe(0);
    expect(await calls('hello', { tool_choice: 'required' })).toBe(1);
    const named = { type: 'function', function: { name: 'get_weather' } };
    expect(await calls('hello', { tool_choice: named })).toBe(1);
  });

  test('results are taken up in the next answer', async () => {
    const first = await complete(demo, asked);
    const { choices } = await complete(demo, {
      model: 'alpha3.6-35b',
      tools: [weather],
      messages: [
        { role: 'user', content: 'What is the weather in Kobe for 3 days?' },
        { ...first.choices[0]?.message, role: 'assistant', content: null },
        { role: 'tool', tool_call_id: 'call_x', content: 'Sunny, 24 degrees' },
      ],
    });
    expect(choices[0]?.finish_reason).toBe('stop');
    expect(choices[0]?.message.content).toContain('Sunny, 24 degrees');
  });

  test('a call cut by max_tokens ends with length', async () => {
    const all = await complete(demo, { ...asked, max_tokens: 3, reasoning_effort: 'none' });
    expect(all.choices[0]?.finish_reason).toBe('length');
  });
});
