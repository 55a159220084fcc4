// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AppError } from '../../../../preload/contract/errors.ts';
import { openApp } from '../../app.tsx';
import { chatWorld, composer, message, place } from '../chat-world.ts';

const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Find' });

/** A conversation of two messages, with the bar open. */
async function openBar() {
  const { bridge } = chatWorld({ branch: [message('m0', 0), message('m1', 1)] });
  bridge.answer({ 'branches.find': ({ text }) => ({ term: text, hits: [] }) });
  await openApp(bridge, place);
  await composer();
  fireEvent.keyDown(document.body, { key: 'f', ctrlKey: true });
  return bridge;
}

it('what is typed right after the keys is looked for, from the first character on', async () => {
  await openBar();
  expect(document.activeElement).toBe(field());
  fireEvent.change(field(), { target: { value: 'old' } });
  fireEvent.keyDown(document.body, { key: 'f', ctrlKey: true });
  const { selectionStart, selectionEnd } = field();
  expect([selectionStart, selectionEnd]).toEqual([0, 3]);
});

it('why it could not be looked for is said, which is not that nothing was found', async () => {
  const bridge = await openBar();
  bridge.answer({
    'branches.find': () => {
      throw new AppError('not-found');
    },
  });
  const bar = within(field().closest('search') as HTMLElement);
  fireEvent.change(field(), { target: { value: 'zebra' } });
  const alert = await bar.findByRole('alert');
  expect(bar.queryByText('Not found')).toBeNull();

  bridge.answer({ 'branches.find': () => ({ term: 'zebra', hits: [] }) });
  fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await bar.findByText('Not found')).toBeTruthy();
  await waitFor(() => expect(bar.queryByRole('alert')).toBeNull());
});
