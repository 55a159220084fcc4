// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openApp } from './app.tsx';
import { chatWorld } from './chat/chat-world.ts';
import type { FakeBridge } from './fake-bridge.ts';
import { createWorld, system } from './world.ts';

/** The app while main has not answered this: as a rule which systems there are. */
async function waiting(
  late = 'systems.snapshot',
  { bridge }: { readonly bridge: FakeBridge } = createWorld(),
  hash = '',
) {
  let answer = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { invoke } = bridge;
  const slow = {
    ...bridge,
    invoke: async (...call: Parameters<typeof invoke>) => {
      if (call[0] === late) await asked;
      return invoke(...call);
    },
  };
  const app = await openApp(slow, hash);
  return { ...app, answer: () => act(async () => answer()) };
}

const isInert = (element: Element): boolean => element.closest('[inert]') !== null;

test('the first start draws the first screen at once; it can be used when main has answered', async () => {
  const { container, answer } = await waiting();
  const demo = screen.getByText('Nothing yet: open the demo');
  expect(isInert(demo)).toBe(true);
  await answer();
  await expect.poll(() => container.querySelector('[inert]')).toBeNull();
});

test('where there were systems the names of the screens stand in their places at once', async () => {
  localStorage.setItem('compute-desk-frame', 'frame');
  const { container, answer } = await waiting();
  expect(isInert(screen.getByText('Chat'))).toBe(true);
  expect(screen.queryByText('Nothing yet: open the demo')).toBeNull();
  await answer();
  await expect.poll(() => container.querySelector('[inert]')).toBeNull();
});

test.each(['certificates.snapshot', 'session.snapshot'])(
  'who the user is is not claimed before %s was answered',
  async (late) => {
    const { answer } = await waiting(late, createWorld({ systems: [system('alpha', 'Alpha')] }));
    const chip = await screen.findByRole('button', { name: /^Session:/ });
    const claimed = () =>
      within(chip)
        .getByText(/No certificate|Taro/)
        .closest('.invisible');
    expect(claimed()).not.toBeNull();
    await answer();
    await expect.poll(claimed).toBeNull();
  },
);

test('that there is no model or key is not claimed before main has told of the service', async () => {
  const { answer } = await waiting('genai.snapshot', chatWorld({ branch: [] }), '#/chat');
  const claimed = () => screen.queryAllByText(/^No (model|API key)$/);
  const hidden = () => claimed().filter((one) => one.closest('.invisible') !== null);
  await expect.poll(() => hidden().length).toBe(2);
  expect(claimed()).toEqual(hidden());
  await answer();
  await expect.poll(hidden).toEqual([]);
});

test('the texts come in the language of last time', async () => {
  localStorage.setItem('compute-desk-language', 'ja');
  const { answer } = await waiting();
  expect(document.documentElement.lang).toBe('ja');
  await answer();
  // and follow the settings
  await expect.poll(() => document.documentElement.lang).toBe('en');
});
