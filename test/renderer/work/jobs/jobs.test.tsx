// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../preload/contract/errors.ts';
import type {
  JobRow,
  JobsState,
  KeptJobDraft,
  SentSubmission,
} from '../../../../preload/contract/work/jobs.ts';
import { openApp } from '../../app.tsx';
import { createWorld, system } from '../../world.ts';
import { detail, job, jobsState } from './job.ts';

const now = Date.now();
const alpha = system('alpha', 'Alpha', {
  computeApi: { family: 'field' },
  genaiUrl: 'https://genai.alpha.example.org',
});
const some = [
  job('1', { name: 'train', state: 'failed', endedAt: now, unseen: true, exitCode: 137 }),
  job('2', { name: 'solve', state: 'running', startedAt: now - 60_000, elapsedSeconds: 60 }),
  job('3', {
    name: 'sweep',
    state: 'running',
    tasks: { total: 4, states: { done: 2, failed: 1, running: 1 } },
  }),
  job('4', { name: 'later', reason: 'Resources' }),
];

async function openJobs(options: {
  readonly jobs?: JobRow[];
  readonly change?: Partial<JobsState>;
  readonly hash?: string;
  readonly draft?: KeptJobDraft;
}) {
  const { jobs = some, change, hash = '#/jobs' } = options;
  const { bridge } = createWorld({ systems: [alpha, system('beta', 'Beta')] });
  let state = jobsState(jobs, change);
  let draft = options.draft ?? null;
  bridge.answer({
    'jobs.snapshot': () => state,
    'unseenJobs.snapshot': () => ({ systemId: 'alpha', count: state.unseen }),
    'jobs.look': () => undefined,
    'jobs.markSeen': () => undefined,
    'jobs.show': ({ key }) => {
      const row = jobs.find((one) => one.key === key);
      if (row === undefined) throw new Error(`no job ${key}`);
      return detail(row, { script: '#!/bin/bash\necho hi\n' });
    },
    'jobs.output': ({ which }) => {
      const text = which === 'error' ? 'Out Of Memory\n' : 'epoch 1\n';
      return {
        path: `/home/x.${which}`,
        text,
        from: 0,
        to: text.length,
        size: text.length,
        keptAt: null,
      };
    },
    'jobs.projects': () => [],
    'jobs.draft': () => draft,
    'jobs.keepDraft': (input) => {
      draft = input.draft;
    },
    'jobs.preview': ({ submission }) => ({
      method: 'POST',
      url: 'https://api.alpha.example.org/queue/cpu-main',
      headers: { 'content-type': 'multipart/form-data' },
      body: submission.script,
      sameAt: null,
    }),
  });
  const app = await openApp(bridge, hash);
  return {
    bridge,
    app,
    draft: () => draft,
    tell(next: JobsState) {
      state = next;
      bridge.emit('jobs.changed', { systemId: 'alpha', keys: null });
    },
  };
}

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
    await within(panel).findByText(/Out Of Memory/);
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

describe('cancelling', () => {
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
    await screen.findByText(/The system does not say which projects you have/);
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
