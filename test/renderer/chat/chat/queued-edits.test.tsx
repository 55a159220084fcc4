// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  parameters as parametersShape,
  type QueuedMessage,
} from '../../../../preload/contract/chat/conversation.ts';
import { draftRevision } from '../../../../preload/contract/chat/drafts.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import { openApp } from '../../app.tsx';
import { at, type Chat, chatWorld, composer, inputs, message, place } from '../chat-world.ts';

const first = { id: 'q1', text: 'one', attachments: [], createdAt: at, problem: null, edit: null };
const label = { name: 'The queued message' };
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', label);
const noField = () => waitFor(() => expect(screen.queryByRole('textbox', label)).toBeNull());
const type = (one: HTMLElement, value: string) => fireEvent.change(one, { target: { value } });

/** A main that keeps what a queued message is to say, as the real one does. */
async function queueWorld(change: Partial<Chat['change']> = {}) {
  const branch = [message('m0', 0), message('m1', 1, { state: 'streaming' })];
  const chat: Chat = { branch, change: { streaming: true, queued: [first], ...change } };
  const world = chatWorld(chat);
  const { bridge } = world;
  const tell = (queued: QueuedMessage[]) => {
    chat.change = { ...chat.change, queued };
    const parameters = parametersShape.parse({});
    const told = { conversationId: 'c1', parameters, startId: null, startSummary: null };
    bridge.emit('conversations.detailsChanged', {
      ...told,
      ...{ imagesLeftOut: false, queued, unsaved: [], edits: [] },
    });
  };
  bridge.answer({
    'chat.editQueued': ({ text, saved = true }) => {
      if (saved) tell([{ ...first, text }]);
      else tell([{ ...first, edit: text === first.text ? null : text }]);
    },
  });
  await openApp(bridge, place);
  return { bridge, tell };
}

const begin = async () =>
  fireEvent.click(await screen.findByRole('button', { name: 'Edit the queued message' }));

it('an edit of a message that waits is there again after another screen, and is not lost by one Escape', async () => {
  const { bridge } = await queueWorld();
  await begin();
  type(await field(), 'one and a half');
  // at once, without a pause in the typing
  window.location.hash = '#/settings';
  await noField();
  await waitFor(() =>
    expect(inputs(bridge, 'chat.editQueued')).toEqual([
      {
        ...{ conversationId: 'c1', queuedId: 'q1', text: 'one and a half', saved: false },
        over: draftRevision('one'),
      },
    ]),
  );
  window.location.hash = place;
  expect((await field()).value).toBe('one and a half');

  fireEvent.keyDown(await field(), { key: 'Escape' });
  const question = await screen.findByRole('alertdialog');
  fireEvent.keyDown(question, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect((await field()).value).toBe('one and a half');

  fireEvent.keyDown(await field(), { key: 'Escape' });
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  await noField();
  await waitFor(() =>
    expect(inputs(bridge, 'chat.editQueued').at(-1)).toMatchObject({ text: 'one', saved: false }),
  );
  expect(inputs(bridge, 'chat.stop')).toEqual([]);
});

it('what another window writes of a message that waits is shown, and the focus stays where it is', async () => {
  const { bridge, tell } = await queueWorld();
  const writing = await composer();
  writing.focus();
  act(() => tell([{ ...first, edit: 'from another window' }]));
  expect((await field()).value).toBe('from another window');
  expect(document.activeElement).toBe(writing);
  // what is written here is not overwritten
  type(await field(), 'from here');
  act(() => tell([{ ...first, edit: 'from there again' }]));
  expect((await field()).value).toBe('from here');
  // and goes over what this window knew of: main puts aside what it did not
  fireEvent.blur(await field());
  await waitFor(() =>
    expect(inputs(bridge, 'chat.editQueued')).toMatchObject([
      { text: 'from here', over: draftRevision('from another window') },
    ]),
  );
});

it('words for a message that was sent meanwhile go on in the composer', async () => {
  const { bridge, tell } = await queueWorld();
  bridge.answer({
    'chat.editQueued': () => {
      throw new AppError('not-found', { details: { what: 'queued-message' } });
    },
  });
  await begin();
  type(await field(), 'my last words');
  act(() => tell([]));
  await waitFor(async () => expect(await composer()).toHaveProperty('value', 'my last words'));
});

it('a queue that waits for an edit alone says so, and one that failed as before', async () => {
  const ended = [message('m0', 0), message('m1', 1)];
  const chat: Chat = { branch: ended, change: { queued: [{ ...first, edit: 'half' }] } };
  const { bridge } = chatWorld(chat);
  await openApp(bridge, place);
  const waiting = await screen.findByRole('region', { name: 'Queued messages' });
  within(waiting).getByText('Sent when you save the edit.');
});
