// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openApp } from '../app.tsx';
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
