import { expect, test } from 'vitest';
import { splitThinking } from '../../../../main/chat/service/stream/thinking.ts';

/** What is told of a content that comes in pieces of so many characters. */
function split(text: string, size: number, reasoning = '') {
  const told = { content: '', reasoning: '' };
  const listener = splitThinking({
    content(piece) {
      told.content += piece;
    },
    reasoning(piece) {
      told.reasoning += piece;
    },
    thought() {
      told.reasoning += told.content;
      told.content = '';
    },
  });
  if (reasoning !== '') listener.reasoning?.(reasoning, 0, 'reasoning_content');
  for (let at = 0; at < text.length; at += size) listener.content(text.slice(at, at + size), 0);
  listener.end();
  return { content: told.content.trimStart(), reasoning: told.reasoning.trim() };
}

const sizes = [1, 2, 3, 7, 1000];
const answer = 'The answer is **2**.';

test.each([
  ['think', '<think>\n1+1=2.\n</think>\n\n'],
  ['without line breaks', '<think>1+1=2.</think>'],
  ['after blank lines', '\n\n<think>1+1=2.</think>\n'],
  ['thinking', '<thinking>1+1=2.</thinking>\n\n'],
  ['thought', '<thought>1+1=2.</thought>\n\n'],
  ['in brackets', '[THINK]1+1=2.[/THINK]'],
  ['of another model', '<seed:think>1+1=2.</seed:think>'],
  ['in triangles', '◁think▷1+1=2.◁/think▷'],
  ['a channel', '<|channel>thought\n1+1=2.<channel|>'],
  ['channels with messages', '<|channel|>analysis<|message|>1+1=2.<|channel|>final<|message|>'],
  [
    'whole messages',
    '<|channel|>analysis<|message|>1+1=2.<|end|><|start|>assistant<|channel|>final<|message|>',
  ],
  ['an end alone', '1+1=2.\n</think>\n\n'],
])('thinking at the start is reasoning: %s', (_, begin) => {
  for (const size of sizes) {
    expect(split(begin + answer, size)).toEqual({ content: answer, reasoning: '1+1=2.' });
  }
});

test.each([
  ['in code', '<think>\nSay `</think>`? No.\n</think>\n\n', 'Say `</think>`? No.'],
  ['in quotes', '<think>Say "</think>" or “</think>”?</think>', 'Say "</think>" or “</think>”?'],
  ['in Japanese quotes', '<think>「</think>」は使わない。</think>', '「</think>」は使わない。'],
  ['beside a word in quotes', '<think>It is "2"</think>', 'It is "2"'],
])('an end that is spoken of ends nothing: %s', (_, begin, reasoning) => {
  for (const size of sizes)
    expect(split(begin + answer, size)).toEqual({ content: answer, reasoning });
});

test.each([
  ['a mark later in the text', 'Use <think> to think.\n</think>\nDone.'],
  ['an end within a line', 'The tag </think> ends it.'],
  ['an end in code', 'See:\n```\n</think>\n```\n'],
  ['a beginning that is none', '<thinner> than air'],
  ['a beginning that goes no further', '<thi'],
  ['another tag', '<p>Hello</p>'],
])('what only speaks of it stays text: %s', (_, text) => {
  for (const size of sizes) expect(split(text, size)).toEqual({ content: text, reasoning: '' });
});

test('nothing of an answer that ends within its thinking is text', () => {
  for (const size of sizes) {
    expect(split('<think>1+1=2. </thi', size)).toEqual({ content: '', reasoning: '1+1=2. </thi' });
  }
});

test('where reasoning comes in its own field, an end without a beginning is text', () => {
  const text = 'First.\n</think>\nThen.';
  expect(split(text, 3, 'By itself.')).toEqual({ content: text, reasoning: 'By itself.' });
});
