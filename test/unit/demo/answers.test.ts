import { describe, expect, test } from 'vitest';
import { answer } from '../../../main/demo/genai/answers/index.ts';
import { findSum } from '../../../main/demo/genai/answers/sum.ts';
import { parseFault } from '../../../main/demo/genai/faults.ts';
import { imageSize } from '../../../main/demo/genai/image-size.ts';
import { parseChatRequest } from '../../../main/demo/genai/request.ts';

function contentFor(question: string): string {
  const body = { model: 'gamma-5.2', messages: [{ role: 'user', content: question }] };
  return answer(parseChatRequest(Buffer.from(JSON.stringify(body)))).content;
}

describe('answers', () => {
  test.each([
    ['Show me some code', '```python'],
    ['コードを見せて', '```python'],
    ['Make a table of the partitions', '|---|'],
    ['一覧表を作って', '|---|'],
    ['Show some maths', '$$'],
    ['数式を見せて', '$$'],
    ['Draw a diagram', '```mermaid'],
    ['図を描いて', '```mermaid'],
    ['hello', 'Try one of these'],
    ['こんにちは', '話しかけて'],
    ['Why is my job slow?', '> Why is my job slow?'],
  ])('%s', (question, part) => {
    expect(contentFor(question)).toContain(part);
  });

  test.each([
    ['hello', 'Demo system'],
    ['こんにちは', 'デモシステム'],
  ])('every answer says that it is the demo: %s', (question, notice) => {
    for (const more of ['', ' long answer', ' 12 * 3', ' table']) {
      expect(contentFor(question + more)).toContain(notice);
    }
  });
});

describe('sums', () => {
  test.each([
    ['What is 12 * (3 + 4)?', '84'],
    ['1 + 2 - 3 * 4 / 6', '1'],
    ['6 × 7 は？', '42'],
    ['0.1 + 0.2', '0.3'],
  ])('%s is %s', (question, value) => {
    expect(findSum(question)?.value).toBe(value);
  });

  test.each(['no numbers', '7', '1 / 0', '1 +', '(1 + 2', 'on 2026'])(
    '%s is no sum',
    (question) => {
      expect(findSum(question)).toBeUndefined();
    },
  );
});

describe('faults', () => {
  test.each([
    ['!error 503', { kind: 'error', status: 503, shape: 'openai' }],
    ['!error 418 text and more', { kind: 'error', status: 418, shape: 'text' }],
    ['!error 200', { kind: 'error', status: 500, shape: 'openai' }],
    ['!drop', { kind: 'drop', afterTokens: 12 }],
    ['  !stall 0 silent', { kind: 'stall', afterTokens: 0, silent: true }],
    ['!slow 3\nand a question', { kind: 'slow', seconds: 3 }],
  ])('%j', (text, fault) => {
    expect(parseFault(text)).toEqual(fault);
  });

  test.each(['error 503', 'please !drop', '!dropped', '!unknown'])('%j is none', (text) => {
    expect(parseFault(text)).toBeUndefined();
  });
});

describe('image sizes', () => {
  test.each([
    ['VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, 0x20, 0x43, 0x58, 0x02]],
    ['VP8L', [0x2f, 0x1f, 0xc3, 0x95, 0, 0, 0, 0, 0, 0]],
    ['VP8X', [0, 0, 0, 0, 0x1f, 3, 0, 0x57, 2, 0]],
  ])('of WebP, %s', (chunk, content) => {
    const head = Buffer.from(`RIFF....WEBP${chunk}....`, 'latin1');
    expect(imageSize(Buffer.concat([head, Buffer.from(content)]))).toEqual({
      width: 800,
      height: 600,
    });
  });

  test('of GIF and JPEG, and none of anything else', () => {
    const gif = Buffer.from('4749463839610500070000', 'hex');
    const jpeg = Buffer.from('ffd8ffe00004abcdffc0000b080009000b0101', 'hex');
    expect(imageSize(gif)).toEqual({ width: 5, height: 7 });
    expect(imageSize(jpeg)).toEqual({ width: 11, height: 9 });
    expect(imageSize(Buffer.from('ffd8ffe0', 'hex'))).toBeUndefined();
    expect(imageSize(Buffer.from('hello'))).toBeUndefined();
  });
});
