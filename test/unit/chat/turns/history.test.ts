import { expect, test } from 'vitest';
import type { HistoryEntry } from '../../../../main/chat/conversations/index.ts';
import { fromFirstSent, toHistory } from '../../../../main/chat/turns/history.ts';

const user = (content: string) => ({ role: 'user' as const, content });
const assistant = (content: string) => ({ role: 'assistant' as const, content });
const entry = (
  message: Pick<HistoryEntry, 'role' | 'content'>,
  state: HistoryEntry['state'] = 'complete',
): HistoryEntry => ({
  ...{ id: message.content, problem: null, toolCalls: [], attachments: [], leftOut: null },
  ...message,
  state,
});

test('a branch is sent as it stands', () => {
  const branch = [user('a'), assistant('b'), user('c')];
  expect(toHistory(branch.map((message) => entry(message)))).toEqual(branch);
});

test.each(['stopped', 'interrupted', 'failed'] as const)('a partial %s answer is sent', (state) => {
  const branch = [entry(user('a')), entry(assistant('par'), state), entry(user('b'))];
  expect(toHistory(branch)).toEqual([user('a'), assistant('par'), user('b')]);
});

test('an answer without content is not sent; roles still alternate', () => {
  const branch = [
    entry(user('a')),
    entry(assistant(''), 'stopped'),
    entry(user('b')),
    entry(assistant(' \n'), 'interrupted'),
    entry(user('c')),
  ];
  expect(toHistory(branch)).toEqual([user('a\n\nb\n\nc')]);
});

test('a message that was refused is not sent again with the next one', () => {
  const branch = [
    entry(user('a')),
    entry(assistant('b')),
    entry(user('far too long')),
    {
      ...entry(assistant(''), 'failed'),
      problem: { code: 'context-overflow' as const, details: {}, retryable: false },
    },
    entry(user('c')),
  ];
  expect(toHistory(branch)).toEqual([user('a'), assistant('b'), user('c')]);
});

test('an answer that goes on is one text with the one it goes on from', () => {
  const branch = [
    entry(user('a')),
    entry(assistant('Hello wor'), 'interrupted'),
    entry(assistant('ld')),
    entry(user('b')),
  ];
  expect(toHistory(branch)).toEqual([user('a'), assistant('Hello world'), user('b')]);
});

test('turns before the chosen start are left out, and come back without it', () => {
  const branch = [user('a'), assistant('b'), user('c')].map((message) => entry(message));
  expect(fromFirstSent(branch, 'c').map(({ content }) => content)).toEqual(['c']);
  expect(fromFirstSent(branch, null)).toEqual(branch);
  expect(fromFirstSent(branch, 'of another branch')).toEqual(branch);
});

test('tool calls are sent with their results; a call without one, or with cut arguments, is made whole', () => {
  const call = (id: string, text: string, result: string | null) => ({
    id,
    name: 'add',
    arguments: text,
    state: 'done' as const,
    result,
  });
  const branch = [
    entry(user('a')),
    { ...entry(assistant('')), toolCalls: [call('1', '{"x":1}', '2'), call('2', '{"x":', null)] },
    entry(assistant('b')),
  ];
  const called = (id: string, text: string) => ({
    id,
    type: 'function',
    function: { name: 'add', arguments: text },
  });
  expect(toHistory(branch)).toEqual([
    user('a'),
    { role: 'assistant', content: null, tool_calls: [called('1', '{"x":1}'), called('2', '{}')] },
    { role: 'tool', tool_call_id: '1', content: '2' },
    { role: 'tool', tool_call_id: '2', content: 'This call was not run.' },
    assistant('b'),
  ]);
});
