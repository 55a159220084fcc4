import { describe, expect, test } from 'vitest';
import {
  begin,
  delta,
  gate,
  plain,
  type Script,
  says,
} from '../../../support/servers/fake-genai.ts';
import { genaiWorld, testKey } from '../../../support/worlds/genai.ts';
import { asked, complete, request, systemId, withScripts } from './completions.ts';

test('asks as the document says, and for usage', async () => {
  await using world = await withScripts(says('Hello', ' you'));
  expect(await complete(world)).toEqual({
    text: 'Hello you',
    usage: { inputTokens: 7, outputTokens: 2 },
    error: null,
  });
  expect(asked(world)[0]).toMatchObject({
    method: 'POST',
    authorization: `Bearer ${testKey}`,
    body: { ...request, stream: true, stream_options: { include_usage: true } },
  });
  expect(asked(world)[0]?.body).not.toHaveProperty('max_tokens');
});

test('without a key nothing is sent', async () => {
  await using world = await genaiWorld();
  expect((await complete(world)).error).toMatchObject({ code: 'api-key-missing' });
  expect(() => world.genai.check(systemId, request)).toThrow(
    expect.objectContaining({ code: 'api-key-missing' }),
  );
  expect(world.fake.requests).toEqual([]);
});

test('a server that refuses stream_options is asked once without, and from then on', async () => {
  const refuse = plain(400, { error: { message: 'Unknown parameter: stream_options' } });
  await using world = await withScripts(refuse, says('a'), says('b'));
  expect(await complete(world)).toMatchObject({ text: 'a', error: null });
  expect(await complete(world)).toMatchObject({ text: 'b', error: null });
  expect(asked(world).map(({ body }) => 'stream_options' in body)).toEqual([true, false, false]);
});

test.each([
  [
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
  ],
  ['body.max_tokens: Extra inputs are not permitted'],
  ['Unrecognized request argument supplied: max_tokens'],
])('a model that takes max_tokens no more is asked with its other name: %s', async (message) => {
  const refuse = plain(400, { error: { message, code: 'unsupported_parameter' } });
  await using world = await withScripts(refuse, says('a'), says('b'));
  const limited = { ...request, maxTokens: 99 };
  expect(await complete(world, undefined, limited)).toMatchObject({ text: 'a', error: null });
  expect(await complete(world, undefined, limited)).toMatchObject({ text: 'b', error: null });
  expect(asked(world).map(({ body }) => [body.max_tokens, body.max_completion_tokens])).toEqual([
    [99, undefined],
    [undefined, 99],
    [undefined, 99],
  ]);
});

test('a limit that is only too large is no reason for another name', async () => {
  const message = "'max_tokens' is too large: 99. This model supports at most 9 tokens.";
  await using world = await withScripts(...[1, 2].map(() => plain(400, { error: { message } })));
  const { error } = await complete(world, undefined, { ...request, maxTokens: 99 });
  expect(error).toMatchObject({ details: { server: message } });
  expect(asked(world).every(({ body }) => body.max_tokens === 99)).toBe(true);
});

test('a context overflow that the server reports is not asked again', async () => {
  const words = { type: 'exceed_context_size_error', message: 'm', n_prompt_tokens: 9, n_ctx: 4 };
  await using world = await withScripts(plain(400, { error: words }));
  expect((await complete(world)).error).toMatchObject({
    code: 'context-overflow',
    details: { inputTokens: 9, contextLength: 4, server: 'm' },
  });
  expect(asked(world)).toHaveLength(1);
});

describe('before the first byte', () => {
  test.each([429, 502, 503, 504])('status %i is tried again', async (status) => {
    await using world = await withScripts(plain(status, 'busy'), says('ok'));
    expect(await complete(world)).toMatchObject({ text: 'ok', error: null });
  });

  test('a connection that breaks is tried again', async () => {
    await using world = await withScripts((response) => void response.destroy(), says('ok'));
    expect(await complete(world)).toMatchObject({ text: 'ok', error: null });
  });

  test('headers without a body are tried again', async () => {
    const headersOnly: Script = (response) => {
      begin(response);
      response.destroy();
    };
    await using world = await withScripts(headersOnly, says('ok'));
    expect(await complete(world)).toMatchObject({ text: 'ok', error: null });
  });

  test('it gives up after three attempts, with the words of the server', async () => {
    await using world = await withScripts(...[1, 2, 3, 4].map((n) => plain(503, `busy ${n}`)));
    expect((await complete(world)).error).toMatchObject({
      code: 'http-status',
      retryable: true,
      details: { status: 503, server: 'busy 3' },
    });
  });

  test('a long Retry-After is shown, not waited for', async () => {
    await using world = await withScripts(plain(429, 'slow down', { 'retry-after': '3600' }));
    expect((await complete(world)).error).toMatchObject({
      code: 'http-rate-limited',
      details: { retryAfter: 3600 },
    });
    expect(asked(world)).toHaveLength(1);
  });

  test.each([400, 401, 403, 404, 413, 422, 500])('status %i is not', async (status) => {
    await using world = await withScripts(says('first'), plain(status, { error: 'words' }));
    await complete(world);
    expect((await complete(world)).error).toMatchObject({ details: { server: 'words' } });
    expect(asked(world)).toHaveLength(2);
  });
});

