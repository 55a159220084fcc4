// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ToolProgress } from '../../../../preload/contract/chat/conversation.ts';
import { openApp } from '../../app.tsx';
import { chatWorld, message, place } from '../chat-world.ts';

it('a running tool says how far it is: a share of the whole, or a number, and its server’s words', async () => {
  const of = (progress?: ToolProgress, state: 'running' | 'done' = 'running') =>
    message('m1', 1, {
      ...{ state: 'complete', content: '' },
      toolCalls: [
        {
          ...{ id: 'c1', name: 'files__index', arguments: '{}', state },
          result: state === 'done' ? 'well' : null,
          ...(progress && { progress }),
        },
      ],
    });
  const branch = [message('m0', 0), of()];
  const { bridge } = chatWorld({ branch, change: { streaming: true } });
  await openApp(bridge, place);
  const list = within(await screen.findByRole('list', { name: 'Tools called' }));
  let sequence = 1;
  const shown = (progress?: ToolProgress, state?: 'done') => {
    sequence += 1;
    const told = { sequence, message: of(progress, state) };
    act(() => bridge.emit('chat.messageChanged', told));
    return list.getByRole('button').textContent;
  };
  expect(shown({ done: 2, total: 5, text: 'Reading b.txt' })).toBe(
    'files__indexruns40%Reading b.txt',
  );
  expect(shown({ done: 12_000, total: null, text: '' })).toBe('files__indexruns12,000');
  expect(shown({ done: 3, total: null, text: 'Third of many' })).toBe(
    'files__indexrunsThird of many',
  );
  // what is no share of a whole is a number
  expect(shown({ done: 7, total: 5, text: '' })).toBe('files__indexruns7');
  expect(shown(undefined, 'done')).toBe('files__indexdonewell');
});
