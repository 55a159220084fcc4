// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { AppError } from '../../../../preload/contract/errors.ts';
import { openApp } from '../../app.tsx';
import { chatWorld, composer, inputs, message, place } from '../chat-world.ts';

async function openSent() {
  const more = await screen.findByRole('button', { name: 'More for this answer' });
  fireEvent.keyDown(more, { key: 'Enter' });
  fireEvent.click(await screen.findByRole('menuitem', { name: 'What was sent' }));
  return screen.findByRole('dialog', { name: 'What was sent' });
}

it('the request of an answer opens from its menu, a long one in parts, and is copied and saved', async () => {
  const { bridge } = chatWorld({ branch: [message('m0', 0), message('m1', 1)] });
  const request = JSON.stringify({ body: { messages: ['word '.repeat(60_000)] } }, null, 2);
  bridge.answer({
    'requests.sent': () => ({ request }),
    'app.saveText': () => ({ kind: 'saved', path: '/tmp/request.json' }),
  });
  const writeText = vi.fn(() => Promise.resolve());
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  await openApp(bridge, place);
  await composer();
  const dialog = await openSent();
  const shown = await screen.findByRole('region', { name: 'The request as JSON' });
  expect(inputs(bridge, 'requests.sent')).toEqual([{ messageId: 'm1' }]);
  expect(shown.textContent).toBe(request);
  // what is out of sight is not laid out
  expect(shown.querySelectorAll('.long-text-part').length).toBeGreaterThan(60);
  expect(dialog.textContent).toContain('293 KB');
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
  await waitFor(() => expect(writeText).toHaveBeenCalledWith(request));
  fireEvent.click(screen.getByRole('button', { name: 'Save…' }));
  await waitFor(() =>
    expect(inputs(bridge, 'app.saveText')).toEqual([{ name: 'request.json', text: request }]),
  );
});

it('the request is in reach while the answer is being written, and says when it has not gone out', async () => {
  const running = message('m1', 1, { state: 'streaming', content: '' });
  const { bridge } = chatWorld({
    branch: [message('m0', 0), running],
    change: { streaming: true },
  });
  let request: string | null = null;
  bridge.answer({ 'requests.sent': () => ({ request }) });
  await openApp(bridge, place);
  await composer();
  fireEvent.click(await screen.findByRole('button', { name: 'What was sent' }));
  await screen.findByText('The request for this answer has not been sent yet.');
  request = '{ "model": "alpha" }';
  const ended = message('m1', 1, { content: 'Done.' });
  act(() => bridge.emit('chat.messageChanged', { sequence: 2, message: ended }));
  const shown = await screen.findByRole('region', { name: 'The request as JSON' });
  expect(shown.textContent).toBe(request);
});

it('an answer whose request was not kept says so, and a failure is told with its words', async () => {
  const { bridge } = chatWorld({ branch: [message('m0', 0), message('m1', 1)] });
  bridge.answer({ 'requests.sent': () => ({ request: null }) });
  await openApp(bridge, place);
  await composer();
  await openSent();
  await screen.findByText(/The request for this answer was not stored/);
  expect(screen.queryByRole('button', { name: 'Copy' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  bridge.answer({
    'requests.sent': () => {
      throw new AppError('not-found', { details: { what: 'message' } });
    },
  });
  await openSent();
  await screen.findByRole('alert');
});
