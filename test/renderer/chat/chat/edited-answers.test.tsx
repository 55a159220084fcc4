// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { draftRevision } from '../../../../preload/contract/chat/drafts.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import { fromPalette, openApp } from '../../app.tsx';
import { type Chat, chatWorld, inputs, message, place } from '../chat-world.ts';

const editor = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Edit the answer' });
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

/** Opens the menu of an answer, as keys do. */
function more(answer: HTMLElement): void {
  const button = within(answer).getByRole('button', { name: 'More for this answer' });
  fireEvent.keyDown(button, { key: 'Enter' });
}

async function choose(answer: HTMLElement, item: string) {
  more(answer);
  fireEvent.click(await screen.findByRole('menuitem', { name: item }));
}

function world(branch = [message('m0', 0), message('m1', 1)]) {
  const chat: Chat = { branch };
  const { bridge } = chatWorld(chat);
  bridge.answer({
    'chat.editAnswer': () => ({ answerId: 'm2' }),
    'drafts.setEdit': () => undefined,
    'drafts.dropEdit': () => undefined,
  });
  return bridge;
}

it('an answer opens in the editor of a question and is saved in its place, without files', async () => {
  const bridge = world();
  await openApp(bridge, place);
  await choose(await screen.findByRole('article', { name: /^Answer of/ }), 'Edit');
  const field = await editor();
  expect(field.value).toBe('text of m1');
  const form = within(field.closest('form') ?? document.body);
  const save = form.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  // the same words would be no edit
  expect(save.disabled).toBe(true);
  expect(form.queryByRole('button', { name: 'Attach files' })).toBeNull();
  type(field, ' ');
  expect(save.disabled).toBe(true);
  type(field, 'my words');
  fireEvent.click(save);
  await waitFor(() =>
    expect(inputs(bridge, 'chat.editAnswer')).toEqual([
      { messageId: 'm1', text: 'my words', over: expect.any(String) },
    ]),
  );
  expect(inputs(bridge, 'chat.edit')).toEqual([]);
  await waitFor(() =>
    expect(screen.queryByRole('textbox', { name: 'Edit the answer' })).toBeNull(),
  );
});

it('what could not be saved stays in the editor', async () => {
  const bridge = world();
  bridge.answer({
    'chat.editAnswer': () => {
      throw new AppError('disk-full');
    },
  });
  await openApp(bridge, place);
  await choose(await screen.findByRole('article', { name: /^Answer of/ }), 'Edit');
  type(await editor(), 'my words');
  fireEvent.keyDown(await editor(), { key: 'Enter' });
  await screen.findByRole('alert');
  expect((await editor()).value).toBe('my words');
});

it('an edited answer says so, to the eye and by its footer, and has no request of its own', async () => {
  await openApp(world([message('m0', 0), message('m1', 1, { edited: true })]), place);
  const answer = await screen.findByRole('article', { name: /^Answer of/ });
  within(answer).getByText('Edited by you');
  more(answer);
  const item = await screen.findByRole('menuitem', { name: 'What was sent' });
  expect(item.getAttribute('aria-disabled') ?? item.getAttribute('data-disabled')).not.toBeNull();
});

it('the palette edits the last answer', async () => {
  const bridge = world();
  await openApp(bridge, place);
  await screen.findByRole('article', { name: /^Answer of/ });
  await fromPalette('Edit the last answer', /Edit the last answer/);
  expect((await editor()).value).toBe('text of m1');
});

it('a begun edit of an answer is gone on with', async () => {
  const chat: Chat = {
    branch: [message('m0', 0), message('m1', 1)],
    change: { edits: [{ messageId: 'm1', text: 'half', attachments: [] }] },
  };
  const { bridge } = chatWorld(chat);
  bridge.answer({ 'drafts.setEdit': () => undefined, 'drafts.dropEdit': () => undefined });
  await openApp(bridge, place);
  expect((await editor()).value).toBe('half');
  type(await editor(), 'half and more');
  await waitFor(() =>
    expect(inputs(bridge, 'drafts.setEdit')).toMatchObject([
      { messageId: 'm1', text: 'half and more', over: draftRevision('half') },
    ]),
  );
});
