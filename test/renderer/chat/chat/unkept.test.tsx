// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AppError } from '../../../../preload/contract/errors.ts';
import { fromPalette, openApp } from '../../app.tsx';
import { at, chatWorld, composer, inputs, place } from '../chat-world.ts';

const full = 'The disk is full.';

it('why a draft could not be kept stands above the composer until it is kept', async () => {
  const { bridge, tell } = chatWorld({ branch: [] });
  let room = false;
  bridge.answer({
    'drafts.set': () => {
      if (!room) throw new AppError('disk-full');
    },
  });
  await openApp(bridge, place);
  const field = await composer();
  fireEvent.change(field, { target: { value: 'to be kept' } });
  const conversation = screen.getByRole('region', { name: 'First talk' });
  await within(conversation).findByText(full);
  // it is no problem of the list, whose news say nothing of it
  tell();
  expect(screen.getAllByText(full)).toHaveLength(1);
  within(conversation).getByText(full);
  room = true;
  act(() => fireEvent(window, new Event('pagehide')));
  await waitFor(() => expect(inputs(bridge, 'drafts.set').length).toBeGreaterThan(1));
  await waitFor(() => expect(screen.queryByText(full)).toBeNull());
});

it('a message that cannot be gone to from the palette is said on any screen', async () => {
  const { bridge } = chatWorld({ branch: [] });
  bridge.answer({
    'conversations.search': () => ({
      hits: [
        {
          number: 1,
          messageId: 'm7',
          conversationId: 'c1',
          title: 'First talk',
          folderId: null,
          archived: false,
          role: 'user',
          model: null,
          createdAt: at,
          depth: 0,
          in: 'content',
          name: null,
          excerpt: [{ text: 'the plan', hit: true }],
        },
      ],
      more: false,
      unsearched: null,
      terms: ['plan'],
      indexing: null,
    }),
    'branches.locate': () => {
      throw new AppError('disk-full');
    },
  });
  await openApp(bridge, '#/systems');
  await fromPalette('plan', /the plan/);
  await screen.findByText(full);
});
