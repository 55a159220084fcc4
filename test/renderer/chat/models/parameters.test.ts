import { expect, test } from 'vitest';
import { parameters } from '../../../../preload/contract/chat/conversation.ts';
import {
  fromText,
  noParameters,
  toText,
} from '../../../../renderer/features/chat/models/parametersForm.ts';

test('stop sequences keep line breaks, tabs and backslashes through the form', () => {
  const value = parameters.parse({ stop: ['\n\n', 'a\tb', 'C:\\new', '\\n'] });
  const text = toText(value);
  expect(text.stop.split('\n')).toHaveLength(4);
  expect(fromText(text, noParameters)).toEqual({ value });
});

test('a line as it is typed', () => {
  const typed = { ...toText(noParameters), stop: 'END\n\\n\\n\n\n\\x' };
  expect(fromText(typed, noParameters)).toMatchObject({ value: { stop: ['END', '\n\n', '\\x'] } });
});

test.each([
  ['maxTokens', '0'],
  ['maxTokens', '1.5'],
  ['temperature', 'warm'],
  ['topP', '1.1'],
  ['seed', '1e400'],
  ['choices', '0'],
  ['choices', '9'],
  ['toolRounds', '0'],
  ['extra', '[1]'],
  ['extra', '{"a": 1,}'],
  ['extra', '{"stream": false}'],
])('%s cannot be %s', (field, typed) => {
  const result = fromText({ ...toText(noParameters), [field]: typed }, noParameters);
  expect(result).toEqual({ wrong: new Set([field]) });
});
