// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AppError } from '../../preload/contract/errors.ts';
import { openApp } from './app.tsx';
import { chatWorld, composer, place } from './chat/chat-world.ts';

/** Whether the browser would ask before the page is left. */
const asks = (): boolean => {
  const event = new Event('beforeunload', { cancelable: true });
  act(() => void window.dispatchEvent(event));
  return event.defaultPrevented;
};
const full = new AppError('disk-full').toData();

it('a window is not closed without a question while something is unsaved, and who stays is told the way on', async () => {
  const { bridge } = chatWorld({ branch: [] });
  await openApp(bridge, place);
  await composer();
  expect(asks()).toBe(false);
  act(() => bridge.emit('unsaved.changed', { messages: 2, problem: full }));
  await waitFor(() => expect(asks()).toBe(true));
  const dialog = await screen.findByRole('dialog', { name: 'Not everything is saved' });
  expect(dialog.textContent).toContain('2 messages are only in memory.');
  expect(dialog.textContent).toContain('The disk is full. Free some disk space.');
  // saved after all, there is nothing to say any more
  act(() => bridge.emit('unsaved.changed', { messages: 0, problem: null }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asks()).toBe(false);
});

it('neither is a window with a draft that could not be kept', async () => {
  const { bridge } = chatWorld({ branch: [] });
  let works = false;
  bridge.answer({
    'drafts.set': () => {
      if (!works) throw new AppError('disk-full');
    },
  });
  await openApp(bridge, place);
  fireEvent.change(await composer(), { target: { value: 'words' } });
  await waitFor(() => expect(asks()).toBe(true));
  works = true;
  await waitFor(() => expect(asks()).toBe(false), { timeout: 10_000 });
});
