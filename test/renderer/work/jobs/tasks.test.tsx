// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { JobDetail } from '../../../../preload/contract/work/jobs.ts';
import { openApp } from '../../app.tsx';
import { createWorld, system } from '../../world.ts';
import { detail, job, jobsState } from './job.ts';

const alpha = system('alpha', 'Alpha', { computeApi: { family: 'field' } });
const states = ['done', 'failed', ...Array.from({ length: 14 }, () => 'running' as const)] as const;
const running = job('3', {
  name: 'sweep',
  state: 'running',
  startedAt: 1,
  tasks: { total: 16, states: { done: 1, failed: 1, running: 14 } },
});
const runningTasks = states.map((state, at) => {
  const { own: _own, machine: _machine, tasks: _tasks, ...facts } = job(`3[${at}]`, { state });
  return { ...facts, startedAt: 1, key: `${running.key}\t3[${at}]` };
}) as unknown as JobDetail['jobTasks'];

async function openArray(array = running, jobTasks = runningTasks) {
  const { bridge } = createWorld({ systems: [alpha, system('beta', 'Beta')] });
  const cancelled: (readonly string[])[] = [];
  bridge.answer({
    'jobs.snapshot': () => jobsState([array]),
    'unseenJobs.snapshot': () => ({ systemId: 'alpha', count: 0 }),
    'jobs.look': () => undefined,
    'jobs.markSeen': () => undefined,
    'jobs.show': () => detail(array, { jobTasks, script: '#!/bin/bash\n' }),
    'jobs.output': ({ key, which }) => {
      const text = `${which} of ${key.split('\t')[1] ?? 'all'}\n`;
      return { path: '/o', text, from: 0, to: text.length, size: text.length, keptAt: null };
    },
    'jobs.cancel': ({ keys }) => {
      cancelled.push(keys);
      return keys.map((key) => ({ key, accepted: true, words: '', problem: null }));
    },
  });
  await openApp(bridge, `#/jobs/${encodeURIComponent(array.key)}`);
  const panel = await screen.findByRole('region', { name: `Job ${array.name}` });
  return { panel: within(panel), cancelled };
}

const press = (element: HTMLElement) => fireEvent.click(element);

it('shows what one task of an array printed, and the array again', async () => {
  const { panel } = await openArray();
  await panel.findByText('output of all');
  const row = await panel.findByRole('button', { name: /^.*3\[7\]/ });
  press(row);
  expect(row.getAttribute('aria-pressed')).toBe('true');
  await panel.findByText('output of 3[7]');
  expect(panel.getByRole('heading', { name: 'Task 3[7]' })).toBeTruthy();
  press(panel.getByRole('button', { name: /3\[1\]/ }));
  await panel.findByText('error of 3[1]', { selector: 'pre' });
  press(panel.getByRole('button', { name: /3\[1\]/ }));
  await panel.findByText('output of all');
});

it('cancels one task, or those of ranges that have not ended, after it has counted them', async () => {
  const { panel, cancelled } = await openArray();
  const field = await panel.findByRole('textbox', { name: 'Tasks to cancel, such as 3, 5-9' });
  fireEvent.change(field, { target: { value: 'all' } });
  expect(panel.getByText('Enter numbers or ranges, such as 3, 5-9.')).toBeTruthy();
  fireEvent.change(field, { target: { value: '0-1' } });
  press(panel.getByRole('button', { name: 'Cancel 0 tasks…' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  fireEvent.change(field, { target: { value: '2' } });
  press(panel.getByRole('button', { name: 'Cancel 1 task…' }));
  const one = await screen.findByRole('alertdialog', { name: 'Cancel 3[2]?' });
  press(within(one).getByRole('button', { name: 'Cancel 1 job' }));
  await expect.poll(() => cancelled).toEqual([[`${running.key}\t3[2]`]]);
  // as a Japanese keyboard writes it; its Enter ends the composition first
  fireEvent.change(field, { target: { value: '０－３、5 - 6' } });
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
  expect(screen.queryByRole('alertdialog')).toBeNull();
  fireEvent.keyDown(field, { key: 'Enter' });
  const several = await screen.findByRole('alertdialog', { name: 'Cancel 4 jobs?' });
  press(within(several).getByRole('button', { name: 'Cancel 4 jobs' }));
  await expect
    .poll(() => cancelled[1])
    .toEqual([2, 3, 5, 6].map((at) => `${running.key}\t3[${at}]`));
});

it('of an array that ended says how many failed, which its row does not tell, and what the failed one printed', async () => {
  const over = job('4', {
    name: 'over',
    state: 'failed',
    exitCode: 1,
    startedAt: 1,
    endedAt: 2,
    tasks: { total: 4, states: {} },
  });
  const tasks = (['done', 'done', 'done', 'failed'] as const).map((state, at) => ({
    ...runningTasks[0],
    id: `4[${at}]`,
    key: `${over.key}\t4[${at}]`,
    state,
  })) as unknown as JobDetail['jobTasks'];
  const { panel } = await openArray(over, tasks);
  await panel.findByText('1 of 4 failed', { selector: '[role=alert] span' });
  const bar = panel.getByText('1 of 4 failed', { selector: '.tabular' }).nextElementSibling;
  expect([...(bar?.children ?? [])].map((part) => part.getAttribute('style'))).toEqual([
    'width: 75%;',
    'width: 25%;',
  ]);
  press(panel.getByRole('button', { name: /4\[3\]/ }));
  await within(panel.getByRole('alert')).findByText('error of 4[3]');
});
