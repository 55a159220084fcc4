import type { Browser } from 'playwright';
import { expect, onTestFinished } from 'vitest';
import type { ComputeApiChoice } from '../../../preload/contract/work/compute-api.ts';
import { testFolder } from '../../support/files/folder.ts';
import { startApp } from '../../support/processes/running-app.ts';
import { inTime } from '../../tour/jobs.ts';
import { callOf } from './page-calls.ts';
import { openWindow, type Window } from './window.ts';

/** A script with Slurm's directives. */
export const slurmScript = (name: string, ...lines: readonly string[]): string =>
  ['#!/bin/bash', `#SBATCH --job-name=${name}`, ...lines, ''].join('\n');

/** The app at its screen of jobs, for a system whose compute API is somewhere of the test's own. */
export async function openJobsDesk(
  browser: Browser,
  api: { readonly name: string; readonly address: string; readonly choice: ComputeApiChoice },
) {
  const app = await startApp({ dataFolder: testFolder() });
  onTestFinished(() => app.stop());
  const window = await openWindow({ browser, url: app.url, folder: 'jobs-families' });
  const { page, t } = window;
  await page.getByRole('button', { name: t('start.demo.title') }).waitFor();
  const { id: systemId } = await callOf(page, 'systems.add', {
    ...{ name: api.name, webApiUrl: api.address, authUrl: null, genaiUrl: null },
    ...{ authorities: [], certificateId: null, computeApi: api.choice },
  });
  await callOf(page, 'systems.select', { id: systemId });
  return jobsDeskOf(window, systemId);
}

/** The screen of jobs of the system that is shown. */
export async function jobsDeskOf(window: Window, systemId: string) {
  const { page, t } = window;
  await page.keyboard.press('Control+7');
  const panel = (name: string) =>
    page.getByRole('region', { name: t('jobs.panel.title', { name }) });
  return {
    ...window,
    panel,
    /** Waits until the line of a job shows words. A simulated clock moves with what is asked for one job. */
    async until(name: string, words: string): Promise<void> {
      const line = page
        .getByRole('table', { name: t('frame.screens.jobs') })
        .getByRole('row')
        .filter({ hasText: name });
      const shown = async (): Promise<string> => {
        const { jobs } = await callOf(page, 'jobs.snapshot', { systemId });
        const key = jobs.find((job) => job.name === name)?.key;
        if (key !== undefined) await callOf(page, 'jobs.show', { systemId, key });
        await callOf(page, 'jobs.refresh', { systemId });
        return (await line.first().textContent()) ?? '';
      };
      await expect.poll(shown, inTime).toContain(words);
    },
    async close(name: string): Promise<void> {
      await panel(name)
        .getByRole('button', { name: t('common.close') })
        .press('Enter');
      await panel(name).waitFor({ state: 'detached' });
    },
  };
}
