import { describe, expect, test } from 'vitest';
import { capture, captureNames, capturesPresent } from '../../../support/files/captures.ts';
import { cut, type Decoded, decode, decodeAll, expectPartial } from './decode.ts';

/** What the same events say when read with nothing but a text split and JSON.parse. */
function readPlainly(text: string): { content: string; reasoning: string; usage: unknown } {
  let content = '';
  let reasoning = '';
  let usage: unknown = null;
  for (const line of text.split('\n')) {
    if (!line.startsWith('data: {')) continue;
    let event: Record<string, never[] | undefined>;
    try {
      event = JSON.parse(line.slice(6)) as typeof event;
    } catch {
      continue;
    }
    for (const choice of (event.choices ?? []) as {
      index: number;
      delta: Record<string, string | null>;
    }[]) {
      if (choice.index !== 0) continue;
      content += choice.delta.content ?? '';
      reasoning += choice.delta.reasoning_content ?? '';
    }
    usage = event.usage ?? usage;
  }
  return { content, reasoning, usage };
}

const streams = captureNames('.sse');
const small = streams.filter((name) => capture(name).length <= 10_600);

describe.skipIf(!capturesPresent)('captures of llama-server', () => {
  test.each(streams)('%s reads the same whole, byte by byte and in odd pieces', (name) => {
    const bytes = capture(name);
    const whole = decode(bytes);
    const plainly = readPlainly(bytes.toString('utf8'));

    expect(whole.content[0] ?? '').toBe(plainly.content);
    expect(whole.reasoning[0] ?? '').toBe(plainly.reasoning);
    expect(whole.usage !== null).toBe(plainly.usage !== null);
    for (const size of [1, 2, 3, 7, 61, 255, 256, 4096]) {
      expect(decodeAll(cut(bytes, size))).toEqual(whole);
    }
  });

  // At every byte in captures-splits.thorough.test.ts.
  test.each(small)('%s cut off somewhere never says more than was sent, nor fails', (name) => {
    const bytes = capture(name);
    for (let at = 0; at < bytes.length; at += 41) expectPartial(bytes, at);
  });

  const read = (name: string): Decoded => decode(capture(name));

  test('broken streams are not complete, ended ones are', () => {
    const broken = ['stream-client-abort', 'stream-server-sigterm', 'stream-server-killed'];
    for (const name of broken) expect(read(`${name}.sse`).complete).toBe(false);
    for (const name of streams) {
      if (broken.some((one) => name.startsWith(one)) || name.includes('error')) continue;
      expect({ name, complete: read(name).complete }).toEqual({ name, complete: true });
    }
  });

  test('an error in mid-stream keeps the text before it and the words of the server', () => {
    const decoded = read('stream-error-midstream.sse');
    expect(decoded.content[0]).toContain('emonicThunder');
    expect(decoded.error).toMatchObject({
      code: 'stream-error',
      details: { server: expect.stringContaining('peg-native format') },
    });
  });

  test('two parallel tool calls come out whole; a cut one stays cut', () => {
    const parallel = read('stream-tool-parallel.sse');
    expect(parallel.tools).toHaveLength(2);
    for (const tool of parallel.tools) {
      expect(tool.id).not.toBe('');
      expect(tool.name).not.toBe('');
      expect(() => JSON.parse(tool.arguments)).not.toThrow();
    }
    expect(parallel.finished).toEqual(['0:tool_calls']);

    const cutOff = read('stream-tool-cut.sse');
    expect(cutOff.finished).toEqual(['0:length']);
    expect(() => JSON.parse(cutOff.tools[0]?.arguments ?? '')).toThrow();
  });

  test('two choices are kept apart', () => {
    const decoded = read('stream-n2.sse');
    expect(decoded.content[0]).not.toBe('');
    expect(decoded.content[1]).not.toBe('');
    expect(decoded.finished.toSorted()).toEqual(['0:stop', '1:stop']);
  });

  test('U+2028 and U+0085 inside a text do not split its event', () => {
    const { content } = read('stream-unicode.sse');
    expect(content[0]).toContain('\u2028');
    expect(content[0]).toContain('\u0085');
  });
});
