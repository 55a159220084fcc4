// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { JobDetail } from '../../../../preload/contract/work/jobs.ts';
import { openApp } from '../../app.tsx';
import { createWorld, system } from '../../world.ts';
import { detail, job, jobsState } from './job.ts';

const alpha = system('alpha', 'Alpha', { computeApi: { family: 'field' } });

async function openUsed(used: JobDetail['used'], nodes: number) {
  const now = Date.now();
  const times = { startedAt: now - 200_000, endedAt: now - 80_000, elapsedSeconds: 120 };
  const ended = job('1', { state: 'done', ...times, limitSeconds: 3600, cpus: 4, nodes });
  const { bridge } = createWorld({ systems: [alpha] });
  bridge.answer({
    'jobs.snapshot': () => jobsState([ended]),
    'unseenJobs.snapshot': () => ({ systemId: 'alpha', count: 0 }),
    'jobs.look': () => undefined,
    'jobs.markSeen': () => undefined,
    'jobs.show': () => detail(ended, { used, script: '#!/bin/bash\n' }),
    'jobs.output': () => ({ path: '/o', text: '', from: 0, to: 0, size: 0, keptAt: null }),
  });
  await openApp(bridge, `#/jobs/${encodeURIComponent(ended.key)}`);
  const heading = await screen.findByRole('heading', { name: 'Used and requested' });
  const section = within(heading.parentElement as HTMLElement);
  await screen.findByRole('radio', { name: 'Script' });
  return section;
}

const used = { cpuSeconds: 240, memory: 512 * 1024 ** 2, memoryGiven: 2 * 1024 ** 3 };

it('compares processor time and memory where they are told', async () => {
  const section = await openUsed(used, 1);
  expect(section.getByText('CPU time').parentElement?.textContent).toBe(
    'Time2 min of 1 hCPU time4 min of 8 minPeak memory512 MB of 2 GB',
  );
});

it('compares the memory of one task with nothing that several nodes were given', async () => {
  const section = await openUsed({ ...used, cpuSeconds: null }, 2);
  expect(section.getByText('Peak memory').parentElement?.textContent).toBe(
    'Time2 min of 1 hPeak memory512 MB',
  );
});

it('says nothing of what is not told', async () => {
  const section = await openUsed(null, 1);
  expect(section.getByText('Time').parentElement?.textContent).toBe('Time2 min of 1 h');
});
