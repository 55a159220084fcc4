import { expect, test } from 'vitest';
import { toHistory } from '../../../main/chat/history.ts';

const user = (content: string) => ({ role: 'user' as const, content });
const assistant = (content: string) => ({ role: 'assistant' as const, content });

test('a branch is sent as it stands', () => {
  const branch = [user('a'), assistant('b'), user('c')];
  expect(toHistory(branch)).toEqual(branch);
});

test('a partial answer is sent, an answer of nothing is not; roles still alternate', () => {
  expect(toHistory([user('a'), assistant('par'), user('b')])).toHaveLength(3);
  expect(toHistory([user('a'), assistant(''), user('b'), assistant(' \n'), user('c')])).toEqual([
    user('a\n\nb\n\nc'),
  ]);
});
