import { describe, expect, test } from 'vitest';
import { chunk, decode, decodeAll, piece } from './decode.ts';

const done = 'data: [DONE]\n\n';

describe('the decoder', () => {
  test('takes reasoning under both names, once when both say the same', () => {
    const { reasoning } = decode(
      piece({ reasoning_content: 'a' }),
      piece({ reasoning: 'b' }),
      piece({ reasoning: 'c', reasoning_content: 'c' }),
      piece({ reasoning: 'd', reasoning_content: null }),
      done,
    );
    expect(reasoning[0]).toBe('abcd');
  });

  test('refuses a long event of many parts, and reads one that is long for its image', () => {
    const parts = Array.from({ length: 40_000 }, () => ({ type: 'text', text: 'some words' }));
    expect(decode(piece({ content: parts })).error).toMatchObject({
      code: 'answer-too-large',
      details: { limit: 1024 * 1024 },
    });
    const url = `data:image/png;base64,${'A'.repeat(3_000_000)}`;
    expect(decode(piece({ content: 'x', images: [{ image_url: { url } }] }), done)).toMatchObject({
      content: { 0: 'x' },
      error: null,
    });
  });

  test('passes over what says nothing', () => {
    const decoded = decode(
      ': keep-alive\n\n',
      'data:\n\n',
      'event: ping\ndata: {}\n\n',
      'data: null\n\n',
      chunk(null),
      chunk({ index: 0 }),
      chunk({ index: 0, delta: null }),
      piece({}),
      piece({ role: 'assistant', content: null }),
      piece({ content: '' }),
      piece({ role: 'assistant', content: 'x' }),
      done,
    );
    expect(decoded).toMatchObject({ content: { 0: 'x' }, error: null, complete: true });
  });

  test('takes content as a list of parts and a refusal as content', () => {
    const { content } = decode(
      piece({ content: [{ type: 'text', text: 'a' }, { type: 'image' }, null] }),
      piece({ refusal: 'no' }),
      done,
    );
    expect(content[0]).toBe('ano');
  });

  test('takes usage from a last chunk, from every chunk and from a choice; the last counts', () => {
    const usage = (n: number) => ({ prompt_tokens: 5, completion_tokens: n });
    expect(decode(`data: ${JSON.stringify({ choices: [], usage: usage(2) })}\n\n`).usage).toEqual({
      inputTokens: 5,
      outputTokens: 2,
    });
    const every = [1, 2, 3].map(
      (n) =>
        `data: ${JSON.stringify({ choices: [{ delta: { content: 'a' } }], usage: usage(n) })}\n\n`,
    );
    expect(decode(...every).usage?.outputTokens).toBe(3);
    expect(decode(chunk({ index: 0, delta: {}, usage: usage(9) })).usage?.outputTokens).toBe(9);
    expect(decode('data: {"choices":[],"usage":null}\n\n').usage).toBeNull();
  });

  test.each([
    [{ prompt_tokens_details: { cached_tokens: 3 } }, { cachedTokens: 3 }],
    [{ input_tokens_details: { cached_tokens: 0 } }, { cachedTokens: 0 }],
    [{ prompt_cache_hit_tokens: 4 }, { cachedTokens: 4 }],
    [{ completion_tokens_details: { reasoning_tokens: 2 } }, { reasoningTokens: 2 }],
    [{ reasoning_tokens: 1 }, { reasoningTokens: 1 }],
    [{ prompt_tokens_details: null, completion_tokens_details: { reasoning_tokens: -1 } }, {}],
    [{ prompt_tokens_details: 'many', reasoning_tokens: '9' }, {}],
  ])('usage %o says so much more: %o', (details, more) => {
    const usage = { prompt_tokens: 5, completion_tokens: 2, ...details };
    expect(decode(`data: ${JSON.stringify({ choices: [], usage })}\n\n`).usage).toEqual({
      ...{ inputTokens: 5, outputTokens: 2 },
      ...more,
    });
  });

  test('calls without ids and numbers are told apart by a name with arguments after whole ones', () => {
    const call = (name: unknown, text: unknown) =>
      chunk({ index: 0, delta: { tool_calls: [{ id: '', function: { name, arguments: text } }] } });
    const { tools } = decode(
      call('add', '{"x":'),
      call('add', '1}'),
      call('add', ''),
      call('add', { x: 2 }),
      call(null, ''),
      call('now', '{}'),
    );
    expect(tools.map((one) => `${one.name}${one.arguments}`)).toEqual([
      'add{"x":1}',
      'add{"x":2}',
      'now{}',
    ]);
  });

  test('puts tool calls together by index; nulls never overwrite', () => {
    const call = (fields: object) => piece({ tool_calls: [fields] });
    const { tools } = decode(
      call({ index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '' } }),
      call({ index: 1, id: 'b', type: 'function', function: { name: 'g', arguments: '{' } }),
      call({ index: 0, id: null, type: null, function: { name: null, arguments: '{"x"' } }),
      call({ index: 1, function: { arguments: '}' } }),
      call({ index: 0, id: '', function: { name: '', arguments: ':1}' } }),
      call({ index: 0, function: null }),
      done,
    );
    expect(tools).toEqual([
      { id: 'a', name: 'f', arguments: '{"x":1}' },
      { id: 'b', name: 'g', arguments: '{}' },
    ]);
  });

  test('tells tool calls apart by id where every one is numbered 0 or none is', () => {
    const call = (id: string, index?: number) =>
      piece({ tool_calls: [{ index, id, function: { name: id, arguments: '{}' } }] });
    expect(decode(call('a', 0), call('b', 0)).tools.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(decode(call('a'), call('b')).tools.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  test('a tool call whose pieces each bring a new id is one call', () => {
    const call = (id: string, name: string, text: string, index?: number) =>
      piece({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: text } }] });
    for (const index of [0, undefined]) {
      const { tools } = decode(
        call('a1', 'calculator', '', index),
        call('b2', '', '{"expr', index),
        call('c3', '', 'ession":"6*7"}', index),
        call('d4', 'current_time', '{}', index),
        call('e5', '', '', index),
        done,
      );
      expect(tools).toEqual([
        { id: 'a1', name: 'calculator', arguments: '{"expression":"6*7"}' },
        { id: 'd4', name: 'current_time', arguments: '{}' },
      ]);
    }
  });

  test.each([
    ['Mistral’s', { type: 'thinking', thinking: [{ type: 'text', text: 'plan' }] }],
    ['a text of thinking', { type: 'thinking', thinking: 'plan' }],
    ['a text of reasoning', { type: 'reasoning', text: 'plan' }],
  ])('thinking among the parts of the content is reasoning: %s', (_, part) => {
    const text = { type: 'text', text: 'answer' };
    const { reasoning, content } = decode(piece({ content: [part] }), piece({ content: [text] }));
    expect({ reasoning, content }).toEqual({ reasoning: { 0: 'plan' }, content: { 0: 'answer' } });
  });

  test('is complete with a finish reason or [DONE], and only then', () => {
    expect(decode(piece({ content: 'a' })).complete).toBe(false);
    expect(decode(piece({ content: 'a' }, 'whatever')).complete).toBe(true);
    expect(decode(piece({ content: 'a' }), done).complete).toBe(true);
    expect(decode(piece({ content: 'a' }), 'data: [DONE]').complete).toBe(true);
  });

  test('hears nothing after [DONE]', () => {
    expect(decode(piece({ content: 'a' }), done, piece({ content: 'b' })).content[0]).toBe('a');
  });

  test('reads CR LF and CR line ends and a byte order mark', () => {
    const crlf = `\uFEFF${piece({ content: 'é' })}${done}`.replaceAll('\n', '\r\n');
    expect(decode(...[...Buffer.from(crlf)].map((byte) => Uint8Array.of(byte))).content[0]).toBe(
      'é',
    );
    expect(decode(piece({ content: 'a' }).replaceAll('\n', '\r'), done).content[0]).toBe('a');
  });

  test('a half last event is left out, not an error', () => {
    const decoded = decode(piece({ content: 'a' }), 'data: {"choices":[{"del');
    expect(decoded).toMatchObject({ content: { 0: 'a' }, error: null, complete: false });
  });

  test('an event that is not JSON ends the stream with its text', () => {
    expect(
      decode(piece({ content: 'a' }), 'data: {oops\n\n', piece({ content: 'b' })),
    ).toMatchObject({
      content: { 0: 'a' },
      error: { code: 'stream-error', details: { server: '{oops' } },
    });
  });

  test.each([
    [{ error: { message: 'm', type: 't' } }, 'stream-error'],
    [{ error: 'm' }, 'stream-error'],
    [{ object: 'error', message: 'm' }, 'stream-error'],
    [{ detail: 'm' }, 'stream-error'],
    [{ choices: [], error: { message: 'm' } }, 'stream-error'],
    [{ error: { message: 'm', code: 'context_length_exceeded' } }, 'context-overflow'],
  ])('an error event %j is terminal and keeps its words', (event, code) => {
    const decoded = decode(piece({ content: 'a' }), `data: ${JSON.stringify(event)}\n\n`, done);
    expect(decoded).toMatchObject({
      content: { 0: 'a' },
      error: { code, details: { server: 'm' } },
    });
  });

  test('more tool calls than an answer may have are refused', () => {
    const calls = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        piece({ tool_calls: [{ index, id: `i${index}` }] }),
      );
    expect(decode(...calls(128)).error).toBeNull();
    expect(decode(...calls(129)).error?.code).toBe('answer-too-large');
  });

  test('one event of 1 MB is read in small pieces; one past 24 MB is refused', () => {
    const text = 'x'.repeat(1024 * 1024 - 200);
    const event = Buffer.from(piece({ content: text }));
    const pieces: Uint8Array[] = [];
    for (let at = 0; at < event.length; at += 16_000) pieces.push(event.subarray(at, at + 16_000));
    expect(decode(...pieces).content[0]).toBe(text);

    const pieceOf = Buffer.from('x'.repeat(1024 * 1024));
    const endless = [Buffer.from('data: "'), ...Array.from({ length: 26 }, () => pieceOf)];
    expect(decode(...endless).error?.code).toBe('answer-too-large');
  });
});

