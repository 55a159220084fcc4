// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { VaultState } from '../../../preload/contract/app.ts';
import type {
  Program,
  ProgramCall,
  ProgramsState,
} from '../../../preload/contract/work/programs.ts';
import { openApp } from '../app.tsx';
import { expectFocus, pressEnter } from '../keyboard.ts';
import { createWorld, system } from '../world.ts';

const address = 'http://127.0.0.1:41973';
const key = 'cdk-0123456789';

const program = (id: string, change: Partial<Program> = {}): Program => ({
  ...{ id, systemId: 'alpha', name: `Program ${id}`, paths: ['v1'], models: null },
  ...{ readOnly: true, conversations: false, createdAt: '2026-11-01T00:00:00.000Z', endsAt: null },
  ...{ lastUsedAt: null, ended: null, reportedName: null, ...change },
});

async function openPrograms(
  change: Partial<ProgramsState> = {},
  calls: ProgramCall[] = [],
  vault?: VaultState,
) {
  const systems = [system('alpha', 'Alpha')];
  const { bridge } = createWorld({ systems, ...(vault && { vault }) });
  let state: ProgramsState = {
    ...{ on: true, address, problem: null, locked: false, programs: [], requests: [], ...change },
  };
  bridge.answer({
    'programs.snapshot': () => state,
    'programCalls.snapshot': () => calls,
    'programs.turn': () => undefined,
    'programs.movePort': () => undefined,
    'programs.add': () => ({ id: 'new', key }),
    'programs.change': () => undefined,
    'programs.revoke': () => undefined,
    'programs.restore': () => undefined,
    'programs.remove': () => undefined,
    'programs.permit': () => undefined,
    'programs.dismiss': () => undefined,
    'programCalls.exportFile': () => ({ kind: 'saved' as const, path: 'calls.csv' }),
  });
  await openApp(bridge, '#/programs');
  await screen.findByRole('heading', { level: 1, name: 'Other programs' });
  const inputs = (name: string) =>
    bridge.calls.filter((call) => call.name === name).map(({ input }) => input);
  return {
    inputs,
    tell(more: Partial<ProgramsState>) {
      state = { ...state, ...more };
      bridge.emit('programs.changed', state);
    },
  };
}

const button = (name: string | RegExp) => screen.findByRole('button', { name });

