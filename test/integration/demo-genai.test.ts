import { once } from 'node:events';
import { request } from 'node:https';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Answer, bearer, open, send, startTestDemo } from './demo-support.ts';

let demo: Awaited<ReturnType<typeof startTestDemo>>;

beforeAll(async () => {
  demo = await startTestDemo({ keepAliveMs: 5 });
});
afterAll(() => demo[Symbol.asyncDispose]());

interface Completion {
  readonly choices: readonly {
    readonly message: {
      readonly content: string;
      readonly reasoning_content?: string;
      readonly tool_calls?: readonly { id: string; type: string; function: ToolFunction }[];
    };
    readonly finish_reason: string;
  }[];
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number };
}

interface ToolFunction {
  readonly name?: string;
  readonly arguments: string;
}

interface Chunk {
  readonly choices: readonly {
    readonly delta: {
      readonly role?: string;
      readonly content?: string;
      readonly reasoning_content?: string;
      readonly tool_calls?: readonly {
        index: number;
        id?: string;
        type?: string;
        function: ToolFunction;
      }[];
    };
    readonly finish_reason: string | null;
  }[];
  readonly usage?: unknown;
  readonly error?: unknown;
}

function ask(body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  return send(demo, `${demo.genaiUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { ...bearer(demo.apiKey), 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

function question(content: unknown, more: object = {}): object {
  return { model: 'alpha3.6-35b', messages: [{ role: 'user', content }], ...more };
}

async function complete(body: unknown): Promise<Completion> {
  const answer = await ask(body);
  expect(answer.status).toBe(200);
  return JSON.parse(answer.body) as Completion;
}

function events(body: string): string[] {
  return body
    .split('\n\n')
    .filter((event) => event.startsWith('data: '))
    .map((event) => event.slice(6));
}

function chunks(body: string): Chunk[] {
  return events(body)
    .filter((event) => event !== '[DONE]')
    .map((event) => JSON.parse(event) as Chunk);
}

function joined(all: readonly Chunk[], field: 'content' | 'reasoning_content'): string {
  return all.map(({ choices }) => choices[0]?.delta[field] ?? '').join('');
}

const weather = {
  type: 'function',
  function: {
    name: 'get_weather',
    parameters: {
      type: 'object',
      properties: { city: { type: 'string' }, days: { type: 'integer' } },
      required: ['city', 'days'],
    },
  },
};

// a PNG of 3 x 2 pixels: signature and header are all that is looked at
const png = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
  Buffer.from('IHDR'),
  Buffer.from([0, 0, 0, 3, 0, 0, 0, 2, 8, 2, 0, 0, 0]),
]).toString('base64');
const picture = [
  { type: 'text', text: 'What is this?' },
  { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } },
];

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

describe('plain completions', () => {
  test('keep reasoning out of the content, and count tokens', async () => {
    const { choices, usage } = await complete(question('What is 12 * (3 + 4)?'));
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
      complete(question('計算機の使い方を教えてください')),
      complete(question('計算機の使い方を教えてください')),
    ]);
    expect(one.choices[0]?.message).toEqual(two.choices[0]?.message);
    expect(one.choices[0]?.message.content).toContain('デモシステム');
  });

  test('end with length at max_tokens', async () => {
    const { choices, usage } = await complete(question('long answer', { max_tokens: 50 }));
    expect(choices[0]?.finish_reason).toBe('length');
    expect(usage.completion_tokens).toBe(50);
  });

  test('a long answer has thousands of tokens', async () => {
    const { usage } = await complete(question('Please give me a long answer'));
    expect(usage.completion_tokens).toBeGreaterThan(3000);
    const japanese = await complete(question('長い回答をください'));
    expect(japanese.usage.completion_tokens).toBeGreaterThan(3000);
  });
});

describe('streamed completions', () => {
  test('say the same as the plain one, in events that end with [DONE]', async () => {
    const plain = await complete(question('Show me some code'));
    const answer = await ask(question('Show me some code', { stream: true }));
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
    const all = chunks((await ask(question('hello', options))).body);
    expect(all.at(-1)).toMatchObject({
      choices: [],
      usage: { prompt_tokens: expect.any(Number), completion_tokens: expect.any(Number) },
    });
  });

  test('end with length at max_tokens', async () => {
    const all = chunks((await ask(question('hello', { stream: true, max_tokens: 3 }))).body);
    expect(all.at(-1)?.choices[0]?.finish_reason).toBe('length');
    expect(all).toHaveLength(1 + 3 + 1);
  });

  test('come as slowly as the demo was told', async () => {
    await using slow = await startTestDemo({ tokensPerSecond: 1 });
    const response = await open(slow, `${slow.genaiUrl}/v1/chat/completions`, {
      method: 'POST',
      headers: bearer(slow.apiKey),
      body: JSON.stringify(question('long answer', { stream: true })),
    });
    const [first] = (await once(response, 'data')) as [Buffer];
    expect(first.toString()).toContain('"role":"assistant"');
    expect(slow.inspect.counts()).toMatchObject({ completionsStarted: 1, completionsFinished: 0 });
    response.destroy();
    await vi.waitFor(() => expect(slow.inspect.counts().completionsAborted).toBe(1));
  });

  test('end with an error event when the time is up', async () => {
    await using short = await startTestDemo({ tokensPerSecond: 1, requestTimeoutMs: 50 });
    const answer = await send(short, `${short.genaiUrl}/v1/chat/completions`, {
      method: 'POST',
      headers: bearer(short.apiKey),
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
    const { choices } = await complete(asked);
    expect(choices[0]?.finish_reason).toBe('tool_calls');
    const call = choices[0]?.message.tool_calls?.[0];
    expect(call).toMatchObject({ id: expect.stringMatching(/^call_/), type: 'function' });
    expect(call?.function.name).toBe('get_weather');
    expect(JSON.parse(call?.function.arguments ?? '')).toEqual({ city: 'Kobe', days: 3 });
  });

  test('stream id, type and name first, then pieces of the arguments', async () => {
    const all = chunks((await ask({ ...asked, stream: true })).body);
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
      return (await complete(body)).choices[0]?.message.tool_calls?.length ?? 0;
    };
    expect(await calls('hello', {})).toBe(0);
    expect(await calls('weather', { tool_choice: 'none' })).toBe(0);
    expect(await calls('hello', { tool_choice: 'required' })).toBe(1);
    const named = { type: 'function', function: { name: 'get_weather' } };
    expect(await calls('hello', { tool_choice: named })).toBe(1);
  });

  test('results are taken up in the next answer', async () => {
    const first = await complete(asked);
    const { choices } = await complete({
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
    const all = await complete({ ...asked, max_tokens: 3, reasoning_effort: 'none' });
    expect(all.choices[0]?.finish_reason).toBe('length');
  });
});

describe('images', () => {
  test.each(['alpha3.8-27b', 'gamma-5.3-flash', 'delta-v4.1-flash'])(
    '%s takes them',
    async (model) => {
      const { choices } = await complete({ ...question(picture), model });
      expect(choices[0]?.message.content).toContain('3 × 2 px');
    },
  );

  test.each(['alpha3.6-35b', 'beta-k2.6', 'gamma-5.2', 'gamma-5.3', 'beta-k3'])(
    '%s refuses them',
    async (model) => {
      const answer = await ask({ ...question(picture), model });
      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.body)).toMatchObject({ error: { code: 'image_not_supported' } });
    },
  );

  test('addresses of images elsewhere are refused', async () => {
    const part = { type: 'image_url', image_url: { url: 'https://example.org/cat.png' } };
    const answer = await ask({ ...question([part]), model: 'alpha3.8-27b' });
    expect(answer.status).toBe(400);
  });
});

describe('limits', () => {
  test('input plus max_tokens over the context length is 400', async () => {
    const context = 256 * 1024;
    const over = await ask(question('hello', { max_tokens: context }));
    expect(over.status).toBe(400);
    expect(JSON.parse(over.body)).toMatchObject({
      error: {
        code: 'context_length_exceeded',
        type: 'invalid_request_error',
        message: expect.stringContaining(String(context)),
      },
    });
    const within = await ask(question('hello', { max_tokens: context - 100 }));
    expect(within.status).toBe(200);
  });

  test('max_tokens left out counts as 32,768', async () => {
    // 4 characters a token, 4 tokens for the message itself
    const fits = 'word'.repeat(256 * 1024 - 32_768 - 4);
    expect((await ask(question(fits))).status).toBe(200);
    expect((await ask(question(`${fits}word`))).status).toBe(400);
    expect((await ask(question(`${fits}word`, { max_tokens: 32_767 }))).status).toBe(200);
  });

  test('a body past 32 MB is 413, announced or not', async () => {
    const limit = 32 * 1024 * 1024;
    const body = Buffer.alloc(limit + 1, 0x20);
    expect((await ask(body.toString('latin1'))).status).toBe(413);
    const status = await new Promise<number>((resolve, reject) => {
      const sent = request(
        `${demo.genaiUrl}/v1/chat/completions`,
        { method: 'POST', agent: false, ca: demo.authorityPem, headers: bearer(demo.apiKey) },
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
    const answer = await ask(text + ' '.repeat(32 * 1024 * 1024 - text.length));
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
    const answer = await ask(body);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toMatchObject({ error: { message: expect.any(String) } });
  });
});

describe('faults on request', () => {
  const stream = { stream: true };

  test('!error answers any status, in the shapes that servers use', async () => {
    const plain = await ask(question('!error 503', stream));
    expect(plain.status).toBe(503);
    expect(JSON.parse(plain.body)).toMatchObject({ error: { message: expect.any(String) } });
    expect((await ask(question('!error 500 html'))).body).toContain('<html>');
    expect(JSON.parse((await ask(question('!error 422 detail'))).body)).toHaveProperty('detail');
    expect((await ask(question('hello'), { 'x-demo-fault': 'error 429' })).status).toBe(429);
  });

  test('!drop cuts the connection', async () => {
    await expect(ask(question('!drop 3', stream))).rejects.toThrow(/aborted|hang up|ECONNRESET/);
  });

  test('!truncate ends properly without finish_reason and [DONE]', async () => {
    const { body } = await ask(question('!truncate 3', stream));
    expect(body).not.toContain('[DONE]');
    expect(chunks(body)).toHaveLength(1 + 3);
    expect(chunks(body).every(({ choices }) => choices[0]?.finish_reason === null)).toBe(true);
  });

  test('!midstream sends an error event', async () => {
    const { body } = await ask(question('!midstream 3', stream));
    expect(chunks(body).at(-1)).toHaveProperty('error');
    expect(body).not.toContain('[DONE]');
  });

  test('!stall only sends comments from then on, until the client goes', async () => {
    const before = demo.inspect.counts().completionsAborted;
    const response = await open(demo, `${demo.genaiUrl}/v1/chat/completions`, {
      method: 'POST',
      headers: bearer(demo.apiKey),
      body: JSON.stringify(question('!stall 2', stream)),
    });
    let text = '';
    for await (const chunk of response as AsyncIterable<Buffer>) {
      text += chunk.toString();
      if (text.split(': keep-alive').length > 3) break;
    }
    expect(chunks(text)).toHaveLength(1 + 2);
    await vi.waitFor(() => expect(demo.inspect.counts().completionsAborted).toBe(before + 1));
  });

  test('!slow waits with comments, then answers in full', async () => {
    const { body } = await ask(question('!slow 1', stream));
    expect(body).toContain(': keep-alive');
    expect(events(body).at(-1)).toBe('[DONE]');
  });
});
