// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { CommandRun, CommandsState } from '../../../preload/contract/work/remote-commands.ts';
import { openApp } from '../app.tsx';
import { createWorld, system } from '../world.ts';

const run = (command: string, change: Partial<CommandRun> = {}): CommandRun => ({
  ...{ id: command, machine: 'login-1', command, state: 'done', startedAt: Date.now() - 2000 },
  ...{ endedAt: Date.now(), output: '', errors: '', isCut: false, problem: null },
  ...change,
});

async function openFiles(change: Partial<CommandsState> = {}) {
  const { bridge } = createWorld({
    systems: [system('alpha', 'Alpha', { computeApi: { family: 'field' } })],
  });
  let state: CommandsState = {
    ...{ systemId: 'alpha', offered: true, locked: false, runs: [] },
    ...change,
  };
  bridge.answer({
    'files.snapshot': () => ({ asksFolder: true, folder: null, transfers: [], changes: [] }),
    'files.machines': () => ['login-1'],
    'files.home': () => '/home/x',
    'files.list': () => ({ entries: [], leftOut: 0 }),
    'remoteCommands.snapshot': () => state,
    'remoteCommands.run': () => undefined,
    'remoteCommands.clear': () => undefined,
    'remoteCommands.leave': () => undefined,
  });
  await openApp(bridge, '#/files');
  return {
    bridge,
    tell(runs: CommandRun[]) {
      state = { ...state, runs };
      bridge.emit('remoteCommands.changed', state);
    },
  };
}

it('says once that commands run as the user, runs one, and shows how it ended and what it printed', async () => {
  const { bridge, tell } = await openFiles();
  fireEvent.click(await screen.findByRole('button', { name: 'Run a command' }));
  const dialog = await screen.findByRole('dialog', { name: 'Run a command on login-1' });
  const note = within(dialog).getByText(/run on the machine as your user there/);
  const field = within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Command' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  fireEvent.change(field, { target: { value: ' ls -l ' } });
  const form = field.closest('form');
  if (form === null) throw new Error('no form');
  fireEvent.submit(form);
  await waitFor(() =>
    expect(bridge.calls).toContainEqual({
      name: 'remoteCommands.run',
      input: {
        ...{ systemId: 'alpha', machine: 'login-1', command: 'ls -l' },
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    }),
  );
  expect(field.value).toBe('');
  tell([run('ls -l', { state: 'running', endedAt: null })]);
  await within(dialog).findByText('Running');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Stop waiting' }));
  await waitFor(() =>
    expect(bridge.calls).toContainEqual({
      name: 'remoteCommands.leave',
      input: { systemId: 'alpha', id: 'ls -l' },
    }),
  );
  const told = within(dialog).getByRole('status');
  expect(told.textContent).toBe('');
  expect(note.isConnected).toBe(false);
  fireEvent.change(field, { target: { value: 'date' } });
  fireEvent.submit(form);
  expect(bridge.calls.filter(({ name }) => name === 'remoteCommands.run')).toHaveLength(1);
  tell([
    run('rm x', { state: 'failed', errors: '\u001b[31mrm: x\u202e: No such file\u001b[0m\n' }),
    run('ls -l', { output: 'total 0\n', isCut: true }),
    run('date', {
      state: 'unanswered',
      problem: { code: 'network-timeout', details: {}, retryable: true },
    }),
  ]);
  await waitFor(() => expect(told.textContent).toBe('Failed · rm x'));
  expect((await within(dialog).findByRole('region', { name: 'Errors' })).textContent).toBe(
    'rm: x: No such file\n',
  );
  expect(within(dialog).getByText('Failed')).toBeTruthy();
  expect(within(dialog).getByText('Only the end is shown.')).toBeTruthy();
  expect(within(dialog).getByText('No answer: it may have run')).toBeTruthy();
  fireEvent.click(within(dialog).getAllByRole('button', { name: 'Edit again' })[0] ?? dialog);
  expect(field.value).toBe('rm x');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Clear the list' }));
  await waitFor(() =>
    expect(bridge.calls).toContainEqual({
      name: 'remoteCommands.clear',
      input: { systemId: 'alpha' },
    }),
  );
});

it('is left out where no API runs commands', async () => {
  await openFiles({ offered: false });
  await screen.findByRole('button', { name: 'New folder' });
  expect(screen.queryByRole('button', { name: 'Run a command' })).toBeNull();
});

it('is locked by the operator, with the reason on its button', async () => {
  await openFiles({ locked: true });
  const locked = await screen.findByRole<HTMLButtonElement>('button', {
    name: 'Your system’s operator has locked commands.',
  });
  expect(locked.disabled || locked.getAttribute('aria-disabled') === 'true').toBe(true);
});
