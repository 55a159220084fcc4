// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { conversation as conversationShape } from '../../../preload/contract/chat/conversation.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import { openApp } from '../app.tsx';
import { at, type Chat, chatWorld, composer, inputs, message, place } from './chat-world.ts';

const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

describe('branches', () => {
  it('goes to the other version of a message and shows its branch', async () => {
    const chat: Chat = {
      branch: [message('m0', 0), message('m1', 1)],
      siblings: { m0: ['old', 'm0'] },
    };
    const { bridge, tell } = chatWorld(chat);
    bridge.answer({
      'branches.show': () => {
        chat.branch = [message('old', 0), message('old-answer', 1, { parentId: 'old' })];
        chat.siblings = { old: ['old', 'm0'] };
        return { leafId: 'old-answer' };
      },
    });
    await openApp(bridge, place);
    const mine = await screen.findByRole('article', { name: 'You' });
    expect(mine.textContent).toContain('2/2');
    fireEvent.click(within(mine).getByRole('button', { name: 'Previous version' }));
    await waitFor(() => expect(inputs(bridge, 'branches.show')).toEqual([{ messageId: 'old' }]));
    tell();
    expect(await screen.findByText('text of old')).toBeTruthy();
    expect(screen.queryByText('text of m0')).toBeNull();
    expect(screen.getByRole('article', { name: 'You' }).textContent).toContain('1/2');
  });

  it('sends an edited message in place of the old one; Escape leaves it', async () => {
    const { bridge } = chatWorld({ branch: [message('m0', 0), message('m1', 1)] });
    bridge.answer({
      'chat.edit': () => ({ messageId: 'n0', answerId: 'n1', answerIds: ['n1'] }),
    });
    await openApp(bridge, place);
    fireEvent.keyDown(await composer(), { key: 'ArrowUp', altKey: true });
    const editor = await screen.findByRole('textbox', { name: 'Edit the message' });
    fireEvent.keyDown(editor, { key: 'Escape' });
    expect(screen.queryByRole('textbox', { name: 'Edit the message' })).toBeNull();

    fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
    const again = await screen.findByRole('textbox', { name: 'Edit the message' });
    type(again, 'better words');
    fireEvent.keyDown(again, { key: 'Enter' });
    await waitFor(() =>
      expect(inputs(bridge, 'chat.edit')).toMatchObject([
        { messageId: 'm0', text: 'better words' },
      ]),
    );
    await waitFor(() =>
      expect(screen.queryByRole('textbox', { name: 'Edit the message' })).toBeNull(),
    );
  });
});

describe('an answer that streams', () => {
  const streaming: Chat = {
    branch: [message('m0', 0), message('m1', 1, { state: 'streaming', content: 'Once' })],
    change: { streaming: true },
  };

  it('grows with what is newer than the snapshot and with nothing older', async () => {
    const { bridge } = chatWorld(streaming);
    await openApp(bridge, place);
    await screen.findByText('Once');
    const delta = { conversationId: 'c1', messageId: 'm1', reasoning: '' };
    act(() => bridge.emit('chat.delta', { ...delta, sequence: 1, content: ' twice' }));
    act(() => bridge.emit('chat.delta', { ...delta, sequence: 2, content: ' upon a time' }));
    expect(await screen.findByText('Once upon a time')).toBeTruthy();
  });

  it('lets the next message wait, shows it, and takes it back', async () => {
    const { bridge } = chatWorld(streaming);
    const sent = { id: 'q1', text: 'and then?', attachments: [], createdAt: at };
    const queued = { ...sent, problem: null, edit: null };
    bridge.answer({
      'chat.queue': () => queued,
      'chat.unqueue': () => ({ text: 'and then?', attachments: [] }),
    });
    await openApp(bridge, place);
    const field = await composer();
    type(field, 'and then?');
    fireEvent.keyDown(field, { key: 'Enter' });
    await waitFor(() =>
      expect(inputs(bridge, 'chat.queue')).toEqual([{ conversationId: 'c1', text: 'and then?' }]),
    );
    expect(inputs(bridge, 'chat.send')).toEqual([]);
    const details = conversationShape.shape.parameters.parse({});
    const told = { conversationId: 'c1', parameters: details, startId: null, startSummary: null };
    const change = { ...told, imagesLeftOut: false, queued: [queued], unsaved: [], edits: [] };
    act(() => bridge.emit('conversations.detailsChanged', change));
    const waiting = await screen.findByRole('region', { name: 'Queued messages' });
    expect(waiting.textContent).toContain('and then?');
    fireEvent.click(within(waiting).getByRole('button', { name: 'Take back' }));
    await waitFor(() =>
      expect(inputs(bridge, 'chat.unqueue')).toEqual([{ conversationId: 'c1', queuedId: 'q1' }]),
    );
    // what was taken back is written on, and comes before what was typed meanwhile
    await waitFor(() => expect(field).toHaveProperty('value', 'and then?'));
  });

  it('changes the order of what waits, changes its words, and takes all of it back before what is typed', async () => {
    const sent = { id: 'q1', text: 'one', attachments: [], createdAt: at };
    const one = { ...sent, problem: null, edit: null };
    const two = { ...one, id: 'q2', text: 'two' };
    const { bridge } = chatWorld({
      branch: streaming.branch,
      change: { streaming: true, queued: [one, two] },
    });
    bridge.answer({
      'chat.orderQueue': () => undefined,
      'chat.editQueued': () => undefined,
      'chat.emptyQueue': () => [one, two].map(({ text }) => ({ text, attachments: [] })),
    });
    await openApp(bridge, place);
    const field = await composer();
    type(field, 'typed');
    const waiting = await screen.findByRole('region', { name: 'Queued messages' });
    const [earlier, ...others] = within(waiting).getAllByRole('button', { name: 'Send earlier' });
    expect(others).toEqual([]);
    if (earlier) fireEvent.click(earlier);
    await waitFor(() =>
      expect(inputs(bridge, 'chat.orderQueue')).toEqual([
        { conversationId: 'c1', queuedIds: ['q2', 'q1'] },
      ]),
    );

    const [edit] = within(waiting).getAllByRole('button', { name: 'Edit the queued message' });
    if (edit) fireEvent.click(edit);
    type(within(waiting).getByRole('textbox', { name: 'The queued message' }), 'better');
    fireEvent.click(within(waiting).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(inputs(bridge, 'chat.editQueued')).toMatchObject([
        { conversationId: 'c1', queuedId: 'q1', text: 'better' },
      ]),
    );
    await waitFor(() => expect(within(waiting).queryByRole('textbox')).toBeNull());

    fireEvent.click(within(waiting).getByRole('button', { name: 'Take all back' }));
    await waitFor(() => expect(field).toHaveProperty('value', 'one\ntwo\ntyped'));
  });

  it('is stopped by Escape only when it is pressed again', async () => {
    const { bridge } = chatWorld(streaming);
    bridge.answer({ 'chat.stop': () => undefined });
    await openApp(bridge, place);
    const field = await composer();
    fireEvent.keyDown(field, { key: 'Escape' });
    expect(await screen.findByText('Esc again to stop')).toBeTruthy();
    expect(inputs(bridge, 'chat.stop')).toEqual([]);
    fireEvent.keyDown(field, { key: 'Escape' });
    await waitFor(() => expect(inputs(bridge, 'chat.stop')).toEqual([{ conversationId: 'c1' }]));
  });
});

