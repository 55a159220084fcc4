// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Prompt } from '../../../../preload/contract/chat/prompts.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import { fromPalette, openApp } from '../../app.tsx';
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
