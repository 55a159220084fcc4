// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Prompt } from '../../../../preload/contract/chat/prompts.ts';
import type { ServerPrompt, ToolServer } from '../../../../preload/contract/chat/tool-servers.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import { fromPalette, openApp } from '../../app.tsx';
import { expectFocus, pressEnter } from '../../keyboard.ts';
import { at, chatWorld, composer, inputs, place } from '../chat-world.ts';

const prompt = (name: string, text: string, change: Partial<Prompt> = {}): Prompt => ({
  ...{ id: `id-of-${name}`, name, text, folder: '', tags: [], updatedAt: at },
  ...change,
});
const translate = prompt('Translate', 'Translate into {{language=English}}:', { tags: ['words'] });
const shorten = prompt('Shorten', 'Say it in fewer words.', { folder: 'Writing' });

/** The library over a conversation, kept by main as it is changed. */
async function openLibrary(first: Prompt[] = [translate, shorten]) {
  let prompts = first;
  const { bridge } = chatWorld({ branch: [] });
  const become = (next: Prompt[]) => {
    prompts = next;
    bridge.emit('prompts.changed', prompts);
  };
  bridge.answer({
    'prompts.snapshot': () => prompts,
    'prompts.save': ({ id, ...rest }) => {
      const saved = { ...rest, id: id ?? 'new', updatedAt: at };
      become([...prompts.filter((one) => one.id !== saved.id), saved]);
      return saved;
    },
    'prompts.remove': ({ id }) => become(prompts.filter((one) => one.id !== id)),
  });
  await openApp(bridge, place);
  const message = await composer();
  await fromPalette('prompt library', /Prompt library/);
  const dialog = within(await screen.findByRole('dialog', { name: 'Prompt library' }));
  return { bridge, message, dialog };
}

const talk: ServerPrompt = {
  name: 'talk',
  title: 'Talk',
  description: 'Just talk.',
  arguments: [],
};
const server: ToolServer = {
  ...{ id: 's1', name: 'notes', systemId: null, slug: 'notes', state: 'running', problem: null },
  signIn: null,
  target: { kind: 'http', url: 'http://notes.example/mcp', certificate: false, headers: [] },
  ...{ retryAt: null, failures: 0, program: null, answered: null, leftOut: 0 },
  running: {
    ...{ since: at, pid: null, protocol: '2026-07-28', says: 'notes 1.0' },
    prompts: [
      talk,
      {
        ...{ name: 'review', title: 'Review a file', description: 'Asks for a review.' },
        arguments: [
          { name: 'path', description: 'Where it is', required: true },
          { name: 'focus', description: '', required: false },
        ],
      },
    ],
  },
};

/** The field, over servers of tools, with `/` and a word in it. */
async function slash(word: string, servers: ToolServer[]) {
  const { bridge } = chatWorld({ branch: [] });
  bridge.answer({ 'prompts.snapshot': () => [shorten], 'toolServers.snapshot': () => servers });
  await openApp(bridge, place);
  const message = await composer();
  fireEvent.change(message, { target: { value: `/${word}` } });
  message.setSelectionRange(word.length + 1, word.length + 1);
  fireEvent.select(message);
  return { bridge, message };
}

describe('the prompts of a server', () => {
  it('stand among those of the library, with the server, and are filled in before the server is asked', async () => {
    const { bridge, message } = await slash('review', [server]);
    bridge.answer({ 'toolServers.prompt': () => ({ text: 'Review a.ts.' }) });
    const option = await screen.findByRole('option', { name: /Review a file.*notes/ });
    fireEvent.click(option);
    const dialog = within(await screen.findByRole('dialog', { name: 'Review a file' }));
    const insert = dialog.getByRole<HTMLButtonElement>('button', { name: 'Insert' });
    expect(insert.disabled).toBe(true);
    fireEvent.change(dialog.getByRole('textbox', { name: /path/ }), { target: { value: 'a.ts' } });
    fireEvent.click(insert);
    await waitFor(() => expect(message.value).toBe('Review a.ts.'));
    expect(inputs(bridge, 'toolServers.prompt')).toEqual([
      { id: 's1', name: 'review', arguments: [{ name: 'path', value: 'a.ts' }] },
    ]);
  });

  it('that is refused says why and stays open; nothing is inserted', async () => {
    const { bridge, message } = await slash('talk', [server]);
    bridge.answer({
      'toolServers.prompt': () => {
        throw new AppError('tool-server-silent', { details: { name: 'notes', seconds: 30 } });
      },
    });
    fireEvent.click(await screen.findByRole('option', { name: /Talk/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Talk' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Insert' }));
    expect(await dialog.findByText(/did not answer within 30 seconds/)).toBeTruthy();
    expect(message.value).toBe('/talk');
  });

  it('are not offered for another system, nor of a server that does not run', async () => {
    await slash('', [
      { ...server, systemId: 'another' },
      { ...server, id: 's2', state: 'idle', running: null },
    ]);
    await screen.findByRole('option', { name: /Shorten/ });
    expect(screen.getAllByRole('option')).toHaveLength(1);
  });
});

