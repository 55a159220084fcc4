// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { parameters } from '../../../preload/contract/chat/conversation.ts';
import type { Tool } from '../../../preload/contract/chat/tools.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import { fromPalette, openApp } from '../app.tsx';
import { chatWorld, composer, inputs, message, place } from './chat-world.ts';
import { toolServer } from './tools/tool-server.ts';

const tool = (name: string, approval: Tool['approval'] = 'ask'): Tool => ({
  name,
  description: `What ${name} does`,
  parameters: { type: 'object', required: ['expression'] },
  approval,
  serverId: null,
  ownName: name,
  systemId: null,
  writes: false,
  everyTime: false,
  fingerprint: `print of ${name}`,
  before: null,
});

/** The sheet of a conversation whose main has these tools. */
async function openTools(tools: Tool[]) {
  const { bridge } = chatWorld({ branch: [] });
  bridge.answer({
    'toolServers.snapshot': () => [toolServer('s1', { name: 'Files' }), toolServer('s2')],
    'tools.snapshot': () => tools,
    'tools.setApproval': ({ name, approval }) => {
      const changed = tools.map((one) => (one.name === name ? { ...one, approval } : one));
      bridge.emit('tools.changed', changed);
    },
  });
  await openApp(bridge, place);
  await composer();
  await fromPalette('tools', /^Tools.*Chat/);
  const sheet = within(await screen.findByRole('dialog', { name: 'Tools' }));
  const box = (name: string) => sheet.getByRole<HTMLInputElement>('checkbox', { name });
  await sheet.findByRole('checkbox', { name: tools[0]?.name ?? '' });
  return { bridge, sheet, box };
}

const saved = (...tools: string[]) => ({ id: 'c1', parameters: parameters.parse({ tools }) });

