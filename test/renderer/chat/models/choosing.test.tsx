// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type Preset, parameters } from '../../../../preload/contract/chat/conversation.ts';
import type { DraftSettings } from '../../../../preload/contract/chat/drafts.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { Settings } from '../../../../preload/contract/settings/settings.ts';
import { fromPalette, openApp } from '../../app.tsx';
import { type Chat, chatWorld, composer, inputs, model, place } from '../chat-world.ts';

const settingsOf = (change: Partial<Settings>): Settings => ({
  ...{ theme: 'light', language: 'en', sidebarCollapsed: false },
  ...change,
});
const models = [model('alpha'), model('beta'), model('gamma', { listed: false })];

async function openTalk(chat: Partial<Chat> = {}) {
  const world = chatWorld({ branch: [], service: { models }, ...chat });
  await openApp(world.bridge, place);
  await composer();
  return world;
}

describe('the choice of a model', () => {
  const openMenu = async (present: string) => {
    fireEvent.click(await screen.findByRole('button', { name: `Model: ${present}` }));
    return within(await screen.findByRole('listbox', { name: 'Choose a model' }));
  };

  it('finds one by words of it and makes it the conversation’s', async () => {
    const { bridge } = await openTalk();
    bridge.answer({ 'conversations.setModel': () => undefined });
    const menu = await openMenu('alpha');
    fireEvent.change(screen.getByPlaceholderText('Find models'), { target: { value: 'bet' } });
    expect(menu.getAllByRole('option', { name: /^(?!Use)/ })).toHaveLength(1);
    fireEvent.click(menu.getByRole('option', { name: /beta/ }));
    await waitFor(() =>
      expect(inputs(bridge, 'conversations.setModel')).toEqual([{ id: 'c1', model: 'beta' }]),
    );
  });

  it('takes a name that is typed, whatever the service lists', async () => {
    const { bridge } = await openTalk();
    bridge.answer({ 'conversations.setModel': () => undefined });
    const menu = await openMenu('alpha');
    const name = 'hf.co/own/Model-27B:Q4_K_M';
    fireEvent.change(screen.getByPlaceholderText('Find models'), {
      target: { value: ` ${name} ` },
    });
    fireEvent.click(menu.getByRole('option', { name: new RegExp(`^Use “${name}”`) }));
    await waitFor(() =>
      expect(inputs(bridge, 'conversations.setModel')).toEqual([{ id: 'c1', model: name }]),
    );
  });

  it('offers to use no name that is in the list, and shows a chosen one that is not', async () => {
    await openTalk({ change: { model: 'my-own' } });
    const menu = await openMenu('my-own');
    menu.getByRole('option', { name: /my-own/ });
    fireEvent.change(screen.getByPlaceholderText('Find models'), { target: { value: 'beta' } });
    expect(menu.queryByRole('option', { name: /^Use/ })).toBeNull();
  });

  it('has favourites first, and apart those that the service does not list now', async () => {
    const { bridge } = await openTalk();
    const menu = await openMenu('alpha');
    fireEvent.click(screen.getByRole('button', { name: 'Favourite: alpha' }));
    const favourites = within(await menu.findByRole('group', { name: 'Favourites' }));
    expect(favourites.getByRole('option').textContent).toContain('alpha');
    const unlisted = within(menu.getByRole('group', { name: 'Not in the current list' }));
    expect(unlisted.getByRole('option').textContent).toContain('gamma');
    expect(inputs(bridge, 'settings.update')).toEqual([{ favouriteModels: ['alpha'] }]);
  });

  it('keeps both favourites of two quick presses, whatever main has answered by then', async () => {
    const { bridge } = await openTalk();
    const menu = await openMenu('alpha');
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let settings = settingsOf({});
    bridge.answer({
      'settings.update': async (change) => {
        await held;
        settings = settingsOf({ ...settings, ...change });
        act(() => bridge.emit('settings.changed', settings));
        return settings;
      },
    });
    const star = (id: string) => document.querySelector(`[data-favourite="${id}"]`) as Element;
    fireEvent.click(star('alpha'));
    fireEvent.click(star('beta'));
    answer();
    const favourites = within(await menu.findByRole('group', { name: 'Favourites' }));
    await waitFor(() =>
      expect(
        favourites.getAllByRole('option').map(({ id, textContent }) => id && textContent),
      ).toEqual([expect.stringContaining('alpha'), expect.stringContaining('beta')]),
    );
  });

  it('says why the list could not be fetched, and keeps the models that are known', async () => {
    const { bridge, setService } = await openTalk();
    const menu = await openMenu('alpha');
    bridge.answer({
      'genai.refreshModels': () =>
        setService({
          problem: new AppError('network-timeout', { details: { host: 'ai.alpha' } }).toData(),
        }),
    });
    fireEvent.click(screen.getByRole('button', { name: 'Refresh the list of models' }));
    expect((await screen.findAllByText('ai.alpha did not respond in time.')).length).toBeTruthy();
    expect(menu.getAllByRole('option')).toHaveLength(3);
  });
});

