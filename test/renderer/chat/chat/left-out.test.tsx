// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openApp } from '../../app.tsx';
import { type Chat, chatWorld, inputs, message, place } from '../chat-world.ts';

const failed = (code: 'context-overflow' | 'network-refused') =>
  message('m1', 1, {
    state: 'failed',
    content: '',
    problem: { code, details: {}, retryable: false },
  });
const left = 'Not sent with later messages: it was refused.';

it('a question that was refused is marked as left out; one click has it sent, another one not', async () => {
  const chat: Chat = { branch: [message('m0', 0), failed('context-overflow')] };
  const { bridge } = chatWorld(chat);
  bridge.answer({
    'requests.setLeftOut': ({ leftOut }) => {
      const changed = { ...message('m0', 0), leftOut: leftOut === true };
      bridge.emit('chat.messageChanged', { sequence: leftOut === true ? 3 : 2, message: changed });
    },
  });
  await openApp(bridge, place);
  const thread = within(await screen.findByRole('log'));
  await thread.findByText(left);
  const checks = inputs(bridge, 'requests.check').length;
  fireEvent.click(thread.getByRole('button', { name: 'Send it along' }));
  await thread.findByText('Sent along with later messages.');
  expect(thread.queryByText(left)).toBeNull();
  // what would be sent has become another
  await waitFor(() => expect(inputs(bridge, 'requests.check').length).toBeGreaterThan(checks));
  fireEvent.click(thread.getByRole('button', { name: 'Leave it out' }));
  await thread.findByText(left);
  expect(inputs(bridge, 'requests.setLeftOut')).toEqual([
    { messageId: 'm0', leftOut: false },
    { messageId: 'm0', leftOut: true },
  ]);
});

it('a question that failed for another reason is sent, and needs no mark; nor one that was answered', async () => {
  const { bridge } = chatWorld({ branch: [message('m0', 0), failed('network-refused')] });
  await openApp(bridge, place);
  await screen.findByText('text of m0');
  expect(screen.queryByText(left)).toBeNull();
  act(() =>
    bridge.emit('chat.messageChanged', {
      sequence: 2,
      message: message('m1', 1, { content: 'x' }),
    }),
  );
  expect(screen.queryByRole('button', { name: 'Send it along' })).toBeNull();
});
