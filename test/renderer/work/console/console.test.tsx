// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CallInput } from '../../../../preload/contract/index.ts';
import type { ConsoleRequest } from '../../../../preload/contract/work/console-requests.ts';
import { openApp, paletteField } from '../../app.tsx';
import { expectFocus, pressEnter } from '../../keyboard.ts';
import { system } from '../../world.ts';
import { consoleWorld, detailOf, field, operation, press, write } from './open.ts';

describe('where there is the screen', () => {
  it('mod+5 opens it, and the operator’s lock takes it away', async () => {
    const { bridge } = consoleWorld();
    const { unmount } = await openApp(bridge, '#/machines');
    await screen.findByRole('button', { name: 'API console' });
    fireEvent.keyDown(document.body, { key: '5', ctrlKey: true });
    await screen.findByText('Jobs in the queue');
    unmount();

    const locked = consoleWorld({}, true);
    await openApp(locked.bridge, '#/console');
    await screen.findByText('Your system’s operator has locked the API console.');
    expect(screen.queryByRole('button', { name: 'API console' })).toBeNull();
    expect(locked.bridge.calls.some(({ name }) => name.startsWith('apiConsole'))).toBe(false);
  });
});

it('the palette finds an operation by its summary, and opens it', async () => {
  const { bridge } = consoleWorld();
  await openApp(bridge, '#/machines');
  await screen.findByRole('button', { name: 'API console' });
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  fireEvent.change(await paletteField(), { target: { value: 'jobs queue' } });
  fireEvent.click(await screen.findByRole('option', { name: /^Jobs in the queue/ }));
  await field('account');
  expect(window.location.hash).toBe('#/console/d1%20GET%20%2Fjobs');
});

it('the palette finds a saved request by its name, and opens the console at it, also where it is open', async () => {
  const request: ConsoleRequest = {
    ...{ descriptionId: 'd1', operation: 'GET /jobs', method: 'GET', path: '/jobs', body: null },
    ...{ server: null, headers: [] },
    parameters: [{ in: 'query', name: 'account', value: 'group-a' }],
  };
  const saved = { id: 's1', name: 'Of my group', note: '', savedAt: 1, request };
  const { bridge } = consoleWorld({ saved: [saved] });
  await openApp(bridge, '#/machines');
  await screen.findByRole('button', { name: 'API console' });
  for (const value of ['group-a', 'another', 'group-a']) {
    if (value === 'another') {
      fireEvent.change(await field('account'), { target: { value } });
      continue;
    }
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    fireEvent.change(await paletteField(), { target: { value: 'my group' } });
    fireEvent.click(await screen.findByRole('option', { name: /^Of my group \(GET \/jobs\)/ }));
    await waitFor(async () => expect(await field('account')).toHaveProperty('value', value));
    expect(window.location.hash).toBe('#/console/d1%20GET%20%2Fjobs');
  }
});

it('an address of a saved request that is gone opens the console', async () => {
  const { bridge } = consoleWorld();
  await openApp(bridge, '#/console/saved%20s9');
  await screen.findByText('Jobs in the queue');
  await waitFor(() => expect(window.location.hash).toBe('#/console'));
});

describe('a description of a compute API that the app knows', () => {
  const paths = ['GET /slurm/v0.0.40/jobs', 'POST /slurm/v0.0.40/job/submit'];

  it('is offered for what it gives, taken only when that is pressed, and given back by an undo', async () => {
    const { bridge } = consoleWorld(
      {},
      false,
      paths.map((key) => operation(key)),
    );
    const updates: unknown[] = [];
    bridge.answer({
      'systems.update': (input) => {
        updates.push(input);
        return system('alpha', 'Alpha');
      },
    });
    await openApp(bridge, '#/console');
    await screen.findByText(/is of a compute API: Slurm REST API/);
    expect(updates).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Use it for jobs' }));
    const computeApi = { family: 'slurm', version: 'v0.0.40', accounting: false } as const;
    await waitFor(() => expect(updates).toEqual([{ id: 'alpha', computeApi }]));
    const undo = await screen.findByRole('button', { name: 'Undo' });
    act(() =>
      bridge.emit('systems.changed', {
        systems: [system('alpha', 'Alpha', { computeApi })],
        selectedId: 'alpha',
      }),
    );
    fireEvent.click(undo);
    await waitFor(() => expect(updates).toHaveLength(2));
    expect(updates[1]).toEqual({ id: 'alpha', computeApi: null });
  });

  it('of any other API nothing is offered', async () => {
    const { bridge } = consoleWorld();
    await openApp(bridge, '#/console');
    await screen.findByText('Jobs in the queue');
    expect(screen.queryByText(/is of a compute API/)).toBeNull();
  });
});