describe('several models side by side', () => {
  it('are at least two, and can leave out one that the service knows no more', async () => {
    await openTalk({ change: { model: 'withdrawn' } });
    fireEvent.click(await screen.findByRole('button', { name: 'Model: withdrawn' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Several models' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Ask several models' }));
    const use = dialog.getByRole<HTMLButtonElement>('button', { name: 'Use these models' });
    expect(use.disabled).toBe(true);
    for (const name of ['alpha', 'beta']) {
      fireEvent.click(dialog.getByRole('checkbox', { name }));
    }
    fireEvent.click(dialog.getByRole('checkbox', { name: 'withdrawn' }));
    expect(dialog.getByText('2 of 8 selected')).toBeTruthy();
    fireEvent.click(use);
    expect(await screen.findByRole('button', { name: /^2 models: alpha, beta\./ })).toBeTruthy();
  });

  it('are found among many by words of their names, and stay selected while others are shown', async () => {
    const names = ['alpha', 'alpha-large', 'beta-small', 'beta-large', 'gamma', 'delta'];
    await openTalk({ service: { models: names.map((name) => model(name)) } });
    fireEvent.click(await screen.findByRole('button', { name: /^Model: / }));
    fireEvent.click(await screen.findByRole('button', { name: 'Several models' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Ask several models' }));
    const find = (value: string) =>
      fireEvent.change(dialog.getByRole('searchbox', { name: 'Find models' }), {
        target: { value },
      });
    const shown = () => dialog.queryAllByRole('checkbox');
    find('LARGE alp');
    expect(shown()).toHaveLength(1);
    fireEvent.click(dialog.getByRole('checkbox', { name: 'alpha-large' }));
    find('gam');
    fireEvent.click(dialog.getByRole('checkbox', { name: 'gamma' }));
    find('nothing of it');
    expect(shown()).toEqual([]);
    expect(dialog.getByText('No models match.')).toBeTruthy();
    expect(dialog.getByText('3 of 8 selected')).toBeTruthy();
    find('');
    expect(shown()).toHaveLength(names.length);
    fireEvent.click(dialog.getByRole('button', { name: 'Use these models' }));
    expect(
      await screen.findByRole('button', { name: /^3 models: alpha, alpha-large, gamma\./ }),
    ).toBeTruthy();
  });
});

describe('the parameters', () => {
  const openParameters = async (presets: Preset[] = []) => {
    const world = await openTalk();
    world.bridge.answer({ 'presets.snapshot': () => presets });
    await fromPalette('parameters', /^Parameters/);
    const sheet = within(await screen.findByRole('dialog', { name: 'Parameters' }));
    const type = (name: string | RegExp, value: string) =>
      fireEvent.change(sheet.getByRole('textbox', { name }), { target: { value } });
    const save = () => sheet.getByRole<HTMLButtonElement>('button', { name: 'Save' });
    return { ...world, sheet, type, save };
  };

  it('cannot be saved while one is no number, and name it', async () => {
    const { bridge, sheet, type, save } = await openParameters();
    type('Temperature', 'warm');
    expect(sheet.getByText('Not a number that can be sent here.')).toBeTruthy();
    expect(save().disabled).toBe(true);
    type('Temperature', '0.5');
    fireEvent.click(save());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(inputs(bridge, 'conversations.setParameters')).toEqual([
      { id: 'c1', parameters: parameters.parse({ temperature: 0.5 }) },
    ]);
  });

  it('stay typed when main refuses them', async () => {
    const { bridge, sheet, type, save } = await openParameters();
    bridge.answer({
      'conversations.setParameters': () => {
        throw new AppError('not-found');
      },
    });
    type('System prompt', 'You are brief.');
    fireEvent.click(save());
    expect(await sheet.findByRole('alert')).toBeTruthy();
    const field = sheet.getByRole<HTMLTextAreaElement>('textbox', { name: 'System prompt' });
    expect(field.value).toBe('You are brief.');
  });

  it('are filled in from a preset, with its model', async () => {
    const kept = parameters.parse({ seed: 7, tools: ['calculator'] });
    const { bridge, sheet, save } = await openParameters([
      { id: 'p1', name: 'Strict', model: 'beta', parameters: kept },
    ]);
    bridge.answer({ 'conversations.setModel': () => undefined });
    const presets = await sheet.findByRole('combobox', { name: 'Preset' });
    fireEvent.change(presets, { target: { value: 'p1' } });
    expect(sheet.getByRole<HTMLInputElement>('textbox', { name: 'Seed' }).value).toBe('7');
    fireEvent.click(save());
    await waitFor(() =>
      expect(inputs(bridge, 'conversations.setParameters')).toEqual([
        { id: 'c1', parameters: kept },
      ]),
    );
    expect(inputs(bridge, 'conversations.setModel')).toEqual([{ id: 'c1', model: 'beta' }]);
  });
});

it('what a conversation is to begin with is there again after another screen, and begins it', async () => {
  const kept: { asking: DraftSettings | null } = { asking: null };
  const world = chatWorld({ branch: [], service: { models } });
  const { bridge } = world;
  bridge.answer({
    'newDraft.snapshot': ({ systemId }) => ({
      systemId,
      draft: '',
      attachments: [],
      otherDrafts: [],
      writer: null,
      ...kept,
    }),
    'newDraft.set': ({ asking }) => {
      if (asking) kept.asking = { ...asking, parameters: parameters.parse(asking.parameters) };
    },
    'presets.snapshot': () => [],
    'conversations.create': world.whole,
    'chat.send': () => ({ messageId: 'm0', answerId: 'm1', answerIds: ['m1'] }),
  });
  await openApp(bridge, '#/chat');
  fireEvent.click(await screen.findByRole('button', { name: 'Model: alpha' }));
  fireEvent.click(await screen.findByRole('option', { name: /beta/ }));
  await fromPalette('parameters', /^Parameters/);
  const sheet = within(await screen.findByRole('dialog', { name: 'Parameters' }));
  fireEvent.change(sheet.getByRole('textbox', { name: 'System prompt' }), {
    target: { value: 'Be brief.' },
  });
  fireEvent.click(sheet.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  window.location.hash = '#/settings';
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Model: beta' })).toBeNull());
  window.location.hash = '#/chat';
  await screen.findByRole('button', { name: 'Model: beta' });

  const field = screen.getByRole('textbox', { name: 'Message' });
  fireEvent.change(field, { target: { value: 'hello' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(inputs(bridge, 'chat.send')).toHaveLength(1));
  expect(inputs(bridge, 'conversations.create')).toMatchObject([{ model: 'beta' }]);
  expect(inputs(bridge, 'conversations.setParameters')).toEqual([
    { id: 'c1', parameters: parameters.parse({ system: 'Be brief.' }) },
  ]);
  // the next one begins without them
  await waitFor(() => expect(kept.asking?.parameters.system).toBe(''));
});