describe('the composer', () => {
  it('begins with the draft and keeps what is written', async () => {
    const { bridge } = chatWorld({ branch: [], change: { draft: 'half a thought' } });
    await openApp(bridge, place);
    const field = await composer();
    expect(field.value).toBe('half a thought');
    type(field, 'a whole thought');
    await waitFor(() =>
      expect(inputs(bridge, 'drafts.set')).toMatchObject([{ id: 'c1', draft: 'a whole thought' }]),
    );
  });

  it('keeps a draft at once when its conversation is left', async () => {
    const { bridge } = chatWorld({ branch: [] });
    await openApp(bridge, place);
    type(await composer(), 'not yet');
    fireEvent.click(screen.getByRole('button', { name: 'New conversation' }));
    await waitFor(() =>
      expect(inputs(bridge, 'drafts.set')).toMatchObject([{ id: 'c1', draft: 'not yet' }]),
    );
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' }).value).toBe('');
  });

  it('sends nothing for the Enter that ends a composition', async () => {
    const { bridge } = chatWorld({ branch: [] });
    bridge.answer({
      'chat.send': () => ({ messageId: 'm0', answerId: 'm1', answerIds: ['m1'] }),
    });
    await openApp(bridge, place);
    const field = await composer();
    type(field, 'こんにちは');
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
    expect(field.value).toBe('こんにちは');
    fireEvent.keyDown(field, { key: 'Enter' });
    await waitFor(() =>
      expect(inputs(bridge, 'chat.send')).toEqual([{ conversationId: 'c1', text: 'こんにちは' }]),
    );
  });

  it('gives the text back when it could not be sent, and says why until it is dismissed', async () => {
    const { bridge } = chatWorld({ branch: [] });
    bridge.answer({
      'chat.send': () => {
        throw new AppError('request-too-large', { details: { bytes: 40_000_000 } });
      },
    });
    await openApp(bridge, place);
    const field = await composer();
    type(field, 'too much');
    fireEvent.keyDown(field, { key: 'Enter' });
    const alert = await screen.findByRole('alert');
    await waitFor(() => expect(field.value).toBe('too much'));
    await waitFor(() =>
      expect(inputs(bridge, 'drafts.set')).toContainEqual(
        expect.objectContaining({ id: 'c1', draft: 'too much' }),
      ),
    );
    expect(alert.isConnected).toBe(true);
    fireEvent.click(within(alert).getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(alert.isConnected).toBe(false));
  });

  it('goes without what could not be had of the conversation, once that is dismissed', async () => {
    const { bridge } = chatWorld({ branch: [] });
    bridge.answer({
      'conversations.openEnd': () => {
        throw new AppError('not-found');
      },
    });
    await openApp(bridge, place);
    const alert = await screen.findByRole('alert');
    fireEvent.click(within(alert).getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(alert.isConnected).toBe(false));
  });
});
