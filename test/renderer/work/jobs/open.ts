import type { JobRow, JobsState, KeptJobDraft } from '../../../../preload/contract/work/jobs.ts';
import { openApp } from '../../app.tsx';
import { createWorld, system } from '../../world.ts';
import { detail, job, jobsState } from './job.ts';

export const now = Date.now();
const alpha = system('alpha', 'Alpha', {
  computeApi: { family: 'field' },
  genaiUrl: 'https://genai.alpha.example.org',
});
/** One that failed unseen, two that run, one that waits. */
export const some = [
  job('1', { name: 'train', state: 'failed', endedAt: now, unseen: true, exitCode: 137 }),
  job('2', { name: 'solve', state: 'running', startedAt: now - 60_000, elapsedSeconds: 60 }),
  job('3', {
    name: 'sweep',
    state: 'running',
    tasks: { total: 4, states: { done: 2, failed: 1, running: 1 } },
  }),
  job('4', { name: 'later', reason: 'Resources' }),
];

/** The jobs of a system, over a main that has these. */
export async function openJobs(options: {
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
      folder: submission.folder ?? null,
      ...{ sameAt: null, unsent: [], moreUnsent: 0 },
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