describe('importing', () => {
  it('an empty console takes a file, and says what a newer one changed', async () => {
    const { bridge } = consoleWorld();
    const taken: CallInput<'apiConsole.importDescription'>[] = [];
    bridge.answer({
      'apiConsole.importDescription': (input) => {
        taken.push(input);
        return { id: 'd1', changes: { added: ['GET /nodes'], removed: [], changed: [] } };
      },
    });
    await openApp(bridge, '#/console');
    const input = await screen.findByLabelText('From a file…', { selector: 'input' });
    fireEvent.change(input, { target: { files: [new File(['{}'], 'api.json')] } });
    const report = await screen.findByRole('dialog', { name: 'Slurm REST was updated' });
    expect(within(report).getByText('GET /nodes')).toBeTruthy();
    expect(taken[0]).toMatchObject({ from: { kind: 'file', name: 'api.json' }, replaces: null });
  });

  it('a file of a known name is dropped on the operations, and replaces what came from it, or stands beside', async () => {
    const { bridge } = consoleWorld();
    const taken: CallInput<'apiConsole.importDescription'>[] = [];
    bridge.answer({
      'apiConsole.importDescription': (input) => {
        taken.push(input);
        const changes = { added: ['GET /nodes'], removed: [], changed: [] };
        return { id: 'd1', changes: input.replaces === null ? null : changes };
      },
    });
    await openApp(bridge, '#/console');
    const list = await screen.findByText('Jobs in the queue');
    const drop = (name: string) =>
      fireEvent.drop(list, { dataTransfer: { types: ['Files'], files: [new File(['{}'], name)] } });
    const question = () => screen.findByRole('dialog', { name: 'Replace “Slurm REST”?' });
    drop('slurm.json');
    fireEvent.click(within(await question()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(taken).toEqual([]);
    drop('slurm.json');
    fireEvent.click(within(await question()).getByRole('button', { name: 'Replace' }));
    const report = await screen.findByRole('dialog', { name: 'Slurm REST was updated' });
    expect(within(report).getByText('GET /nodes')).toBeTruthy();
    fireEvent.click(within(report).getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
    drop('slurm.json');
    fireEvent.click(within(await question()).getByRole('button', { name: 'Keep both' }));
    await waitFor(() => expect(taken).toHaveLength(2));
    drop('other.json');
    await waitFor(() => expect(taken).toHaveLength(3));
    expect(taken.map(({ replaces }) => replaces)).toEqual(['d1', null, null]);
  });

  it('the demo’s description is one press away', async () => {
    const { bridge } = consoleWorld({ descriptions: [] });
    const taken: string[] = [];
    bridge.answer({
      'apiConsole.importDescription': ({ from }) => {
        taken.push(from.kind);
        return { id: 'd1', changes: null };
      },
    });
    await openApp(bridge, '#/console');
    await press(/Use the demo’s description/);
    await waitFor(() => expect(taken).toEqual(['demo']));
    expect(window.location.hash).toBe('#/console/d1');
  });

  it('warnings are told and stand in nobody’s way', async () => {
    const { bridge } = consoleWorld();
    await openApp(bridge, '#/console');
    await press(/1 warning in the description/);
    const dialog = await screen.findByRole('dialog', { name: 'Warnings: Slurm REST' });
    expect(within(dialog).getByText(/have the same id/).textContent).toContain('(line 12)');
  });
});

describe('the list', () => {
  it('finds operations by words, and marks those that change something', async () => {
    const { bridge } = consoleWorld();
    await openApp(bridge, '#/console');
    await screen.findByText('Jobs in the queue');
    fireEvent.change(screen.getByRole('searchbox', { name: 'Find operations' }), {
      target: { value: 'job delete' },
    });
    expect(screen.queryByText('Jobs in the queue')).toBeNull();
    const row = screen.getByText('Cancel a job').closest('button') as HTMLElement;
    expect(within(row).getByRole('img', { name: 'Changes something' })).toBeTruthy();
  });
});

describe('in a narrow window', () => {
  const type = (key: string, init = {}) =>
    fireEvent.keyDown(document.activeElement ?? document.body, { key, ...init });
  const find = () => screen.findByRole('searchbox', { name: 'Find operations' });

  it('the list stands behind a button that counts it, opens at its search, and goes with a choice', async () => {
    const wide = window.matchMedia;
    onTestFinished(() => {
      window.matchMedia = wide;
    });
    window.matchMedia = (query) => ({ ...wide(query), matches: query === '(max-width: 70rem)' });
    const { bridge } = consoleWorld();
    await openApp(bridge, '#/console/d1%20GET%20%2Fjobs');
    const button = () => screen.queryByRole('button', { name: /^All 3 operations/ });
    await screen.findByRole('heading', { level: 2, name: /Jobs in the queue/ });
    pressEnter(button() as HTMLElement);
    const search = await find();
    await expectFocus(() => search);
    type('Escape');
    await expectFocus(button);

    type('e', { ctrlKey: true });
    await expectFocus(() => screen.queryByRole('searchbox', { name: 'Find operations' }));
    fireEvent.change(await find(), { target: { value: 'cancel a' } });
    type('ArrowDown');
    await expectFocus(() => screen.queryByText('slurm · jobs')?.closest('button'));
    type('ArrowDown');
    pressEnter(document.activeElement as HTMLElement);
    await screen.findByRole('heading', { level: 2, name: /Cancel a job/ });
    await expectFocus(button);
  });
});

describe('what is being written', () => {
  it('is kept a moment later, is there when the screen opens again, and goes with a fresh start', async () => {
    const { bridge } = consoleWorld();
    const kept = () =>
      bridge.calls.flatMap(({ name, input }) =>
        name === 'apiConsole.keepDraft' ? [input as CallInput<'apiConsole.keepDraft'>] : [],
      );
    const { unmount } = await openApp(bridge, '#/console/d1%20DELETE%20%2Fjob%2F%7Bjob_id%7D');
    await write('job_id (required)', '77');
    await waitFor(() => expect(kept()).toHaveLength(1));
    const [first] = kept();
    expect(first).toMatchObject({
      key: 'DELETE /job/{job_id}',
      request: { parameters: [{ in: 'path', name: 'job_id', value: 77 }] },
    });
    unmount();

    const again = consoleWorld();
    const draft = (first?.request ?? null) as ConsoleRequest | null;
    again.bridge.answer({
      'apiConsole.operation': ({ key }) => ({ ...detailOf(key), draft }),
    });
    await openApp(again.bridge, '#/console/d1%20DELETE%20%2Fjob%2F%7Bjob_id%7D');
    expect(await field('job_id (required)')).toHaveProperty('value', '77');
    fireEvent.pointerDown(screen.getByRole('button', { name: 'More about this request' }), {
      button: 0,
      ctrlKey: false,
    });
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Start over' }));
    expect(await field('job_id (required)')).toHaveProperty('value', '');
    await waitFor(() =>
      expect(
        again.bridge.calls.filter(({ name }) => name === 'apiConsole.keepDraft').at(-1),
      ).toMatchObject({
        name: 'apiConsole.keepDraft',
        input: { request: null },
      }),
    );
  });
});
