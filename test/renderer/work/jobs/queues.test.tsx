// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { JobQueue } from '../../../../preload/contract/work/jobs.ts';
import { openApp } from '../../app.tsx';
import { createWorld, system } from '../../world.ts';
import { jobsState } from './job.ts';

const alpha = system('alpha', 'Alpha', { computeApi: { family: 'slurm', version: 'v0.0.42' } });

async function openSubmit(queues: () => JobQueue[]) {
  const { bridge } = createWorld({ systems: [alpha] });
  bridge.answer({
    'jobs.snapshot': () => jobsState([], { family: 'slurm' }),
    'unseenJobs.snapshot': () => ({ systemId: 'alpha', count: 0 }),
    'jobs.look': () => undefined,
    'jobs.projects': () => [],
    'jobs.queues': queues,
    'jobs.draft': () => null,
    'jobs.keepDraft': () => undefined,
    'jobs.preview': ({ submission }) => ({
      ...{
        method: 'POST',
        url: 'https://api.example.org',
        headers: {},
        sameAt: null,
        folder: null,
      },
      ...{ body: submission.script, unsent: [], moreUnsent: 0 },
    }),
  });
  await openApp(bridge, '#/jobs/new');
  const write = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  await screen.findByLabelText('Partition');
  return write;
}

const debug = { name: 'debug', limitSeconds: 1800, nodes: 2 };

it('offers the partitions that the API tells, and says what is over their limits', async () => {
  const write = await openSubmit(() => [debug, { name: 'long', limitSeconds: null, nodes: null }]);
  await expect
    .poll(() =>
      [...document.querySelectorAll('datalist option')].map((one) => one.getAttribute('value')),
    )
    .toEqual(expect.arrayContaining(['debug', 'long', 'small']));
  write('Partition', 'debug');
  write('Time limit', '00:30:00');
  write('Nodes', '2');
  expect(screen.queryByText(/allows at most/)).toBeNull();
  write('Time limit', '00:31:00');
  expect(screen.getByText('debug allows at most 30 min.')).toBeTruthy();
  write('Nodes', '3');
  expect(screen.getByText('debug allows at most 2 nodes.')).toBeTruthy();
  write('Partition', 'long');
  expect(screen.queryByText(/allows at most/)).toBeNull();
});

it('is the same form where the API tells no partitions', async () => {
  const write = await openSubmit(() => {
    throw new Error('no');
  });
  write('Partition', 'debug');
  write('Nodes', '300');
  expect(screen.queryByText(/allows at most/)).toBeNull();
});
