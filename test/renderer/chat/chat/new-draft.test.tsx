// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openApp } from '../../app.tsx';
import { chatWorld, inputs } from '../chat-world.ts';

it('a draft of a conversation that has not begun is asked for again when main was away', async () => {
  const { bridge } = chatWorld({ branch: [] });
  let draft = 'as it was';
  bridge.answer({
    'newDraft.snapshot': ({ systemId }) => ({
      ...{ systemId, draft, writer: null },
      ...{ attachments: [], otherDrafts: [], asking: null },
    }),
  });
  await openApp(bridge, '#/chat');
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
  await waitFor(() => expect(field.value).toBe('as it was'));
  act(() => bridge.connect('lost'));
  draft = 'written elsewhere meanwhile';
  act(() => bridge.connect('connected'));
  await waitFor(() => expect(field.value).toBe('written elsewhere meanwhile'));
  expect(inputs(bridge, 'newDraft.set')).toEqual([]);
});

it('what was written goes on in a temporary conversation in this window alone, and everywhere after that', async () => {
  const { bridge } = chatWorld({ branch: [] });
  const nothing = { draft: '', attachments: [], otherDrafts: [], asking: null };
  let kept = { ...nothing, draft: 'begun' };
  bridge.answer({
    'newDraft.snapshot': ({ systemId }) => ({ systemId, ...kept, writer: null }),
    'newDraft.set': ({ systemId, draft, writer }) => {
      kept = { ...kept, draft: draft ?? kept.draft };
      bridge.emit('newDraft.changed', { systemId, ...kept, writer: writer ?? null });
    },
    'newDraft.forget': ({ systemId }) => {
      const was = kept;
      kept = nothing;
      bridge.emit('newDraft.changed', { systemId, ...kept, writer: null });
      return was;
    },
  });
  await openApp(bridge, '#/chat');
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
  await waitFor(() => expect(field.value).toBe('begun'));
  const temporary = screen.getByRole('switch', { name: 'Temporary' });
  fireEvent.click(temporary);
  await waitFor(() => expect(inputs(bridge, 'newDraft.forget')).toHaveLength(1));
  fireEvent.change(field, { target: { value: 'begun here' } });
  fireEvent(window, new Event('pagehide'));
  expect(inputs(bridge, 'newDraft.set')).toEqual([]);
  // other windows write the next one
  act(() =>
    bridge.emit('newDraft.changed', { systemId: 'alpha', ...nothing, draft: 'x', writer: 'w' }),
  );
  expect(field.value).toBe('begun here');
  fireEvent.click(temporary);
  await waitFor(() => expect(kept.draft).toBe('begun here'));
  expect(field.value).toBe('begun here');
});
