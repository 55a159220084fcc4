// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openApp } from '../app.tsx';
import { chatWorld, composer, message, place } from '../chat-world.ts';

const field = () =>
  screen.getByRole<HTMLInputElement>('searchbox', { name: 'Find' });

it('what is typed right after the keys is looked for, from the first character on', async () => {
  const { bridge } = chatWorld({ branch: [message('m0', 0), message('m1', 1)] });
  bridge.answer({ 'branches.find': ({ text }) => ({ term: text, hits: [] }) });
  await openApp(bridge, place);
  await composer();
  fireEvent.keyDown(document.body, { key: 'f', ctrlKey: true });
  expect(document.activeElement).toBe(field());
  fireEvent.change(field(), { target: { value: 'old' } });
  fireEvent.keyDown(document.body, { key: 'f', ctrlKey: true });
  const { selectionStart, selectionEnd } = field();
  expect([selectionStart, selectionEnd]).toEqual([0, 3]);
});
