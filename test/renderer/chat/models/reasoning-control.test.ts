import { expect, test } from 'vitest';
import { isRequestField } from '../../../../preload/contract/systems/system-choices.ts';
import {
  choiceValue,
  fieldValueIn,
  withFieldValue,
} from '../../../../renderer/features/chat/models/reasoningControl.ts';

const nested = 'chat_template_kwargs.enable_thinking';

test.each([
  ['low', 'low'],
  ['true', true],
  ['1024', 1024],
  ['"true"', 'true'],
  ['null', null],
  ['{"type":"enabled"}', { type: 'enabled' }],
  ['{broken', '{broken'],
])('the choice %s stands for %j', (choice, value) => {
  expect(choiceValue(choice)).toEqual(value);
});

test.each([
  ['', 'reasoning_effort', 'low', { reasoning_effort: 'low' }],
  ['{"a":1}', 'reasoning_effort', 'low', { a: 1, reasoning_effort: 'low' }],
  ['', nested, false, { chat_template_kwargs: { enable_thinking: false } }],
  [
    '{"chat_template_kwargs":{"x":1,"enable_thinking":true}}',
    nested,
    false,
    { chat_template_kwargs: { x: 1, enable_thinking: false } },
  ],
  ['{"chat_template_kwargs":5}', nested, true, { chat_template_kwargs: { enable_thinking: true } }],
  ['', 'constructor.x', 1, { constructor: { x: 1 } }],
])('in %s the field %s is set to %j, and nothing else changes', (extra, field, value, expected) => {
  const changed = withFieldValue(extra, field, value);
  expect(JSON.parse(changed)).toEqual(expected);
  expect(fieldValueIn(changed, field)).toEqual({ value });
});

test('a field that is not sent is removed with the empty records around it, and no others', () => {
  const extra = withFieldValue('', nested, true);
  expect(withFieldValue(extra, nested, undefined)).toBe('');
  expect(JSON.parse(withFieldValue('{"a":{},"b":{"c":1}}', 'b.c', undefined))).toEqual({ a: {} });
  expect(fieldValueIn('{"a":1}', nested)).toEqual({ value: undefined });
});

test('fields that are no JSON object have no choice', () => {
  expect(fieldValueIn('{"a":', 'a')).toBeNull();
  expect(fieldValueIn('[1]', '0')).toBeNull();
});

test.each(['reasoning_effort', nested, 'a.b.c', 'thinking-mode', '推論'])(
  '%s is a field',
  (text) => {
    expect(isRequestField(text)).toBe(true);
  },
);

test.each(['', '.', 'a.', '.a', 'a..b', 'a b', 'model', 'messages.x', 'stream', '__proto__.x'])(
  '“%s” is none',
  (text) => {
    expect(isRequestField(text)).toBe(false);
  },
);
