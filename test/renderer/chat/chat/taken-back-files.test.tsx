// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Attachment } from '../../../../preload/contract/chat/attachments.ts';
import { openApp } from '../../app.tsx';
import { at, chatWorld, composer, inputs, message, place } from '../chat-world.ts';

const hash = 'a'.repeat(64);
const file: Attachment = {
  ...{ name: 'notes.txt', kind: 'text', encoding: 'utf-8', images: [], pages: null, mode: 'whole' },
  file: {
    ...{ hash, type: 'text/plain', size: 5, width: null, height: null, characters: 5, tokens: 2 },
  },
  text: null,
};
const queued = { attachments: [file], createdAt: at, problem: null, edit: null };
const one = { ...queued, id: 'q1', text: 'read this' };
const two = { ...queued, id: 'q2', text: 'and then', attachments: [] };

it.each([
  ['Take back', 'read this'],
  ['Take all back', 'read this\nand then'],
])(
  '"%s" puts the words of what waits and its files back into the composer',
  async (name, words) => {
    const { bridge } = chatWorld({
      branch: [message('m0', 0), message('m1', 1, { state: 'streaming' })],
      change: { streaming: true, queued: [one, two] },
    });
    bridge.answer({
      'chat.unqueue': () => ({ text: one.text, attachments: one.attachments }),
      'chat.emptyQueue': () => [one, two].map(({ text, attachments }) => ({ text, attachments })),
      'chat.queue': () => one,
    });
    await openApp(bridge, place);
    const field = await composer();
    const waiting = within(await screen.findByRole('region', { name: 'Queued messages' }));
    const [button] = waiting.getAllByRole('button', { name });
    if (button !== undefined) fireEvent.click(button);
    await waitFor(() => expect(field).toHaveProperty('value', words));
    // it is kept with the draft, and goes with what is sent
    await waitFor(() =>
      expect(inputs(bridge, 'drafts.set')).toContainEqual(
        expect.objectContaining({ attachments: [expect.objectContaining({ name: 'notes.txt' })] }),
      ),
    );
    fireEvent.keyDown(field, { key: 'Enter' });
    await waitFor(() =>
      expect(inputs(bridge, 'chat.queue')).toMatchObject([
        { text: words, attachments: [{ name: 'notes.txt', file: { hash } }] },
      ]),
    );
  },
);