describe('after the first byte nothing is asked again and nothing is lost', () => {
  const breaking = (finish: (response: Parameters<Script>[0]) => void): Script => {
    return (response) => {
      begin(response);
      delta(response, { content: 'part' });
      finish(response);
    };
  };

  test.each<[string, Script, object]>([
    [
      'a clean end without a finish',
      breaking((response) => response.end()),
      { code: 'stream-interrupted', details: { reason: 'ended' } },
    ],
    [
      'a half event',
      breaking((response) => response.end('data: {"choices":[{"delta":{"con')),
      { code: 'stream-interrupted' },
    ],
    [
      'an error event',
      breaking((response) => response.end('data: {"error":{"message":"GPU lost"}}\n\n')),
      { code: 'stream-error', details: { server: 'GPU lost' } },
    ],
    [
      'bad JSON',
      breaking((response) => void response.write('data: {]\n\n')),
      { code: 'stream-error', details: { reason: 'not-json' } },
    ],
  ])('%s', async (_, script, error) => {
    await using world = await withScripts(script);
    const result = await complete(world);
    expect(result.text).toBe('part');
    expect(result.error).toMatchObject(error);
    expect(asked(world)).toHaveLength(1);
    expect(await complete(world)).toMatchObject({ text: 'Hello there.', error: null });
  });

  test('a connection that is reset', async () => {
    const received = gate();
    await using world = await withScripts(async (response) => {
      begin(response);
      delta(response, { content: 'part' });
      await received.opened;
      response.socket?.resetAndDestroy();
    });
    let text = '';
    const outcome = world.genai.completion(
      systemId,
      request,
      {
        content(piece) {
          text += piece;
          received.open();
        },
      },
      { signal: new AbortController().signal },
    );
    await expect(outcome).rejects.toMatchObject({
      code: 'stream-interrupted',
      details: { reason: 'broken' },
      retryable: true,
    });
    expect(text).toBe('part');
  });
});

test('an answer is whole once its finish reason came, even when the connection hangs', async () => {
  const hanging: Script = (response) => {
    begin(response);
    delta(response, { content: 'all' }, 'stop');
  };
  await using world = await genaiWorld({ limits: { idle: 100, afterFinish: 20 } });
  await world.addKey();
  world.fake.queue(hanging, (response, seen) => {
    void hanging(response, seen);
    response.end();
  });
  expect(await complete(world)).toMatchObject({ text: 'all', error: null });
  expect(await complete(world)).toMatchObject({ text: 'all', error: null });
});

test('a stream that falls silent is given up', async () => {
  await using world = await genaiWorld({ limits: { idle: 20 } });
  await world.addKey();
  world.fake.queue((response) => {
    begin(response);
    delta(response, { content: 'part' });
  });
  const { text, error } = await complete(world);
  expect(text).toBe('part');
  expect(error).toMatchObject({ code: 'stream-interrupted', details: { reason: 'silent' } });
  await (await world.fake.seen(1)).closed;
});

test('a request may take no longer than its limit, answered or not', async () => {
  await using world = await genaiWorld({ limits: { request: 30 } });
  await world.addKey();
  world.fake.queue(() => undefined);
  expect((await complete(world)).error).toMatchObject({
    code: 'stream-interrupted',
    details: { reason: 'request-limit', seconds: 0.03 },
  });
});

test('stopping ends the request at the server', async () => {
  const abort = new AbortController();
  await using world = await withScripts((response) => {
    begin(response);
    delta(response, { content: 'part' });
  });
  const result = complete(world, abort.signal);
  const seen = await world.fake.seen(1);
  abort.abort();
  expect((await result).error).toMatchObject({ code: 'cancelled' });
  await seen.closed;
});
