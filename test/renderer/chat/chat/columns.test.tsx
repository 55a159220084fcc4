// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openApp } from '../../app.tsx';
import { type Chat, chatWorld, inputs, message, place } from '../chat-world.ts';

const answers = ['m1', 'n1'];

async function openColumns(other: Parameters<typeof message>[2]) {
  const beside = message('n1', 1, { model: 'beta', ...other });
  const chat: Chat = {
    branch: [message('m0', 0), message('m1', 1)],
    siblings: { m1: answers },
    together: { m1: answers },
  };
  const { bridge } = chatWorld(chat);
  bridge.answer({
    'branches.page': () => ({
      messages: [beside],
      ...{ start: 1, total: 2, siblings: {}, together: {} },
    }),
    'chat.regenerate': () => ({ answerId: 'x', answerIds: ['x'] }),
  });
  await openApp(bridge, place);
  return { bridge, of: (name: string) => screen.findByRole('article', { name }) };
}

test('in a column in which was asked again, the answers before are reached by its arrows', async () => {
  const beside = message('n1', 1, { model: 'beta' });
  const chat: Chat = {
    branch: [message('m0', 0), message('o1', 1)],
    siblings: { o1: ['m1', 'n1', 'o1'] },
    together: { o1: ['o1', 'n1'] },
    again: { o1: ['m1', 'o1'] },
  };
  const { bridge } = chatWorld(chat);
  bridge.answer({
    'branches.page': () => ({
      messages: [beside],
      ...{ start: 1, total: 2, siblings: {}, together: {} },
    }),
    'branches.show': () => ({ leafId: 'm1' }),
  });
  await openApp(bridge, place);
  const alpha = within(await screen.findByRole('article', { name: 'Answer of alpha' }));
  alpha.getByText('2/2');
  const beta = within(await screen.findByRole('article', { name: 'Answer of beta' }));
  expect(beta.queryByRole('button', { name: 'Previous version' })).toBeNull();
  fireEvent.click(alpha.getByRole('button', { name: 'Previous version' }));
  await waitFor(() => expect(inputs(bridge, 'branches.show')).toEqual([{ messageId: 'm1' }]));
});

test('asking again in a column asks the model of that column', async () => {
  const { bridge, of } = await openColumns({});
  for (const model of ['beta', 'alpha']) {
    const column = within(await of(`Answer of ${model}`));
    fireEvent.click(column.getByRole('button', { name: 'Ask again' }));
  }
  await waitFor(() =>
    expect(inputs(bridge, 'chat.regenerate')).toEqual([
      { messageId: 'n1', models: ['beta'] },
      { messageId: 'm1', models: ['alpha'] },
    ]),
  );
});

test('a column is collapsed to its name and expanded again; the widths change by keys, and are equal again', async () => {
  const { of } = await openColumns({});
  await of('Answer of beta');
  const splitter = screen.getByRole('separator', { name: 'Width of alpha beside beta' });
  const share = () => splitter.getAttribute('aria-valuenow');
  expect(share()).toBe('50');
  fireEvent.keyDown(splitter, { key: 'ArrowRight' });
  expect(share()).toBe('55');
  fireEvent.keyDown(splitter, { key: 'ArrowLeft' });
  fireEvent.keyDown(splitter, { key: 'ArrowLeft' });
  expect(share()).toBe('45');
  fireEvent.keyDown(splitter, { key: 'Enter' });
  expect(share()).toBe('50');
  fireEvent.keyDown(splitter, { key: 'ArrowRight' });
  fireEvent.click(screen.getByRole('button', { name: 'Equal widths' }));
  expect(share()).toBe('50');
  expect(screen.queryByRole('button', { name: 'Equal widths' })).toBeNull();

  fireEvent.keyDown(splitter, { key: 'End' });
  expect(screen.queryByRole('article', { name: 'Answer of beta' })).toBeNull();
  screen.getByText('2 answers, 1 collapsed');
  fireEvent.click(screen.getByRole('button', { name: 'Expand beta' }));
  await of('Answer of beta');
  fireEvent.click(screen.getByRole('button', { name: 'Collapse alpha' }));
  expect(screen.queryByRole('article', { name: 'Answer of alpha' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Expand alpha' }));
  await of('Answer of alpha');
});
