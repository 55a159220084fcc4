// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fromPalette, openApp } from '../../app.tsx';
import { type Chat, chatWorld, inputs, message, place } from '../chat-world.ts';

const articles = () => screen.getAllByRole('article').map((one) => one.textContent ?? '');

function world() {
  const chat: Chat = { branch: [0, 1, 2, 3].map((depth) => message(`m${depth}`, depth)) };
  const { bridge } = chatWorld(chat);
  bridge.answer({
    'branches.remove': () => ({ removal: 'r1' }),
    'branches.restore': () => undefined,
  });
  return { bridge, chat };
}

it('a question is deleted from its footer, leaves at once, and one press undoes it', async () => {
  const { bridge, chat } = world();
  await openApp(bridge, place);
  await screen.findByText('text of m2');
  const [, second] = screen.getAllByRole('button', { name: 'Delete this message' });
  fireEvent.click(second ?? document.body);
  await waitFor(() => expect(inputs(bridge, 'branches.remove')).toEqual([{ messageId: 'm2' }]));
  await screen.findByText('Deleted the message.');
  const rest = message('m3', 2, { role: 'assistant', model: 'alpha', parentId: 'm1' });
  chat.branch = [message('m0', 0), message('m1', 1), rest];
  act(() => bridge.emit('branches.moved', { conversationId: 'c1', removed: ['m2'] }));
  await waitFor(() => expect(screen.queryByText('text of m2')).toBeNull());
  expect(articles()).toHaveLength(3);
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(inputs(bridge, 'branches.restore')).toEqual([{ removal: 'r1' }]));
});

it('an answer is deleted from its menu, the last message by the palette', async () => {
  const { bridge } = world();
  await openApp(bridge, place);
  const [first] = await screen.findAllByRole('article', { name: /^Answer of/ });
  const button = within(first ?? document.body).getByRole('button', {
    name: 'More for this answer',
  });
  fireEvent.keyDown(button, { key: 'Enter' });
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete this answer' }));
  await screen.findByText('Deleted the answer.');
  await fromPalette('Delete the last message', /Delete the last message/);
  await waitFor(() =>
    expect(inputs(bridge, 'branches.remove')).toEqual([{ messageId: 'm1' }, { messageId: 'm3' }]),
  );
});

it('an answer without a question above it cannot be asked for again', async () => {
  const chat: Chat = {
    branch: [
      message('m0', 0, { role: 'assistant', model: 'alpha' }),
      message('m1', 1, { state: 'stopped' }),
    ],
  };
  await openApp(chatWorld(chat).bridge, place);
  await screen.findByText('text of m1');
  const again = screen.getAllByRole<HTMLButtonElement>('button', { name: 'Ask again' });
  expect(again.map(({ disabled }) => disabled)).toEqual([true, true]);
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
});

it('the focus goes to the message in the place of a deleted one, then to the last, then to the message field', async () => {
  const { bridge, chat } = world();
  await openApp(bridge, place);
  await screen.findByText('text of m3');
  const focusOn = (text: string) =>
    within(screen.getByText(text).closest('article') ?? document.body)
      .getAllByRole('button')[0]
      ?.focus();
  const remove = (...left: string[]) => {
    const gone = chat.branch.filter(({ id }) => !left.includes(id)).map(({ id }) => id);
    chat.branch = chat.branch
      .filter(({ id }) => left.includes(id))
      .map((one, depth) => ({ ...one, depth, parentId: left[depth - 1] ?? null }));
    act(() => bridge.emit('branches.moved', { conversationId: 'c1', removed: gone }));
  };
  focusOn('text of m2');
  remove('m0', 'm1', 'm3');
  await waitFor(() => expect(document.activeElement?.textContent).toContain('text of m3'));
  focusOn('text of m3');
  remove('m0', 'm1');
  await waitFor(() => expect(document.activeElement?.textContent).toContain('text of m1'));
  // what has the focus elsewhere keeps it
  const field = screen.getByRole('textbox', { name: 'Message' });
  field.focus();
  remove('m0');
  await waitFor(() => expect(screen.queryByText('text of m1')).toBeNull());
  expect(document.activeElement).toBe(field);
});
