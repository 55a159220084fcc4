// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openApp, paletteField } from '../../app.tsx';
import { expectFocus, pressEnter } from '../../keyboard.ts';
import { createWorld, system } from '../../world.ts';
import { job, jobsState } from './job.ts';
import { now, openJobs, some } from './open.ts';

describe('the list of jobs', () => {
  it('says what ended while nobody looked, with state, array and reason in words', async () => {
    await openJobs({});
    const table = await screen.findByRole('table', { name: 'Jobs' });
    expect(within(table).getByText('Ended while you were away')).toBeTruthy();
    const row = (name: string) => within(table).getByText(name).closest('tr')?.textContent;
    expect(row('train')).toContain('Failed');
    expect(row('solve')).toContain('Running');
    expect(row('sweep')).toContain('1 failed');
    expect(row('sweep')).toContain('3 of 4 ended');
    expect(row('later')).toContain('Resources');
    expect(screen.getByRole('button', { name: /^Jobs.*1 ended, not seen/ })).toBeTruthy();
  });

  it('counts an array that ended as a whole where the API tells no tasks', async () => {
    const whole = { total: 4, states: {} };
    await openJobs({
      jobs: [job('8', { name: 'told', state: 'failed', endedAt: now, tasks: whole })],
    });
    const row = (await screen.findByText('told')).closest('tr')?.textContent;
    expect(row).toContain('4 of 4 ended');
    expect(row).toContain('Failed');
  });

  it('is left out for a system without a compute API: sidebar, key and palette', async () => {
    const { bridge } = createWorld({ systems: [system('beta', 'Beta')] });
    await openApp(bridge, '#/certificates');
    await screen.findByRole('heading', { name: 'Certificates', level: 1 });
    expect(screen.queryByRole('button', { name: /^Jobs/ })).toBeNull();
    fireEvent.keyDown(document.body, { key: '7', ctrlKey: true });
    expect(window.location.hash).toBe('#/certificates');
  });

  it('is found in the palette by a name or an id of a job', async () => {
    await openJobs({ hash: '#/certificates' });
    await screen.findByRole('heading', { name: 'Certificates', level: 1 });
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    fireEvent.change(await paletteField(), { target: { value: 'solve' } });
    fireEvent.click(await screen.findByRole('option', { name: /^solve/ }));
    await waitFor(() => expect(window.location.hash).toMatch(/^#\/jobs\/./));
  });

  it('opens by its key, finds by words, and moves and selects by the keyboard', async () => {
    await openJobs({ hash: '#/certificates' });
    await screen.findByRole('heading', { name: 'Certificates', level: 1 });
    fireEvent.keyDown(document.body, { key: '7', ctrlKey: true });
    await screen.findByRole('table', { name: 'Jobs' });
    const first = document.querySelector<HTMLElement>('[data-row-button]');
    first?.focus();
    fireEvent.keyDown(first ?? document.body, { key: 'ArrowDown', shiftKey: true });
    expect(screen.getByText('2 selected')).toBeTruthy();
    fireEvent.keyDown(document.activeElement ?? document.body, { key: ' ' });
    expect(screen.getByText('1 selected')).toBeTruthy();
    fireEvent.keyDown(document.activeElement ?? document.body, { key: '/' });
    const field = screen.getByRole('searchbox', { name: 'Find jobs' });
    await waitFor(() => expect(document.activeElement).toBe(field));
    fireEvent.change(field, { target: { value: 'later' } });
    await waitFor(() => expect(screen.queryByText('solve')).toBeNull());
    expect(screen.getByText('later')).toBeTruthy();
  });

  it('names machines without an answer in a line, with the error on request, and in a bar if none answered', async () => {
    const state = jobsState(some);
    const [first] = state.machines;
    if (first === undefined) throw new Error('no machine');
    const problem = { code: 'http-status', details: {}, retryable: true } as const;
    const down = { ...first, name: 'large-memory', answeredAt: now, problem };
    const { tell } = await openJobs({ change: { machines: [first, down] } });
    const line = await screen.findByText(/^large-memory: not reachable, as of \d\d:\d\d$/);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Details' }));
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
    tell(jobsState(some, { machines: [down] }));
    await waitFor(() => expect(line.isConnected).toBe(false));
    expect(screen.getByText(/^large-memory: /)).toBeTruthy();
  });

  it('says that it asks, and no number, until the machines are known and one has answered', async () => {
    const change = { machines: [], machinesKnown: false };
    const { tell } = await openJobs({ jobs: [], change });
    await screen.findByText('Asking for the jobs');
    const isSilent = () => {
      expect(screen.queryByText('No jobs')).toBeNull();
      expect(document.body.textContent).not.toMatch(/0 running|Mine 0|All 0/);
    };
    isSilent();
    const problem = { code: 'network-timeout', details: { host: 'x' }, retryable: true } as const;
    tell(jobsState([], { ...change, problem }));
    await screen.findByRole('alert');
    expect(screen.queryByText('Asking for the jobs')).toBeNull();
    isSilent();
    const machines = jobsState([]).machines.map((one) => ({ ...one, answeredAt: null }));
    tell(jobsState([], { machines }));
    await screen.findByText('Asking for the jobs');
    isSilent();
    tell(jobsState([]));
    await screen.findByText('No jobs');
    expect(document.body.textContent).toMatch(/0 running · 0 waiting/);
    tell(jobsState([], { machines: [] }));
    await screen.findByText('No jobs');
  });

  it('keeps the chosen columns, and offers to submit once', async () => {
    const { bridge } = await openJobs({ jobs: [] });
    await screen.findByText('No jobs');
    expect(screen.getAllByRole('button', { name: /^Submit job/ })).toHaveLength(1);
    bridge.answer({
      'settings.update': (part) => ({
        theme: 'system',
        language: 'system',
        sidebarCollapsed: false,
        ...part,
      }),
    });
    fireEvent.keyDown(screen.getByRole('button', { name: 'View' }), { key: 'Enter' });
    fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Nodes' }));
    await waitFor(() =>
      expect(bridge.calls).toContainEqual({
        name: 'settings.update',
        input: { jobColumns: ['state', 'time', 'queue', 'machine', 'nodes'] },
      }),
    );
  });

  it('draws few of ten thousand', async () => {
    const many = Array.from({ length: 10_000 }, (_, n) => job(String(n), { state: 'running' }));
    await openJobs({ jobs: many });
    await screen.findByRole('table', { name: 'Jobs' });
    expect(document.querySelectorAll('[data-row-button]').length).toBeLessThan(100);
  });
});

describe('cancelling', () => {
  it('by the keyboard leaves the focus on the row, and on the next one when it goes', async () => {
    const jobs = [
      job('5', { name: 'first', state: 'running' }),
      job('6', { name: 'second', state: 'running' }),
    ];
    const { bridge, tell } = await openJobs({ jobs });
    bridge.answer({
      'jobs.cancel': ({ keys }) =>
        keys.map((key) => ({ key, accepted: true, words: '', problem: null })),
    });
    const rowOf = (name: string) =>
      screen.queryByText(name)?.closest('tr')?.querySelector<HTMLElement>('[data-row-button]');
    await screen.findByText('first');
    rowOf('first')?.focus();
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Delete' });
    const dialog = await screen.findByRole('alertdialog');
    pressEnter(within(dialog).getByRole('button', { name: /^Cancel/ }));
    await expectFocus(() => rowOf('first'));
    act(() => tell(jobsState(jobs.slice(1))));
    await expectFocus(() => rowOf('second'));
  });

  it('counts tasks, asks from ten on for the number, and tells what was refused', async () => {
    const big = job('5', {
      name: 'big',
      state: 'running',
      tasks: { total: 12, states: { running: 11, waiting: 1 } },
    });
    const { bridge } = await openJobs({ jobs: [big] });
    bridge.answer({
      'jobs.cancel': ({ keys }) =>
        keys.map((key) => ({ key, accepted: false, words: 'not yours', problem: null })),
    });
    const row = await screen.findByText('big');
    const button = row.closest('tr')?.querySelector<HTMLElement>('[data-row-button]');
    button?.focus();
    fireEvent.keyDown(button ?? document.body, { key: 'Delete' });
    const dialog = await screen.findByRole('alertdialog', { name: 'Cancel 12 jobs?' });
    expect(dialog.textContent).toContain('11 are running');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Keep running'));
    const confirm = within(dialog).getByRole('button', { name: 'Cancel 12 jobs' });
    fireEvent.click(confirm);
    expect(bridge.calls.some(({ name }) => name === 'jobs.cancel')).toBe(false);
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: '12' } });
    fireEvent.click(confirm);
    await screen.findByRole('alertdialog', { name: '1 job was not cancelled' });
    expect(screen.getByText('not yours')).toBeTruthy();
  });
});
