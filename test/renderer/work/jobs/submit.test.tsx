// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { SentSubmission } from '../../../../preload/contract/work/jobs.ts';
import { expectFocus, pressEnter } from '../../keyboard.ts';
import { jobsState } from './job.ts';
import { now, openJobs, some } from './open.ts';

describe('submitting', () => {
  const sent = (id: string, change: Partial<SentSubmission> = {}): SentSubmission => ({
    id,
    machine: 'cpu-main',
    name: 'hello',
    at: now,
    state: 'accepted',
    jobId: '77',
    key: null,
    marker: 'cd-1',
    searches: 0,
    searchedAt: null,
    problem: null,
    ...change,
  });
  const script = '#!/bin/bash\n#PJM -N hello\n#PJM -L rscgrp=small,node=1\necho hi\n';

  it('begins in the script, where one can paste at once', async () => {
    await openJobs({ hash: '#/jobs/new' });
    const field = await screen.findByRole('textbox', { name: 'Script' });
    expect(document.activeElement).toBe(field);
  });

  it('offers the user’s projects, and says what is left of the one that is charged', async () => {
    const { bridge } = await openJobs({ hash: '#/jobs/new' });
    const allocations = [{ granted: 5000, used: 1234.5, unit: 'node-hours' }];
    bridge.answer({ 'jobs.projects': () => [{ name: 'm1', title: 'Climate', allocations }] });
    const field = await screen.findByRole('textbox', { name: 'Script' });
    fireEvent.change(field, { target: { value: script } });
    const project = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Project' });
    await waitFor(() =>
      expect([...(project.list?.options ?? [])].map(({ value }) => value)).toContain('m1'),
    );
    fireEvent.change(project, { target: { value: 'm1' } });
    await screen.findByText(/Climate · 1,234.5 of 5,000 node-hours used/);
  });

  it('says that the projects are not known, and sends all the same', async () => {
    const { bridge } = await openJobs({ hash: '#/jobs/new' });
    bridge.answer({
      'jobs.projects': () => {
        throw new AppError('network-timeout', { details: { host: 'x' } });
      },
      'jobs.submit': ({ id }) => sent(id),
    });
    const field = await screen.findByRole('textbox', { name: 'Script' });
    fireEvent.change(field, { target: { value: script } });
    await screen.findByText(/The system does not list your projects/);
    await screen.findByText(/POST https:/);
    fireEvent.click(screen.getByRole('button', { name: /^Submit job/ }));
    await waitFor(() => expect(bridge.calls.some(({ name }) => name === 'jobs.submit')).toBe(true));
  });

  it('reads directives as a form, writes fields into the script, shows the request, and sends it once', async () => {
    const { bridge } = await openJobs({ hash: '#/jobs/new' });
    bridge.answer({ 'jobs.submit': ({ id }) => sent(id) });
    const field = await screen.findByRole('textbox', { name: 'Script' });
    // empty fields say what fills them, and what one would write
    expect(screen.getByText(/#PJM lines fill these fields/)).toBeTruthy();
    const limit = screen.getByRole<HTMLInputElement>('textbox', { name: 'Time limit' });
    expect(limit.placeholder).toBe('Automatic');
    expect(screen.getByText('Like 01:30:00')).toBeTruthy();
    fireEvent.change(field, { target: { value: script } });
    const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
    expect(name.value).toBe('hello');
    expect(screen.queryByText(/lines fill these fields/)).toBeNull();
    fireEvent.change(screen.getByRole('textbox', { name: 'Time limit' }), {
      target: { value: '00:05:00' },
    });
    expect((field as HTMLTextAreaElement).value).toContain('#PJM -L elapse=00:05:00');
    await screen.findByText(/POST https:\/\/api\.alpha\.example\.org\/queue\/cpu-main/);
    const submit = screen.getByRole('button', { name: /^Submit job/ });
    fireEvent.click(submit);
    fireEvent.click(submit);
    await waitFor(() => expect(window.location.hash).toBe('#/jobs'));
    const submits = bridge.calls.filter((call) => call.name === 'jobs.submit');
    expect(submits).toHaveLength(1);
    expect(submits[0]?.input).toMatchObject({
      submission: { name: 'hello', queue: 'small', nodes: 1, limitSeconds: 300 },
    });
  });

  it('names the lines of which something is not sent beside the exact request', async () => {
    const { bridge } = await openJobs({ hash: '#/jobs/new' });
    const field = await screen.findByRole('textbox', { name: 'Script' });
    fireEvent.change(field, { target: { value: script } });
    await screen.findByText(/POST https:/);
    expect(screen.queryByText(/What these lines ask for/)).toBeNull();
    bridge.answer({
      'jobs.preview': ({ submission }) => ({
        ...{ method: 'POST', url: 'https://api.alpha.example.org', headers: {}, sameAt: null },
        ...{ body: submission.script, moreUnsent: 3, folder: null },
        unsent: [{ line: 7, text: '#SBATCH --signal=USR1@60' }],
      }),
    });
    fireEvent.change(field, { target: { value: `${script}\n` } });
    const bar = (await screen.findByText(/What these lines ask for/)).closest('[role=status]');
    expect(bar?.textContent).toContain('7: #SBATCH --signal=USR1@60');
    expect(bar?.textContent).toContain('And 3 more.');
  });

  it('asks for a folder where the system needs one and names none, and shows the one that it names', async () => {
    const { bridge } = await openJobs({ hash: '#/jobs/new', change: { family: 'slurm' } });
    const request = { method: 'POST', url: 'https://x.example', headers: {}, body: '' };
    let home: string | null = null;
    bridge.answer({
      'jobs.preview': ({ submission }) => {
        const folder = submission.folder ?? home;
        if (folder === null) throw new AppError('job-folder-required');
        return { ...request, sameAt: null, unsent: [], moreUnsent: 0, folder };
      },
    });
    const field = await screen.findByRole('textbox', { name: 'Script' });
    fireEvent.change(field, { target: { value: '#!/bin/bash\nhostname\n' } });
    await screen.findByText('A job needs a folder here. Enter one.');
    await screen.findByText('The job needs a folder to run in.');
    const folder = screen.getByRole<HTMLInputElement>('textbox', { name: 'Folder' });
    expect(folder.getAttribute('aria-invalid')).toBe('true');
    fireEvent.change(folder, { target: { value: '/data' } });
    await waitFor(() => expect(folder.getAttribute('aria-invalid')).toBeNull());
    home = '/users/me';
    fireEvent.change(folder, { target: { value: '' } });
    await waitFor(() => expect(folder.placeholder).toBe('/users/me'));
  });

  it('keeps what is typed while another screen is open, until it is sent', async () => {
    const { bridge } = await openJobs({ hash: '#/jobs/new' });
    bridge.answer({ 'jobs.submit': ({ id }) => sent(id) });
    const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Script' });
    fireEvent.change(await field(), { target: { value: script } });
    fireEvent.click(screen.getByRole('button', { name: 'Back to the jobs' }));
    fireEvent.click(await screen.findByRole('button', { name: /^Submit job/ }));
    expect((await field()).value).toBe(script);
    fireEvent.click(screen.getByRole('button', { name: /^Submit job/ }));
    await waitFor(() => expect(window.location.hash).toBe('#/jobs'));
    fireEvent.click(await screen.findByRole('button', { name: /^Submit job/ }));
    expect((await field()).value).toBe('');
  });

  it('what was being written when the window was closed is there again, and kept as it changes', async () => {
    const written = {
      ...{ machine: 'cpu-main', script: `${script}echo {{text}}\n`, folder: '' },
      variables: [{ name: 'text', value: 'one' }],
    };
    const { bridge, draft } = await openJobs({ hash: '#/jobs/new', draft: written });
    const keeps = () => bridge.calls.filter(({ name }) => name === 'jobs.keepDraft');
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Script' });
    expect(field.value).toBe(written.script);
    expect(screen.getByRole('textbox', { name: 'text' })).toHaveProperty('value', 'one');
    fireEvent.change(screen.getByRole('textbox', { name: 'text' }), { target: { value: 'two' } });
    await waitFor(() => expect(draft()?.variables).toEqual([{ name: 'text', value: 'two' }]));
    fireEvent.change(field, { target: { value: 'echo {{text}}' } });
    window.dispatchEvent(new Event('pagehide'));
    expect(draft()).toMatchObject({ script: 'echo {{text}}' });
    fireEvent.change(field, { target: { value: ' ' } });
    await waitFor(() => expect(draft()).toBeNull());
    expect(keeps()).toHaveLength(3);
  });

  it('is not kept as a draft from the moment it is sent, unless there is no such job', async () => {
    const draft = { machine: 'cpu-main', script, folder: '', variables: [] };
    const world = await openJobs({ hash: '#/jobs/new', draft });
    let answer: (one: SentSubmission) => void = () => undefined;
    let id = '';
    world.bridge.answer({
      'jobs.submit': (input) => {
        id = input.id;
        return new Promise<SentSubmission>((resolve) => {
          answer = resolve;
        });
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: /^Submit job/ }));
    await waitFor(() => expect(id).not.toBe(''));
    await waitFor(() => expect(world.draft()).toBeNull());
    answer(sent(id, { state: 'not-known', jobId: null }));
    await screen.findByText(/gave no reply. The job may have been submitted/);
    expect(world.draft()).toBeNull();
    world.tell(jobsState(some, { submissions: [sent(id, { state: 'absent', jobId: null })] }));
    await waitFor(() => expect(world.draft()).toEqual(draft));
  });

  it('submitting an earlier one again leaves the draft as it is', async () => {
    const draft = { machine: 'cpu-main', script: 'echo mine', folder: '', variables: [] };
    const world = await openJobs({ hash: '#/jobs/new:old', draft });
    world.bridge.answer({
      'jobs.submitted': () => ({
        ...{ machine: 'cpu-main', script, name: 'hello', queue: null, project: null },
        ...{ nodes: null, limitSeconds: null, array: null, folder: null },
      }),
      'jobs.submit': ({ id }) => sent(id),
    });
    await screen.findByText(/POST https:/);
    fireEvent.click(screen.getByRole('button', { name: /^Submit job/ }));
    await waitFor(() => expect(window.location.hash).toBe('#/jobs'));
    expect(world.draft()).toEqual(draft);
  });

  it('by the keyboard leaves the focus on the screen, also while the button is locked', async () => {
    const { bridge, tell } = await openJobs({ hash: '#/jobs/new', change: { findsMarker: true } });
    const lost = { state: 'not-known', jobId: null } as const;
    let id = '';
    bridge.answer({
      'jobs.submit': (input) => {
        id = input.id;
        return sent(id, lost);
      },
    });
    fireEvent.change(await screen.findByRole('textbox', { name: 'Script' }), {
      target: { value: script },
    });
    const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Submit job/ });
    pressEnter(submit());
    await screen.findByText(/gave no reply. The job may have been submitted/);
    expect(submit().disabled).toBe(true);
    const kept = () => screen.getByRole('main').querySelector(':focus:not(:disabled)');
    await expectFocus(kept);
    bridge.answer({ 'jobs.submit': (input) => sent(input.id) });
    act(() => tell(jobsState(some, { submissions: [sent(id, { ...lost, state: 'absent' })] })));
    await screen.findByText(/it was not submitted/);
    pressEnter(submit());
    await waitFor(() => expect(window.location.hash).toBe('#/jobs'));
    await expectFocus(kept);
  });

  it('without a reply says that it is not known, and cannot be pressed again until it is', async () => {
    const { bridge, tell } = await openJobs({ hash: '#/jobs/new', change: { findsMarker: true } });
    let lost: SentSubmission | null = null;
    bridge.answer({
      'jobs.submit': ({ id }) => {
        lost = sent(id, { state: 'not-known', jobId: null });
        return lost;
      },
    });
    fireEvent.change(await screen.findByRole('textbox', { name: 'Script' }), {
      target: { value: script },
    });
    fireEvent.click(screen.getByRole('button', { name: /^Submit job/ }));
    await screen.findByText(/gave no reply. The job may have been submitted/);
    const submit = screen.getByRole<HTMLButtonElement>('button', { name: /^Submit job/ });
    expect(submit.disabled).toBe(true);
    await waitFor(() => expect(lost).not.toBeNull());
    const { id } = lost ?? sent('');
    tell(jobsState(some, { submissions: [sent(id, { state: 'absent', jobId: null })] }));
    await screen.findByText(/it was not submitted/);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Submit job/ }).disabled).toBe(
      false,
    );
  });
});
