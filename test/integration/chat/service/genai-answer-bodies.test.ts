import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { begin, plain, type Script } from '../../../support/servers/fake-genai.ts';
import { complete, type Result, withScripts } from './completions.ts';

describe('an answer that is no event stream', () => {
  const whole = { model: 'm', choices: [{ index: 0, message: { content: 'whole' } }] };

  test.each<[string, Script, Partial<Result>]>([
    ['a JSON completion', plain(200, whole), { text: 'whole', error: null }],
    [
      'a JSON completion under the wrong type',
      plain(200, JSON.stringify(whole, null, 2), { 'content-type': 'text/event-stream' }),
      { text: 'whole', error: null },
    ],
    [
      'an error with status 200',
      plain(200, { error: 'Unauthorized' }),
      {
        error: expect.objectContaining({
          code: 'stream-error',
          details: expect.objectContaining({ server: 'Unauthorized' }),
        }),
      },
    ],
    [
      'a page',
      plain(200, '<html><title>Sign in</title></html>', { 'content-type': 'text/html' }),
      {
        error: expect.objectContaining({
          code: 'answer-not-json',
          details: expect.objectContaining({ server: 'Sign in' }),
        }),
      },
    ],
    [
      'plain text',
      plain(200, 'error: no upstream', { 'content-type': 'text/plain' }),
      {
        error: expect.objectContaining({
          code: 'answer-not-json',
          details: expect.objectContaining({ server: 'error: no upstream' }),
        }),
      },
    ],
    [
      'JSON of another shape',
      plain(200, { hello: 1 }),
      { error: expect.objectContaining({ code: 'answer-shape' }) },
    ],
    [
      'events under the wrong type',
      plain(200, 'data: {"choices":[{"delta":{"content":"x"}}]}\n\ndata: [DONE]\n\n', {
        'content-type': 'text/plain',
      }),
      { text: 'x', error: null },
    ],
    [
      'events compressed with gzip',
      (response) => {
        const events = 'data: {"choices":[{"delta":{"content":"z"}}]}\n\ndata: [DONE]\n\n';
        const headers = { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' };
        response.writeHead(200, headers).end(gzipSync(events));
      },
      { text: 'z', error: null },
    ],
  ])('%s', async (_, script, result) => {
    await using world = await withScripts(script);
    expect(await complete(world)).toMatchObject(result);
  });
});

test('a server that says more and more, as fast as it can, is cut off, and what came is kept', async () => {
  let sent = 0;
  const endless: Script = (response) => {
    begin(response);
    const event = `data: {"choices":[{"delta":{"content":"${'so '.repeat(5000)}"}}]}\n\n`;
    const more = (): void => {
      if (response.destroyed) return;
      sent += event.length;
      if (response.write(event)) setImmediate(more);
    };
    response.on('drain', more);
    more();
  };
  await using world = await withScripts(endless);
  const { text, error } = await complete(world);
  expect(error).toMatchObject({ code: 'answer-too-large' });
  expect(text.length).toBeGreaterThan(3_900_000);
  expect(text.length).toBeLessThanOrEqual(4_000_000);
  // the connection was ended with it
  expect(sent).toBeLessThan(40_000_000);
});
