// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { JobDetail, JobRow } from '../../../../preload/contract/work/jobs.ts';
import { openApp } from '../../app.tsx';
import { createWorld, system } from '../../world.ts';
import { detail, job, jobsState } from './job.ts';

const alpha = system('alpha', 'Alpha', {
  computeApi: { family: 'field' },
  genaiUrl: 'https://genai.alpha.example.org',
});

/** Returns the text that the new chat begins with after the button was pressed. */
async function explained(row: JobRow, change: Partial<JobDetail>): Promise<string> {
  const { bridge } = createWorld({ systems: [alpha] });
  let draft = '';
  bridge.answer({
    'jobs.snapshot': () => jobsState([row]),
    'unseenJobs.snapshot': () => ({ systemId: 'alpha', count: 0 }),
    'jobs.look': () => undefined,
    'jobs.markSeen': () => undefined,
    'jobs.show': () => detail(row, { script: '#!/bin/bash\n', ...change }),
    'jobs.output': ({ key }) => {
      const text = `printed by ${key}\n`;
      return { path: '/o', text, from: 0, to: text.length, size: text.length, keptAt: null };
    },
    'newDraft.set': (input) => {
      draft = JSON.stringify(input);
    },
  });
  await openApp(bridge, `#/jobs/${encodeURIComponent(row.key)}`);
  const button = await screen.findByRole('button', { name: 'Explain this failure' });
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
  fireEvent.click(button);
  await waitFor(() => expect(draft).not.toBe(''));
  return (JSON.parse(draft) as { draft: string }).draft;
}

it('asks with the processor time and the peak memory that accounting tells', async () => {
  const text = await explained(job('1', { state: 'failed', exitCode: 137 }), {
    used: { cpuSeconds: 240, memory: 2_100_000_000, memoryGiven: null },
  });
  expect(text).toContain('cpuSeconds: 240\npeakMemoryBytes: 2100000000\n');
  expect(text).not.toContain('memoryGivenBytes');
  expect(text).toContain('printed by cpu-main/1');
});

it('asks about the task of an array that failed, with what that task printed', async () => {
  const array = job('3', { state: 'running', tasks: { total: 2, states: { done: 1, failed: 1 } } });
  const jobTasks = (['done', 'failed'] as const).map((state, at) => ({
    ...job(`3[${at}]`, { state, exitCode: at * 3 }),
    key: `${array.key}\t3[${at}]`,
  }));
  const text = await explained(array, { jobTasks });
  expect(text).toContain('task id: 3[1]\n');
  expect(text).toContain('task exitCode: 3\n');
  expect(text).toContain(`printed by ${array.key}\t3[1]`);
});