describe('tools', () => {
  it('that ask each time are not offered "always"', async () => {
    const { sheet } = await openTools([{ ...tool('job_submit'), everyTime: true }, tool('other')]);
    const choices = (name: string) =>
      within(sheet.getByRole('combobox', { name: `Permission for ${name}` }))
        .getAllByRole('option')
        .map(({ textContent }) => textContent);
    expect(choices('job_submit')).toEqual(['Ask each time', 'Never allow']);
    expect(choices('other')).toHaveLength(3);
  });

  it('are offered to the model of this conversation one by one, and taken back', async () => {
    const { bridge, box } = await openTools([tool('calculator'), tool('search')]);
    fireEvent.click(box('search'));
    await waitFor(() => expect(box('search').checked).toBe(true));
    fireEvent.click(box('search'));
    await waitFor(() => expect(box('search').checked).toBe(false));
    expect(inputs(bridge, 'conversations.setParameters')).toEqual([saved('search'), saved()]);
  });

  it('that are ticked one after the other are all offered, however slow main is', async () => {
    const { bridge, box } = await openTools([tool('calculator'), tool('search')]);
    const waiting: (() => void)[] = [];
    bridge.answer({
      'conversations.setParameters': () => new Promise<void>((resolve) => waiting.push(resolve)),
    });
    fireEvent.click(box('calculator'));
    fireEvent.click(box('search'));
    await waitFor(() =>
      expect(inputs(bridge, 'conversations.setParameters')).toEqual([
        saved('calculator'),
        saved('calculator', 'search'),
      ]),
    );
    expect([box('calculator').checked, box('search').checked]).toEqual([true, true]);
    for (const answer of waiting) answer();
  });

  it('are as before when main refuses the change, and it says why', async () => {
    const { bridge, sheet, box } = await openTools([tool('calculator')]);
    bridge.answer({
      'conversations.setParameters': () => {
        throw new AppError('not-found');
      },
    });
    fireEvent.click(box('calculator'));
    expect(await sheet.findByRole('alert')).toBeTruthy();
    expect(box('calculator').checked).toBe(false);
  });

  it('ask each time, run without asking or never run, as it is chosen; a refused choice is taken back', async () => {
    const { bridge, sheet } = await openTools([tool('calculator')]);
    const choice = sheet.getByRole<HTMLSelectElement>('combobox', {
      name: 'Permission for calculator',
    });
    expect([...choice.options].map(({ text }) => text)).toEqual([
      'Ask each time',
      'Always allow',
      'Never allow',
    ]);
    fireEvent.change(choice, { target: { value: 'always' } });
    await waitFor(() => expect(choice.value).toBe('always'));
    expect(inputs(bridge, 'tools.setApproval')).toEqual([
      { name: 'calculator', fingerprint: 'print of calculator', approval: 'always' },
    ]);
    bridge.answer({
      'tools.setApproval': () => {
        throw new AppError('not-found');
      },
    });
    fireEvent.change(choice, { target: { value: 'ask' } });
    expect(await sheet.findByRole('alert')).toBeTruthy();
    expect(choice.value).toBe('always');
  });

  it('of one server are switched together, but for those that must never run', async () => {
    const of = (serverId: string, one: Tool): Tool => ({ ...one, serverId });
    const { bridge, sheet, box } = await openTools([
      ...[of('s1', tool('read')), of('s1', tool('write')), of('s1', tool('delete', 'never'))],
      ...[tool('calculator'), of('s2', tool('search'))],
    ]);
    const files = await sheet.findByRole<HTMLInputElement>('checkbox', { name: 'Files' });
    const names = sheet.getAllByRole('checkbox').map((one) => one.closest('li')?.textContent);
    expect(names[0]).toContain('calculator');
    fireEvent.click(box('read'));
    await waitFor(() => expect(files.getAttribute('aria-checked')).toBe('mixed'));
    fireEvent.click(files);
    await waitFor(() => expect(files.checked).toBe(true));
    expect(sheet.getByText('2 of 3 on')).toBeTruthy();
    fireEvent.click(files);
    await waitFor(() => expect(files.checked).toBe(false));
    expect(inputs(bridge, 'conversations.setParameters')).toEqual([
      saved('read'),
      saved('read', 'write'),
      saved(),
    ]);
  });

  it('that must never run cannot be offered, not even with all the others', async () => {
    const { bridge, sheet, box } = await openTools([tool('calculator'), tool('shell', 'never')]);
    expect(box('shell').disabled).toBe(true);
    fireEvent.click(sheet.getByRole('button', { name: 'All on' }));
    await waitFor(() =>
      expect(inputs(bridge, 'conversations.setParameters')).toEqual([saved('calculator')]),
    );
    expect(box('shell').checked).toBe(false);
  });

  it('are counted on the line above the message as the model gets them', async () => {
    const { bridge } = chatWorld({
      branch: [],
      change: { parameters: parameters.parse({ tools: ['calculator', 'search'] }) },
    });
    const tools = [tool('calculator'), tool('search')];
    bridge.answer({ 'tools.snapshot': () => tools });
    await openApp(bridge, place);
    await screen.findByRole('button', { name: '2 tools on' });
    act(() => bridge.emit('tools.changed', [tool('calculator'), tool('search', 'never')]));
    await screen.findByRole('button', { name: '1 never allowed' });
  });

  it('show what the model is told on request', async () => {
    const { sheet } = await openTools([tool('calculator')]);
    expect(sheet.queryByText('What calculator does')).toBeNull();
    fireEvent.click(sheet.getByRole('button', { name: 'What the model is told' }));
    const schema = sheet.getByRole('region', { name: 'Schema of the arguments of calculator' });
    expect(schema.textContent).toContain('"expression"');
    expect(sheet.getByText('What calculator does')).toBeTruthy();
  });

  it('that were called as often as the user lets them can be gone on with', async () => {
    const problem = {
      ...{ code: 'tool-rounds-reached' as const, retryable: false },
      details: { rounds: 16 },
    };
    const call = { id: 'a', name: 'calculator', arguments: '{}', result: null };
    const { bridge } = chatWorld({
      branch: [
        message('m0', 0),
        message('m1', 1, {
          ...{ content: '', state: 'interrupted', problem },
          toolCalls: [{ ...call, state: 'interrupted' }],
        }),
      ],
    });
    bridge.answer({ 'chat.resume': () => ({ answerId: 'm1' }) });
    await openApp(bridge, place);
    const told = await screen.findByText(/^The model has called tools 16 times in a row\./);
    const bar = told.closest<HTMLElement>('[role=status]');
    if (bar === null) throw new Error('it is not told in a bar');
    fireEvent.click(within(bar).getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(inputs(bridge, 'chat.resume')).toEqual([{ messageId: 'm1' }]));
  });
});
