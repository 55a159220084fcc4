// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../preload/contract/errors.ts';
import { openApp } from '../app.tsx';
import { createWorld, system } from '../world.ts';

describe('a system that is set up', () => {
  const alpha = system('alpha', 'Alpha', { genaiUrl: 'https://ai.alpha.example.org' });
  const openForm = async () => {
    const { bridge } = createWorld({ systems: [alpha] });
    await openApp(bridge, '#/systems/alpha');
    await screen.findByRole('heading', { level: 1, name: 'Edit Alpha' });
    const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
    const type = (name: RegExp, value: string) =>
      fireEvent.change(field(name), { target: { value } });
    const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    const updates = () => bridge.calls.filter(({ name }) => name === 'systems.update');
    return { bridge, field, type, save, updates };
  };

  it('is changed where its fields were, and loses an address that is taken away', async () => {
    const { field, type, save, updates } = await openForm();
    expect(field(/^Web API/).value).toBe('https://api.alpha.example.org');
    type(/^Name/, 'Alpha two');
    type(/^Generative AI/, '');
    save();
    expect(await screen.findByText('Saved Alpha two.')).toBeTruthy();
    expect(updates().map(({ input }) => input)).toEqual([
      expect.objectContaining({ id: 'alpha', name: 'Alpha two', genaiUrl: null, authUrl: null }),
    ]);
  });

  it('of generative AI alone goes to Chat first, and the screens without a service say so in a line', async () => {
    const { type, save, updates } = await openForm();
    const names = () =>
      within(screen.getByRole('navigation', { name: 'Screens' }))
        .getAllByRole('button')
        .map(({ textContent }) => textContent);
    expect(names()).toEqual([
      ...['Machines', 'Chat', 'API console', 'Clients', 'Certificates'],
      ...['Tools', 'Other programs', 'User’s guide'],
      'Settings',
    ]);
    type(/^Web API/, '');
    save();
    await screen.findByRole('main', { name: 'Chat' });
    expect(updates().map(({ input }) => input)).toMatchObject([{ webApiUrl: '', authUrl: null }]);
    expect(names()).toEqual([
      ...['Chat', 'Machines', 'Certificates', 'Tools', 'Other programs', 'Clients'],
      'User’s guide',
      'Settings',
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Machines' }));
    expect(
      await screen.findByText(/^This system has no Web API: there are no machines/),
    ).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Clients' }));
    expect(await screen.findByText(/no identity provider: there are no clients/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Session/ })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Add its address' }));
    await screen.findByRole('heading', { level: 1, name: 'Edit Alpha' });
  });

  it('of generative AI alone is where a window that was just opened begins: in Chat', async () => {
    const { bridge } = createWorld({ systems: [{ ...alpha, webApiUrl: '' }] });
    await openApp(bridge);
    await screen.findByRole('main', { name: 'Chat' });
  });

  it('says how long a request may last, and whether marked thinking is reasoning', async () => {
    const { type, save, updates } = await openForm();
    const think = screen.getByRole('checkbox', { name: /^Read <think>/ });
    expect(think).toHaveProperty('checked', true);
    fireEvent.click(think);
    type(/^Longest request/, '5');
    save();
    screen.getByText('Enter a number of seconds from 10 to 86400.');
    expect(updates()).toEqual([]);
    type(/^Longest request/, '3600');
    save();
    await screen.findByText(/^Saved/);
    expect(updates().map(({ input }) => input)).toMatchObject([
      { longestRequest: 3600, thinkTags: false },
    ]);
  });

  it('names the field that controls reasoning, and its choices', async () => {
    const { type, save, updates } = await openForm();
    type(/^Field that controls/, 'model');
    save();
    screen.getByText('Enter the name of a field; dots stand for fields within fields.');
    type(/^Field that controls/, ' chat_template_kwargs.enable_thinking ');
    save();
    screen.getByText('Enter 1 to 20 choices.');
    expect(updates()).toEqual([]);
    type(/^Its choices/, 'true\n\n false \ntrue');
    save();
    await screen.findByText(/^Saved/);
    const field = 'chat_template_kwargs.enable_thinking';
    expect(updates().map(({ input }) => input)).toMatchObject([
      { reasoningControl: { field, choices: ['true', 'false'] } },
    ]);
  });

  it('says when its models get their reasoning back', async () => {
    const { save, updates } = await openForm();
    const choice = screen.getByRole('combobox', { name: 'Reasoning sent back to the model' });
    expect(choice).toHaveProperty('value', 'in-tool-rounds');
    fireEvent.change(choice, { target: { value: 'never' } });
    save();
    expect(await screen.findByText('Saved Alpha.')).toBeTruthy();
    expect(updates().map(({ input }) => input)).toMatchObject([{ reasoningBack: 'never' }]);
  });

  it('keeps what was typed where main refuses it, and says why', async () => {
    const { bridge, field, type, save } = await openForm();
    bridge.answer({
      'systems.update': () => {
        throw new AppError('not-found');
      },
    });
    type(/^Name/, 'Alpha two');
    save();
    expect(await screen.findByText('This item no longer exists.')).toBeTruthy();
    expect(field(/^Name/).value).toBe('Alpha two');
    expect(screen.getByRole('heading', { level: 1, name: 'Edit Alpha' })).toBeTruthy();
  });

  it('is not saved without any service: the first is then marked, with the text of the others kept', async () => {
    const { field, type, save, updates } = await openForm();
    type(/^Name/, 'Alpha two');
    type(/^Web API/, '  ');
    type(/^Generative AI/, '');
    save();
    expect(await screen.findByText(/^Enter the Web API address or/)).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(field(/^Web API/)));
    expect(field(/^Name/).value).toBe('Alpha two');
    expect(updates()).toEqual([]);
  });

  it('that was removed meanwhile says so', async () => {
    const { bridge } = createWorld({ systems: [alpha] });
    await openApp(bridge, '#/systems/gone');
    expect(await screen.findByText('This system is no longer set up')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Go to Machines' }));
    await screen.findByRole('heading', { level: 1, name: 'Machines' });
  });
});