describe('other programs', () => {
  it('are off at first, and turned on with one button', async () => {
    const { inputs } = await openPrograms({ on: false, address: null });
    fireEvent.click(await button('Turn on'));
    await waitFor(() => expect(inputs('programs.turn')).toEqual([{ on: true }]));
    expect(screen.queryByRole('button', { name: 'Connect a program' })).toBe(null);
  });

  it('get a key that is shown once, with lines that do not contain it', async () => {
    const { inputs, tell } = await openPrograms();
    fireEvent.click(await button('Connect a program'));
    const form = await screen.findByRole('dialog', { name: 'Connect a program' });
    fireEvent.change(within(form).getByLabelText('Name'), { target: { value: 'Notebook' } });
    expect(within(form).queryByLabelText('Your conversations, too')).toBe(null);
    fireEvent.click(within(form).getByLabelText('Tools (/mcp)'));
    fireEvent.click(within(form).getByLabelText('Your conversations, too'));
    fireEvent.click(within(form).getByLabelText('Web API (/web-api)'));
    fireEvent.change(within(form).getByLabelText('Only these models'), {
      target: { value: ' model-1 \n\nmodel-2' },
    });
    tell({ programs: [program('new', { name: 'Notebook', paths: ['v1', 'mcp', 'web-api'] })] });
    fireEvent.click(within(form).getByRole('button', { name: 'Make the key' }));
    const shown = await screen.findByRole('alertdialog', { name: 'Key of “Notebook”' });
    expect(inputs('programs.add')).toEqual([
      {
        ...{ systemId: 'alpha', name: 'Notebook', paths: ['v1', 'mcp', 'web-api'] },
        ...{ models: ['model-1', 'model-2'], readOnly: true, conversations: true, endsAt: null },
      },
    ]);
    expect(within(shown).getByText(key)).toBeTruthy();
    const chooser = within(shown).getByLabelText('Program');
    const options = within(chooser).getAllByRole<HTMLOptionElement>('option');
    expect(options.map(({ text }) => text)).toEqual([
      ...['Python', 'Node.js', 'curl', 'VS Code', 'Zed', 'Codex', 'Continue', 'VS Code (MCP)'],
      ...['Cursor (MCP)', 'Claude Desktop (MCP)', 'Zed (MCP)', 'Codex (MCP)', 'Continue (MCP)'],
      'curl: Web API',
    ]);
    for (const { value } of options) {
      fireEvent.change(chooser, { target: { value } });
      const entries = within(shown).getAllByRole('region', { name: /Entry/ });
      const text = entries.map((one) => one.textContent).join('\n');
      expect(text).toContain(address);
      expect(text).not.toContain(key);
    }
    fireEvent.click(within(shown).getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByText(key)).toBe(null));
  });

  it('show the lines to paste again, without the key, and what a program calls itself', async () => {
    const reportedName = 'Cursor 1.2';
    await openPrograms({ programs: [program('1', { paths: ['mcp'], reportedName })] });
    expect(await screen.findByText('Reported by the program: Cursor 1.2')).toBeTruthy();
    fireEvent.click(await button('Set up…'));
    const shown = await screen.findByRole('dialog', { name: 'Set up “Program 1”' });
    expect(within(shown).queryByText('Key of the program')).toBe(null);
    const entry = within(shown).getByRole('region', { name: /Entry/ });
    expect(entry.textContent).toContain(`${address}/mcp`);
    fireEvent.click(within(shown).getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  });

  it('are named when their key has ended, which can be put off or removed', async () => {
    const at = '2026-11-01T00:00:00.000Z';
    const missing = ['expired', 'revoked', 'port'] as const;
    const { inputs } = await openPrograms({
      programs: missing.map((ended, place) => program(`${place}`, { name: ended })),
      requests: missing.map((one, place) => ({
        ...{ id: one, programId: `${place}`, missing: one, what: '', at },
      })),
    });
    expect(await screen.findByText(/^expired called with a key whose end date/)).toBeTruthy();
    const [ofRevoked, ofPort] = await screen.findAllByRole('button', { name: 'Remove the key' });
    for (const one of [ofRevoked, ofPort]) if (one) fireEvent.click(one);
    await waitFor(() => expect(inputs('programs.remove')).toEqual([{ id: '1' }, { id: '2' }]));
    fireEvent.click(await button('Extend'));
    expect(await screen.findByRole('dialog', { name: 'Permissions of “expired”' })).toBeTruthy();
  });

  it('are revoked at once, with an undo; what has ended can be removed', async () => {
    const ended = program('2', { ended: 'port', paths: ['web-api'] });
    const reader = program('1', { paths: ['mcp'], conversations: true, readOnly: false });
    const { inputs } = await openPrograms({ programs: [reader, ended] });
    expect(await screen.findByText('Conversations')).toBeTruthy();
    expect(screen.getByText('Submits jobs')).toBeTruthy();
    expect(await screen.findByText('Port was taken')).toBeTruthy();
    expect(screen.getByText('Web API: read')).toBeTruthy();
    fireEvent.click(await button('Revoke'));
    fireEvent.click(await button('Undo'));
    await waitFor(() => expect(inputs('programs.restore')).toEqual([{ id: '1' }]));
    expect(inputs('programs.revoke')).toEqual([{ id: '1' }]);
    fireEvent.click(await button('Remove'));
    await waitFor(() => expect(inputs('programs.remove')).toEqual([{ id: '2' }]));
  });

  it('keep the focus of the keyboard when they are revoked, restored and removed, and when a bar goes', async () => {
    const request = { id: 'a', programId: '1', missing: 'model', what: 'model-9' } as const;
    const { tell } = await openPrograms({
      programs: [program('1'), program('2')],
      requests: [{ ...request, at: '2026-11-01T00:00:00.000Z' }],
    });
    const inRow = (name: string, action: string) => {
      const row = screen.getByText(name).closest('tr');
      return row && within(row).queryByRole('button', { name: action });
    };
    await button(/Program 1/);
    const gone = program('1', { ended: 'revoked' });
    pressEnter(inRow('Program 1', 'Revoke') as HTMLElement);
    act(() => tell({ programs: [gone, program('2')] }));
    await expectFocus(() => inRow('Program 1', 'Remove'));
    pressEnter(await button('Undo'));
    act(() => tell({ programs: [program('1'), program('2')] }));
    await expectFocus(() => inRow('Program 1', 'Revoke'));
    act(() => tell({ programs: [gone, program('2')] }));
    await expectFocus(() => inRow('Program 1', 'Remove'));
    pressEnter(inRow('Program 1', 'Remove') as HTMLElement);
    act(() => tell({ programs: [program('2')] }));
    await expectFocus(() => screen.getByRole('button', { name: /Program 2/ }));
    pressEnter(await button('Allow for next time'));
    act(() => tell({ requests: [] }));
    await waitFor(() => expect(screen.queryByText(/asked for the model/)).toBeNull());
    await expectFocus(() => screen.getByRole('main').querySelector(':focus'));
  });

  it('are changed by opening their row', async () => {
    const { inputs } = await openPrograms({ programs: [program('1')] });
    fireEvent.click(await button(/Program 1/));
    const form = await screen.findByRole('dialog', { name: 'Permissions of “Program 1”' });
    fireEvent.change(within(form).getByLabelText('Name'), { target: { value: 'Other' } });
    fireEvent.click(within(form).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(inputs('programs.change')).toMatchObject([{ id: '1', name: 'Other' }]),
    );
  });

  it('have keys that end with a day of the user’s choice, not with one that is over', async () => {
    const { inputs } = await openPrograms();
    fireEvent.click(await button('Connect a program'));
    const form = within(await screen.findByRole('dialog', { name: 'Connect a program' }));
    fireEvent.change(form.getByLabelText('Name'), { target: { value: 'Notebook' } });
    fireEvent.change(form.getByLabelText('The key ends'), { target: { value: 'date' } });
    const make = () => form.getByRole<HTMLButtonElement>('button', { name: 'Make the key' });
    expect(make().disabled).toBe(true);
    const choose = (value: string) =>
      fireEvent.change(form.getByLabelText('End date'), { target: { value } });
    choose('2020-01-31');
    expect(form.getByText('This date has passed.')).toBeTruthy();
    expect(make().disabled).toBe(true);
    choose('2199-01-31');
    fireEvent.click(make());
    await waitFor(() =>
      expect(inputs('programs.add')).toMatchObject([
        { endsAt: new Date(2199, 0, 31, 23, 59, 59).toISOString() },
      ]),
    );
  });

  it('are permitted for the next time what a call lacked', async () => {
    const at = '2026-11-01T00:00:00.000Z';
    const { inputs } = await openPrograms({
      programs: [program('1')],
      requests: [
        { id: 'a', programId: '1', missing: 'model', what: 'model-9', at },
        { id: 'b', programId: '1', missing: 'unlock', what: '', at },
        { id: 'c', programId: '1', missing: 'conversations', what: '', at },
        { id: 'd', programId: '1', missing: 'keychain', what: '', at },
        { id: 'e', programId: '1', missing: 'ssh', what: '', at },
      ],
    });
    expect(await screen.findByText('Program 1 asked for the model model-9.')).toBeTruthy();
    expect(screen.getByText(/called while your secrets were locked/)).toBeTruthy();
    expect(screen.getByText('Program 1 asked for your conversations.')).toBeTruthy();
    for (const permit of screen.getAllByRole('button', { name: 'Allow for next time' })) {
      fireEvent.click(permit);
    }
    await waitFor(() => expect(inputs('programs.permit')).toEqual([{ id: 'a' }, { id: 'c' }]));
    const [, dismiss] = screen.getAllByRole('button', { name: 'Dismiss' });
    if (dismiss) fireEvent.click(dismiss);
    await waitFor(() => expect(inputs('programs.dismiss')).toEqual([{ id: 'b' }]));
    fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
    await waitFor(() => expect(inputs('programs.permit').at(-1)).toEqual({ id: 'e' }));
    // A keychain is helped in the settings.
    fireEvent.click(screen.getByRole('button', { name: 'Show in Settings' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeTruthy();
    expect(globalThis.location.hash).toBe('#/settings/secrets');
  });

  it('are helped to an open vault and a session, and counted in the sidebar while they lack something', async () => {
    const at = '2026-11-01T00:00:00.000Z';
    const { inputs } = await openPrograms(
      {
        programs: [program('1'), program('2', { systemId: 'beta' })],
        requests: [
          { id: 'a', programId: '1', missing: 'unlock', what: '', at },
          { id: 'b', programId: '1', missing: 'sign-in', what: '', at },
          { id: 'c', programId: '2', missing: 'sign-in', what: '', at },
        ],
      },
      [],
      { state: 'locked', protection: 'passphrase', keychainProblem: 'not-offered' },
    );
    expect(await button('Other programs, 3 requests waiting')).toBeTruthy();
    const bars = within(screen.getByRole('main'));
    fireEvent.click(bars.getByRole('button', { name: 'Unlock' }));
    const field = await screen.findByLabelText('Passphrase');
    fireEvent.change(field, { target: { value: 'open sesame' } });
    fireEvent.submit(field.closest('form') ?? field);
    await waitFor(() => expect(inputs('programs.dismiss')).toEqual([{ id: 'a' }]));
    // One signs in to the selected system.
    fireEvent.click(bars.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByRole('dialog')).toBeTruthy();
  });

  it('are listed with what they called, which can be exported', async () => {
    const call: ProgramCall = {
      ...{ id: 1, at: new Date().toISOString(), program: 'Notebook', outcome: 'refused' as const },
      ...{ call: 'POST /v1/chat/completions', status: 403 },
    };
    const { inputs } = await openPrograms({}, [call]);
    expect(await screen.findByText('POST /v1/chat/completions')).toBeTruthy();
    expect(screen.getByText('Not permitted (403)')).toBeTruthy();
    fireEvent.click(await button('Export'));
    await waitFor(() => expect(inputs('programCalls.exportFile')).toHaveLength(1));
  });

  it('say that another program holds the port, and move to another', async () => {
    const { inputs } = await openPrograms({ problem: 'taken' });
    expect(await screen.findByText(/the keys for this port no longer work/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Connect a program' })).toBe(null);
    fireEvent.click(await button('Use another port'));
    await waitFor(() => expect(inputs('programs.movePort')).toHaveLength(1));
  });

  it('say why they could not be turned on', async () => {
    const { inputs } = await openPrograms({ on: false, address: null, problem: 'failed' });
    expect(await screen.findByText(/cannot listen at 127\.0\.0\.1/)).toBeTruthy();
    fireEvent.click(await button('Try again'));
    await waitFor(() => expect(inputs('programs.turn')).toEqual([{ on: true }]));
  });

  it('are locked by the operator, who is named', async () => {
    await openPrograms({ on: false, locked: true });
    expect(await screen.findByText(/Your operator does not allow/)).toBeTruthy();
    expect((await button('Turn on')).hasAttribute('disabled')).toBe(true);
  });
});
