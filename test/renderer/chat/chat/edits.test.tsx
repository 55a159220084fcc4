// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  editedMessage,
  parameters as parametersShape,
} from '../../../../preload/contract/chat/conversation.ts';
import { draftRevision } from '../../../../preload/contract/chat/drafts.ts';
import { openApp } from '../../app.tsx';
import { type Chat, chatWorld, composer, inputs, message, place } from '../chat-world.ts';

const editor = () =>
  screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Edit the message' });
const noEditor = () =>
  expect(screen.queryByRole('textbox', { name: 'Edit the message' })).toBeNull();
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

/** A main that keeps edits, as the real one does. */
function keepingWorld(chat: Chat) {
  const world = chatWorld(chat);
  world.bridge.answer({
    'drafts.setEdit': (input) => {
      chat.change = { ...chat.change, edits: [editedMessage.parse(input)] };
    },
    'drafts.dropEdit': () => {
      chat.change = { ...chat.change, edits: [] };
    },
  });
  return world;
}

it('an edit is there again after another screen, with every word, and is not lost by one Escape', async () => {
  const chat: Chat = { branch: [message('m0', 0), message('m1', 1)] };
  const { bridge } = keepingWorld(chat);
  await openApp(bridge, place);
  fireEvent.keyDown(await composer(), { key: 'ArrowUp', altKey: true });
  type(await editor(), 'better words');
  // at once, without a pause in the typing
  window.location.hash = '#/settings';
  await waitFor(noEditor);
  await waitFor(() =>
    expect(inputs(bridge, 'drafts.setEdit')).toMatchObject([
      { messageId: 'm0', text: 'better words', attachments: [] },
    ]),
  );
  window.location.hash = place;
  const again = await editor();
  expect(again.value).toBe('better words');

  fireEvent.keyDown(again, { key: 'Escape' });
  const question = await screen.findByRole('alertdialog');
  fireEvent.keyDown(question, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect((await editor()).value).toBe('better words');

  fireEvent.keyDown(await editor(), { key: 'Escape' });
  await screen.findByRole('alertdialog');
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
  await waitFor(noEditor);
  const over = draftRevision('better words');
  await waitFor(() =>
    expect(inputs(bridge, 'drafts.dropEdit')).toEqual([{ messageId: 'm0', over }]),
  );
  expect(screen.queryByText('You started to edit this.')).toBeNull();
});

it('one edit does not end another: what was begun is marked, and gone on with', async () => {
  const chat: Chat = {
    branch: [message('m0', 0), message('m1', 1), message('m2', 2), message('m3', 3)],
  };
  const { bridge } = keepingWorld(chat);
  await openApp(bridge, place);
  fireEvent.keyDown(await composer(), { key: 'ArrowUp', altKey: true });
  type(await editor(), 'words for the second');
  fireEvent.click(screen.getAllByRole('button', { name: 'Edit' })[0] ?? document.body);
  await waitFor(async () => expect((await editor()).value).toBe('text of m0'));
  await screen.findByText('You started to edit this.');
  fireEvent.click(screen.getByRole('button', { name: 'Continue editing' }));
  await waitFor(async () => expect((await editor()).value).toBe('words for the second'));
  // one that was not changed is closed by one Escape
  fireEvent.click(screen.getAllByRole('button', { name: 'Edit' })[0] ?? document.body);
  await waitFor(async () => expect((await editor()).value).toBe('text of m0'));
  fireEvent.keyDown(await editor(), { key: 'Escape' });
  noEditor();
});

it('an edit that two windows write goes over what each knew, and shows the other only while nothing is on its way', async () => {
  const chat: Chat = { branch: [message('m0', 0), message('m1', 1)] };
  const { bridge } = keepingWorld(chat);
  await openApp(bridge, place);
  const tell = (text: string) => {
    const parameters = parametersShape.parse({});
    bridge.emit('conversations.detailsChanged', {
      ...{ conversationId: 'c1', parameters, startId: null, startSummary: null, queued: [] },
      ...{ imagesLeftOut: false, unsaved: [] },
      edits: [editedMessage.parse({ messageId: 'm0', text, attachments: [] })],
    });
  };
  fireEvent.keyDown(await composer(), { key: 'ArrowUp', altKey: true });
  await editor();
  act(() => tell('from there'));
  expect((await editor()).value).toBe('from there');
  type(await editor(), 'from here');
  act(() => tell('from there again'));
  expect((await editor()).value).toBe('from here');
  await waitFor(() =>
    expect(inputs(bridge, 'drafts.setEdit')).toMatchObject([
      { text: 'from here', over: draftRevision('from there') },
    ]),
  );
  // sent before the rest in the typing is kept, it goes over the same
  bridge.answer({ 'chat.edit': () => ({ messageId: 'n0', answerId: 'n1', answerIds: ['n1'] }) });
  type(await editor(), 'from here, sent');
  fireEvent.keyDown(await editor(), { key: 'Enter' });
  await waitFor(() =>
    expect(inputs(bridge, 'chat.edit')).toEqual([
      { messageId: 'm0', text: 'from here, sent', over: draftRevision('from here') },
    ]),
  );
});
