// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AppError } from '../../../../preload/contract/errors.ts';
import { openApp } from '../../app.tsx';
import { chatWorld, message, place } from '../chat-world.ts';

const busy = new AppError('http-rate-limited', {
  details: { host: 'ai.alpha.example.org', status: 429, retryAfter: 20 },
}).toData();
const cut = new AppError('network-reset', { details: { host: 'ai.alpha.example.org' } }).toData();
const asked = (change: Parameters<typeof message>[2] = {}) =>
  message('m1', 1, { state: 'streaming', content: '', ...change });

it('a wait for another try counts down, and goes when the request goes on', async () => {
  const branch = [message('m0', 0), asked()];
  const { bridge } = chatWorld({ branch, change: { streaming: true } });
  await openApp(bridge, place);
  await screen.findByText('Waiting for the model');
  const retryWait = { seconds: 20, problem: busy };
  const told = { sequence: 2, message: asked({ retryWait }) };
  act(() => bridge.emit('chat.messageChanged', told));
  const timer = screen.getByRole('timer');
  expect(timer.textContent).toBe('The service is busy. Trying again in 20 s.');
  expect(screen.queryByText('Waiting for the model')).toBeNull();
  // a busy computer may be late for a second
  const fewer = /^The service is busy\. Trying again in 1\d s\.$/;
  await screen.findByText(fewer, {}, { timeout: 10_000 });
  act(() => bridge.emit('chat.messageChanged', { sequence: 3, message: asked() }));
  expect(screen.queryByRole('timer')).toBeNull();
  await screen.findByText('Waiting for the model');
});

it('a window that is opened in mid-wait shows it, with the reason', async () => {
  const branch = [message('m0', 0), asked({ retryWait: { seconds: 7.5, problem: cut } })];
  const { bridge } = chatWorld({ branch, change: { streaming: true } });
  await openApp(bridge, place);
  const timer = await screen.findByRole('timer');
  expect(timer.textContent).toMatch(
    /^The connection to ai\.alpha\.example\.org was lost\. Trying again in [1-8] s\.$/,
  );
});

it('how long the model thought is told by the clock of main, whatever that of the window says', async () => {
  const thinking = asked({ reasoning: 'hm', firstByteAt: '2020-01-01T00:00:00.000Z' });
  const { bridge } = chatWorld({
    branch: [message('m0', 0), thinking],
    change: { streaming: true },
  });
  await openApp(bridge, place);
  await screen.findByRole('button', { name: 'Thinking' });
  const delta = { conversationId: 'c1', messageId: 'm1', sequence: 2, reasoning: '' };
  act(() =>
    bridge.emit('chat.delta', { ...delta, content: 'So', contentAt: '2020-01-01T00:00:04.000Z' }),
  );
  await screen.findByRole('button', { name: /^Thought for 4/ });
});
