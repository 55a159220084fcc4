// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../preload/contract/errors.ts';
import { job } from './job.ts';
import { now, openJobs } from './open.ts';

describe('an open job', () => {
  it('says how it failed, shows its errors, is seen, and asks a chat', async () => {
    const { bridge } = await openJobs({});
    let draft = '';
    bridge.answer({
      'newDraft.set': (input) => {
        draft = input.draft ?? '';
      },
    });
    fireEvent.click(await screen.findByText('train'));
    const panel = await screen.findByRole('region', { name: 'Job train' });
    await within(panel).findByText('Exit code 137.');
    await within(panel).findByText(/Out Of Memory/, { selector: 'pre' });
    // the last line of its errors says more than a number
    await within(within(panel).getByRole('alert')).findByText(/Out Of Memory/);
    await waitFor(() =>
      expect(bridge.calls).toContainEqual({
        name: 'jobs.markSeen',
        input: { systemId: 'alpha', keys: ['cpu-main/1'] },
      }),
    );
    fireEvent.click(within(panel).getByRole('button', { name: 'Explain this failure' }));
    await waitFor(() => expect(window.location.hash).toMatch(/^#\/chat/));
    expect(draft).toContain('exitCode: 137');
    expect(draft).toContain('echo hi');
    expect(draft).toContain('Out Of Memory');
  });

  it('names a day once on its timeline, so that labels do not cover each other', async () => {
    const past = (day: number, hour: number) => new Date(2026, 0, day, hour, 5).getTime();
    const times = { submittedAt: past(8, 9), startedAt: past(8, 10), endedAt: past(9, 11) };
    const { bridge } = await openJobs({
      jobs: [job('7', { name: 'old', state: 'done', ...times })],
    });
    bridge.answer({});
    fireEvent.click(await screen.findByText('old'));
    const panel = await screen.findByRole('region', { name: 'Job old' });
    const label = (word: string) =>
      within(panel).getByText(word, { selector: 'li > span' }).parentElement;
    expect(label('Submitted')?.textContent).toBe('Submitted09:058 Jan 2026');
    expect(label('Started')?.textContent).toBe('Started10:05');
    expect(label('Done')?.textContent).toBe('Done11:059 Jan 2026');
  });

  it('finds in its output, and saves the file', async () => {
    const { bridge } = await openJobs({ jobs: [job('6', { name: 'long', state: 'done' })] });
    const text = 'Epoch 1\nepoch 2\nloss 3\n';
    bridge.answer({
      'jobs.output': () => ({ path: '/home/x.out', text, from: 0, to: 24, size: 24, keptAt: null }),
      'files.save': () => ({ kind: 'saved', path: '/tmp/x.out' }),
    });
    fireEvent.click(await screen.findByText('long'));
    const field = await screen.findByRole('searchbox', { name: 'Find in the output' });
    fireEvent.change(field, { target: { value: 'EPOCH' } });
    await screen.findByText('1 of 2');
    expect([...document.querySelectorAll('mark')].map((one) => one.textContent)).toEqual([
      'Epoch',
      'epoch',
    ]);
    fireEvent.keyDown(field, { key: 'Enter' });
    await screen.findByText('2 of 2');
    fireEvent.keyDown(field, { key: 'Enter' });
    await screen.findByText('1 of 2');
    fireEvent.change(field, { target: { value: 'nothing' } });
    await screen.findByText('Not found');
    fireEvent.click(screen.getByRole('button', { name: 'Save file…' }));
    await waitFor(() =>
      expect(bridge.calls).toContainEqual({
        name: 'files.save',
        input: { systemId: 'alpha', machine: 'cpu-main', path: '/home/x.out' },
      }),
    );
  });

  it('whose output is gone shows the copy, and from when it is', async () => {
    const { bridge } = await openJobs({ jobs: [job('6', { name: 'old', state: 'done' })] });
    const kept = { from: 0, to: 5, size: 5, keptAt: now - 60_000 };
    bridge.answer({ 'jobs.output': () => ({ path: '/home/x.out', text: 'kept\n', ...kept }) });
    fireEvent.click(await screen.findByText('old'));
    const panel = await screen.findByRole('region', { name: 'Job old' });
    expect(await within(panel).findByText(/^Copy from/)).toBeTruthy();
    expect(within(panel).queryByRole('button', { name: 'Save file…' })).toBeNull();
  });

  it('that wrote no errors says so, also where the API passes on the words of its system', async () => {
    const { bridge } = await openJobs({ jobs: [job('6', { name: 'calm', state: 'done' })] });
    bridge.answer({
      'jobs.output': ({ which }) => {
        if (which === 'output')
          return { path: '/home/x.out', text: 'ok\n', from: 0, to: 3, size: 3, keptAt: null };
        const server = '/home/x.err: No such file or directory';
        throw new AppError('http-status', { details: { status: 400, server } });
      },
    });
    fireEvent.click(await screen.findByText('calm'));
    fireEvent.click(await screen.findByRole('radio', { name: 'Errors' }));
    expect(await screen.findByText('No errors.')).toBeTruthy();
  });

  it('whose end nobody told says exactly that', async () => {
    const gone = job('9', {
      name: 'gone',
      state: 'end-unknown',
      endBetween: { from: now - 3_600_000, to: now },
    });
    await openJobs({ jobs: [gone], hash: '#/jobs/cpu-main%2F9' });
    const panel = await screen.findByRole('region', { name: 'Job gone' });
    expect(await within(panel).findByText(/The system no longer says how/)).toBeTruthy();
  });
});

describe('the project of an open job', () => {
  const allocations = [{ granted: 5000, used: 1234.5, unit: 'node-hours' }];
  const projects = () => [{ name: 'm1', title: 'Climate', allocations }];

  it('is named with what is used of it', async () => {
    const { bridge } = await openJobs({ jobs: [job('1', { name: 'train', project: 'm1' })] });
    bridge.answer({ 'jobs.projects': projects });
    fireEvent.click(await screen.findByText('train'));
    await screen.findByText('Climate · 1,234.5 of 5,000 node-hours used');
  });

  it.each([
    ['is another’s', { own: false }],
    ['names none', { project: null }],
  ])('is not asked for where the job %s', async (_, change) => {
    const one = job('1', { name: 'train', project: 'm1', ...change });
    const { bridge } = await openJobs({
      jobs: [one],
      hash: `#/jobs/${encodeURIComponent(one.key)}`,
    });
    bridge.answer({ 'jobs.projects': projects });
    await screen.findByRole('heading', { name: 'train' });
    await waitFor(() => expect(bridge.calls.some(({ name }) => name === 'jobs.show')).toBe(true));
    expect(bridge.calls.some(({ name }) => name === 'jobs.projects')).toBe(false);
  });
});
