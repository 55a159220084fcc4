// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openApp } from '../../app.tsx';
import { chatWorld, message, place } from '../chat-world.ts';

it('an answer that looks finished has its footer, and takes what still comes', async () => {
  const answer = message('m1', 1, { state: 'streaming', content: 'Part one.' });
  const { bridge } = chatWorld({ branch: [message('m0', 0), answer], change: { streaming: true } });
  await openApp(bridge, place);
  await screen.findByText('Part one.');
  const copy = () => screen.queryAllByRole('button', { name: 'Copy as Markdown' }).length;
  const before = copy();
  const quiet = { ...answer, quiet: true as const };
  act(() => bridge.emit('chat.messageChanged', { sequence: 2, message: quiet }));
  expect(copy()).toBe(before + 1);
  act(() => bridge.emit('chat.messageChanged', { sequence: 3, message: answer }));
  expect(copy()).toBe(before);
  const delta = { conversationId: 'c1', messageId: 'm1', sequence: 4, reasoning: '' };
  act(() => bridge.emit('chat.delta', { ...delta, content: ' Part two.' }));
  await screen.findByText('Part one. Part two.');
});