test.each([
  [
    'arguments of a tool',
    (deep: string) =>
      `{"choices":[{"delta":{"tool_calls":[{"function":{"name":"f","arguments":${deep}}}]}}]}`,
  ],
  ['an error', (deep: string) => `{"error":${deep}}`],
])('lists in lists for %s are an event that cannot be read', (_, event) => {
  for (const levels of [200, 300, 100_000]) {
    const deep = `${'[{"a":'.repeat(levels)}0${'}]'.repeat(levels)}`;
    expect(decode(`data: ${event(deep)}\n\n`).error).toMatchObject({
      code: 'stream-error',
      details: { reason: 'not-json' },
    });
  }
});

const long = 'x'.repeat(500_000);
test.each([
  ['text', { content: long }],
  ['reasoning', { reasoning_content: long }],
  ['arguments', { tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: long } }] }],
  ['each', { content: long.slice(300_000), reasoning: long.slice(300_000) }],
])('an answer is told up to four million characters of %s, and is too large then', (_, delta) => {
  const said = decodeAll(Array(40).fill(piece(delta)));
  expect(said.error).toMatchObject({ code: 'answer-too-large', details: { limit: 4_000_000 } });
  const told = [said.content[0], said.reasoning[0]].join('').length;
  expect(told).toBeLessThanOrEqual(4_000_000);
  if (!('tool_calls' in delta)) expect(told).toBeGreaterThan(3_000_000);
});
