// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Draft, draftRevision } from '../../../../preload/contract/chat/drafts.ts';
import { openApp } from '../../app.tsx';
import { type Chat, chatWorld, composer, inputs, message, place } from '../chat-world.ts';

const change = (draft: string, more: Partial<Draft> = {}) => ({
  ...{ conversationId: 'c1', systemId: 'alpha', attachments: [], otherDrafts: [] },
  ...{ draft, writer: 'another', ...more },
});

it('shows what another window types, and leaves the caret where it is', async () => {
  const { bridge } = chatWorld({ branch: [], change: { draft: 'one two' } });
  await openApp(bridge, place);
  const field = await composer();
  await waitFor(() => expect(field.value).toBe('one two'));
  field.focus();
  field.setSelectionRange(3, 3);
  act(() => bridge.emit('drafts.changed', change('one two three')));
  expect([field.value, field.selectionStart]).toEqual(['one two three', 3]);
  act(() => bridge.emit('drafts.changed', change('and one two three')));
  expect([field.value, field.selectionStart]).toEqual(['and one two three', 7]);
  // into a composition nothing comes from elsewhere
  fireEvent.compositionStart(field);
  act(() => bridge.emit('drafts.changed', change('something else')));
  expect(field.value).toBe('and one two three');
  fireEvent.compositionEnd(field);
  await waitFor(() => expect(field.value).toBe('something else'));
  // another conversation's is not this one's
  act(() => bridge.emit('drafts.changed', { ...change('x'), conversationId: 'c2' }));
  expect(field.value).toBe('something else');
  expect(inputs(bridge, 'drafts.set')).toEqual([]);
  // what is typed goes over what is known
  fireEvent.change(field, { target: { value: 'something else again' } });
  await waitFor(() =>
    expect(inputs(bridge, 'drafts.set')).toMatchObject([
      { draft: 'something else again', over: draftRevision('something else') },
    ]),
  );
});

it('offers what was typed in another window, to be taken or let go of after a question', async () => {
  const { bridge } = chatWorld({ branch: [], change: { draft: 'mine', otherDrafts: ['theirs'] } });
  const settled: unknown[] = [];
  bridge.answer({ 'drafts.resolveOther': (input) => void settled.push(input) });
  await openApp(bridge, place);
  await composer();
  await screen.findByText('Also typed in another window: “theirs”');
  fireEvent.click(screen.getByRole('button', { name: 'Use this instead' }));
  const which = { systemId: 'alpha', conversationId: 'c1', revision: draftRevision('theirs') };
  await waitFor(() => expect(settled).toEqual([{ ...which, take: true }]));
  act(() => bridge.emit('drafts.changed', change('theirs', { otherDrafts: ['mine'] })));
  await screen.findByText('Also typed in another window: “mine”');
  expect((await composer()).value).toBe('theirs');
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() =>
    expect(settled.at(-1)).toEqual({ ...which, revision: draftRevision('mine'), take: false }),
  );
  act(() => bridge.emit('drafts.changed', change('theirs')));
  expect(screen.queryByText(/Also typed in another window/)).toBeNull();
});

it('a branch that is taken anew leaves what is being written alone', async () => {
  const chat: Chat = { branch: [message('m0', 0)], change: { draft: 'before' } };
  const { bridge, tell } = chatWorld(chat);
  await openApp(bridge, place);
  const field = await composer();
  await waitFor(() => expect(field.value).toBe('before'));
  act(() => bridge.emit('drafts.changed', change('what is written now')));
  expect(field.value).toBe('what is written now');
  // read before that was written
  chat.change = { draft: 'as it was' };
  chat.branch = [message('m0', 0), message('m1', 1)];
  tell();
  await screen.findByText('text of m1');
  expect(field.value).toBe('what is written now');
});