describe('the prompt library', () => {
  it('inserts a text into the message, after asking for what it leaves open', async () => {
    const { message, dialog } = await openLibrary();
    fireEvent.click(await dialog.findByRole('button', { name: 'Insert Translate' }));
    const open = within(await screen.findByRole('dialog', { name: 'Translate' }));
    const field = open.getByRole<HTMLTextAreaElement>('textbox', { name: 'language' });
    expect(field.value).toBe('English');
    fireEvent.change(field, { target: { value: 'Japanese' } });
    expect(open.getByRole('region', { name: 'Preview' }).textContent).toContain('into Japanese:');
    fireEvent.click(open.getByRole('button', { name: 'Insert' }));
    await waitFor(() => expect(message.value).toBe('Translate into Japanese:'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('finds prompts by their words, and says when there is none', async () => {
    const { dialog } = await openLibrary();
    const search = await dialog.findByRole('searchbox', { name: 'Find prompts' });
    fireEvent.change(search, { target: { value: 'fewer' } });
    expect(dialog.queryByRole('button', { name: 'Insert Translate' })).toBeNull();
    expect(dialog.getByRole('button', { name: 'Insert Shorten' })).toBeTruthy();
    fireEvent.change(search, { target: { value: 'zebra' } });
    expect(dialog.getByText('No prompts match “zebra”.')).toBeTruthy();
  });

  it('keeps a new prompt with its folder and tags; a refused one stays in its form', async () => {
    const { bridge, dialog } = await openLibrary([]);
    expect(await dialog.findByText(/No prompts yet/)).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'New prompt' }));
    const type = (name: RegExp, value: string) =>
      fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
    type(/^Name/, 'Greet');
    type(/^Text/, 'Hello {{name}}');
    type(/^Tags/, '#polite, short');
    expect(screen.getByText('Asks for: name')).toBeTruthy();
    const { answer } = bridge;
    const refused = () => {
      throw new AppError('not-found');
    };
    const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    answer({ 'prompts.save': refused });
    save();
    expect(await screen.findByRole('alert')).toBeTruthy();
    const text = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Text/ });
    expect(text.value).toBe('Hello {{name}}');
    answer({
      'prompts.save': (input) => {
        const saved = { ...input, id: 'new', updatedAt: at };
        bridge.emit('prompts.changed', [saved]);
        return saved;
      },
    });
    save();
    expect(await screen.findByRole('button', { name: 'Insert Greet' })).toBeTruthy();
    expect(inputs(bridge, 'prompts.save').at(-1)).toEqual({
      ...{ id: null, name: 'Greet', text: 'Hello {{name}}', folder: '' },
      tags: ['polite', 'short'],
    });
  });

  it('takes a removed prompt back when that is undone', async () => {
    const { dialog } = await openLibrary();
    fireEvent.click(await dialog.findByRole('button', { name: 'Delete Shorten' }));
    expect(await screen.findByText('Prompt “Shorten” deleted.')).toBeTruthy();
    expect(dialog.queryByRole('button', { name: 'Insert Shorten' })).toBeNull();
    fireEvent.click(screen.getByText('Undo'));
    expect(await dialog.findByRole('button', { name: 'Insert Shorten' })).toBeTruthy();
    expect(dialog.getByRole('region', { name: 'Writing' })).toBeTruthy();
  });

  it('keeps the focus of the keyboard in it when one is removed, and when that is undone', async () => {
    const { dialog } = await openLibrary();
    pressEnter(await dialog.findByRole('button', { name: 'Delete Shorten' }));
    const inside = () => screen.getByRole('dialog').querySelector(':focus:not([role=dialog])');
    await waitFor(() =>
      expect(dialog.queryByRole('button', { name: 'Insert Shorten' })).toBeNull(),
    );
    await expectFocus(inside);
    pressEnter(screen.getByText('Undo'));
    await dialog.findByRole('button', { name: 'Insert Shorten' });
    await expectFocus(inside);
  });

  it('says why it could not be had, until that is dismissed', async () => {
    const { bridge } = chatWorld({ branch: [] });
    bridge.answer({
      'prompts.snapshot': () => {
        throw new AppError('not-found');
      },
    });
    await openApp(bridge, place);
    await composer();
    await fromPalette('prompt library', /Prompt library/);
    const dialog = within(await screen.findByRole('dialog', { name: 'Prompt library' }));
    const alert = await dialog.findByRole('alert');
    fireEvent.click(within(alert).getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(dialog.queryByRole('alert')).toBeNull());
  });
});
