import { expect, test } from 'vitest';
import { watchUsage } from '../../../../main/chat/service/stream/passed-usage.ts';

const event = (value: object): string => `data: ${JSON.stringify(value)}\r\n\r\n`;
const usage = { prompt_tokens: 7, completion_tokens: 2 };
const counted = expect.objectContaining({ inputTokens: 7, outputTokens: 2 });

function watched(type: string, text: string, size: number) {
  const watch = watchUsage(type);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) watch.push(bytes.subarray(at, at + size));
  return watch.end();
}

test('the usage of a stream is found wherever its pieces are cut', () => {
  const text = [
    event({ choices: [{ delta: { content: '"usage" は' } }], usage: null }),
    event({ choices: [], usage }),
    'data: [DONE]\n\n',
  ].join('');
  for (let size = 1; size <= Buffer.byteLength(text); size += 1) {
    expect([size, watched('text/event-stream', text, size)]).toEqual([size, counted]);
  }
});

test('the usage of a whole answer is found, and none where there is none', () => {
  const text = JSON.stringify({ choices: [], usage });
  expect(watched('application/json', text, 5)).toEqual(counted);
  expect(watched('application/json', '{"choices":[]}', 5)).toBe(null);
  expect(watched('application/json', `${text}!`, 5)).toBe(null);
  expect(watched('text/event-stream', event({ choices: [] }), 5)).toBe(null);
});

test('a line or an answer that is too long is left out, and what comes after it is not', () => {
  const long = `data: ${'x'.repeat(300_000)}"usage"\n`;
  expect(watched('text/event-stream', long + event({ usage }), 65_536)).toEqual(counted);
  const whole = JSON.stringify({ pad: 'x'.repeat(5 * 1024 * 1024), usage });
  expect(watched('application/json', whole, 65_536)).toBe(null);
});
