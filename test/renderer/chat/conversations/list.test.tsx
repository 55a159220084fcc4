// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../preload/contract/errors.ts';
import { openApp } from '../../app.tsx';
import { expectFocus, pressEnter } from '../../keyboard.ts';
import { at, chatWorld, composer, inputs, place } from '../chat-world.ts';

/** The list beside the open conversation, with that one in it. */
async function openList() {
  const world = chatWorld({ branch: [] });
  world.bridge.answer({ 'conversations.organise': () => undefined });
  await openApp(world.bridge, place);
  await composer();
  const list = within(screen.getByRole('region', { name: 'Conversations' }));
  return { ...world, list, row: await list.findByRole('button', { name: 'First talk' }) };
}

describe('the list of conversations', () => {
  it('loses a deleted one and leaves it on the screen, and has it again when that is undone', async () => {
    const { bridge, list, row, tell } = await openList();
    bridge.answer({
      'conversations.remove': ({ id }) =>
        act(() => bridge.emit('conversations.removed', { id, systemId: 'alpha' })),
      'conversations.restore': () => tell(),
    });
    fireEvent.keyDown(row, { key: 'Delete' });
    expect(await screen.findByText('Deleted “First talk”.')).toBeTruthy();
    expect(list.queryByRole('button', { name: 'First talk' })).toBeNull();
    expect(window.location.hash).toBe('#/chat');
    fireEvent.click(screen.getByText('Undo'));
    expect(await list.findByRole('button', { name: 'First talk' })).toBeTruthy();
  });

  it('keeps the focus of the keyboard when one is deleted, and when that is undone', async () => {
    const { bridge, list, row, tell } = await openList();
    bridge.answer({
      'conversations.remove': ({ id }) =>
        act(() => bridge.emit('conversations.removed', { id, systemId: 'alpha' })),
      'conversations.restore': () => tell(),
    });
    row.focus();
    fireEvent.keyDown(row, { key: 'Delete' });
    await waitFor(() => expect(row.isConnected).toBe(false));
    const region = screen.getByRole('region', { name: 'Conversations' });
    const inside = () => region.querySelector(':focus');
    await expectFocus(inside);
    pressEnter(await screen.findByText('Undo'));
    await list.findByRole('button', { name: 'First talk' });
    await expectFocus(inside);
  });

  it('keeps a new title in its dialog when main refuses it', async () => {
    const { bridge, row } = await openList();
    bridge.answer({
      'conversations.rename': () => {
        throw new AppError('not-found');
      },
    });
    fireEvent.keyDown(row, { key: 'F2' });
    const dialog = within(await screen.findByRole('dialog', { name: 'Rename the conversation' }));
    const field = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Title' });
    expect(field.value).toBe('First talk');
    fireEvent.change(field, { target: { value: 'A better title' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByRole('alert')).toBeTruthy();
    expect(field.value).toBe('A better title');
    expect(inputs(bridge, 'conversations.rename')).toEqual([{ id: 'c1', title: 'A better title' }]);
  });

  it('says why one could not be pinned, until that is dismissed', async () => {
    const { bridge, list } = await openList();
    bridge.answer({
      'conversations.organise': () => {
        throw new AppError('not-found');
      },
    });
    fireEvent.keyDown(list.getByRole('button', { name: 'Actions for “First talk”' }), {
      key: 'Enter',
    });
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Pin' }));
    const alert = await list.findByRole('alert');
    expect(inputs(bridge, 'conversations.organise')).toEqual([{ id: 'c1', pinned: true }]);
    fireEvent.click(within(alert).getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(list.queryByRole('alert')).toBeNull());
  });

  it('says why it could not be had, until that is dismissed', async () => {
    const { bridge } = chatWorld({ branch: [] });
    bridge.answer({
      'conversations.snapshot': () => {
        throw new AppError('not-found');
      },
    });
    await openApp(bridge, place);
    const list = within(await screen.findByRole('region', { name: 'Conversations' }));
    const alert = await list.findByRole('alert');
    fireEvent.click(within(alert).getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(list.queryByRole('alert')).toBeNull());
  });

  it('is searched in all messages, with what was found marked, and says when nothing was', async () => {
    const { bridge, list } = await openList();
    const found = {
      ...{ number: 1, messageId: 'm0', conversationId: 'c1', title: 'First talk', folderId: null },
      ...{ archived: false, role: 'user' as const, model: null, createdAt: at, depth: 0 },
      ...{ in: 'content' as const, name: null },
      excerpt: [
        { text: 'seven ', hit: false },
        { text: 'lemons', hit: true },
      ],
    };
    bridge.answer({
      'conversations.search': ({ text }) => ({
        ...{ hits: text === 'lemon' ? [found] : [], more: false },
        ...{ terms: [text], unsearched: null, indexing: null },
      }),
    });
    const field = list.getByRole('searchbox', { name: 'Search conversations and messages' });
    fireEvent.change(field, { target: { value: 'lemon' } });
    const results = within(await list.findByRole('region', { name: 'Search results' }));
    expect(await results.findByText('1 message found')).toBeTruthy();
    expect(results.getByText('lemons').tagName).toBe('MARK');
    fireEvent.change(field, { target: { value: 'zebra' } });
    expect(await results.findByText('No results for “zebra”.')).toBeTruthy();
    fireEvent.click(list.getByRole('button', { name: 'Clear the search' }));
    expect(await list.findByRole('button', { name: 'First talk' })).toBeTruthy();
  });
});
