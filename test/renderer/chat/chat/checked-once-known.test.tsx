// @vitest-environment jsdom
import { act, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openApp } from '../../app.tsx';
import { chatWorld, composer, inputs, message, place } from '../chat-world.ts';

/** What was to be done as soon as possible is done. */
const soon = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));

it('a conversation that is being opened is not judged: main would read all of it before its end', async () => {
  const { bridge } = chatWorld({ branch: [message('m0', 0), message('m1', 1)] });
  bridge.answer({ 'conversations.openEnd': () => new Promise<never>(() => undefined) });
  await openApp(bridge, place);
  await waitFor(() => expect(inputs(bridge, 'conversations.openEnd')).toHaveLength(1));
  await soon();
  await soon();
  expect(inputs(bridge, 'requests.check')).toEqual([]);
});

it('it is judged once it is known, and once', async () => {
  const { bridge } = chatWorld({ branch: [message('m0', 0), message('m1', 1)] });
  await openApp(bridge, place);
  await composer();
  await waitFor(() => expect(inputs(bridge, 'requests.check').length).toBeGreaterThan(0));
  await soon();
  await soon();
  expect(inputs(bridge, 'requests.check')).toHaveLength(1);
});
