// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { withResolvers } from '../../../../main/base/async/with-resolvers.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import { openApp } from '../../app.tsx';
import { chatWorld, composer, inputs, message, place } from '../chat-world.ts';

/** The drafts that a call was given, in order. */
const drafts = (bridge: Parameters<typeof inputs>[0], call: 'drafts.set' | 'newDraft.set') =>
  inputs(bridge, call).flatMap((input) => (input as { draft?: string }).draft ?? []);
const begun = { messageId: 'm8', answerId: 'm9', answerIds: ['m9'] };

it('what is sent stays the draft until main has it, also where it was typed a moment ago', async () => {
  const { bridge } = chatWorld({ branch: [message('m0', 0), message('m1', 1)] });
  const sent = withResolvers<typeof begun>();
  bridge.answer({ 'chat.send': () => sent.promise });
  await openApp(bridge, place);
  const field = await composer();
  fireEvent.change(field, { target: { value: 'Do not lose me' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(inputs(bridge, 'chat.send')).toHaveLength(1));
  expect(field).toHaveProperty('value', '');
  // the window is closed now
  fireEvent(window, new Event('pagehide'));
  expect(drafts(bridge, 'drafts.set')).toEqual(['Do not lose me']);
  fireEvent.change(field, { target: { value: 'next' } });
  sent.resolve(begun);
  await waitFor(() => expect(drafts(bridge, 'drafts.set').at(-1)).toBe('next'));
});

it('a draft goes once its message is sent, and comes back where it could not be', async () => {
  const { bridge } = chatWorld({ branch: [message('m0', 0), message('m1', 1)] });
  bridge.answer({ 'chat.send': () => begun });
  await openApp(bridge, place);
  const field = await composer();
  fireEvent.change(field, { target: { value: 'one' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(drafts(bridge, 'drafts.set').at(-1)).toBe(''));
  bridge.answer({
    'chat.send': () => {
      throw new AppError('turn-running');
    },
  });
  fireEvent.change(field, { target: { value: 'two' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(inputs(bridge, 'chat.send')).toHaveLength(2));
  await waitFor(() => expect(field).toHaveProperty('value', 'two'));
  expect(drafts(bridge, 'drafts.set').at(-1)).toBe('two');
});

it('the draft of a conversation that begins with it goes only after the message is sent', async () => {
  const { bridge, whole } = chatWorld({ branch: [] });
  const sent = withResolvers<typeof begun>();
  bridge.answer({ 'conversations.create': whole, 'chat.send': () => sent.promise });
  await openApp(bridge, '#/chat');
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
  fireEvent.change(field, { target: { value: 'first words' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(inputs(bridge, 'chat.send')).toHaveLength(1));
  expect(drafts(bridge, 'newDraft.set')).toEqual(['first words']);
  sent.resolve(begun);
  await waitFor(() => expect(drafts(bridge, 'newDraft.set')).toEqual(['first words', '']));
});

it('the field has the focus as a message goes, and what the user goes to meanwhile keeps it', async () => {
  const { bridge } = chatWorld({ branch: [message('m0', 0), message('m1', 1)] });
  const sent = withResolvers<typeof begun>();
  bridge.answer({ 'chat.send': () => sent.promise });
  await openApp(bridge, place);
  const field = await composer();
  fireEvent.change(field, { target: { value: 'one' } });
  const send = screen.getByRole('button', { name: 'Send' });
  send.focus();
  fireEvent.click(send);
  expect(document.activeElement).toBe(field);
  await waitFor(() => expect(inputs(bridge, 'chat.send')).toHaveLength(1));
  const search = screen.getByRole('searchbox');
  search.focus();
  sent.resolve(begun);
  await waitFor(() => expect(drafts(bridge, 'drafts.set').at(-1)).toBe(''));
  expect(document.activeElement).toBe(search);
});
