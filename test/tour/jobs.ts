import type { Page } from 'playwright';
import { patience } from '../support/patience.ts';
import type { Texts } from './texts.ts';
import type { Tour } from './tour.ts';

/** Until the demo's queue has run a short job, and the app has asked again. */
export const inTime = { timeout: patience(60_000) };

/** A script for the demo's queue. */
export const scriptOf = (name: string, ...lines: readonly string[]): string =>
  [
    '#!/bin/bash',
    `#PJM -N ${name}`,
    '#PJM -L rscgrp=small,node=1,elapse=00:30:00',
    '#PJM -g demo-project',
    ...lines,
    '',
  ].join('\n');

/** Submits from the screen of jobs, by the keyboard alone. */
export async function submitJob(
  { page, t }: { readonly page: Page; readonly t: Texts },
  script: string,
): Promise<void> {
  await page
    .getByRole('button', { name: t('jobs.submit.open'), disabled: false })
    .first()
    .press('Enter');
  const field = page.getByRole('textbox', { name: t('jobs.submit.script'), exact: true });
  await field.fill(script);
  await page.getByText(/POST https?:|ssh \S+ sbatch /).waitFor();
  await field.press('Control+Enter');
}

/** Cancels the job whose page is open. */
export async function cancelJob(
  { page, t }: { readonly page: Page; readonly t: Texts },
  language: 'en' | 'ja' = 'en',
): Promise<void> {
  await page.getByRole('button', { name: t('jobs.cancel.one') }).press('Enter');
  const confirm = t(`jobs.cancel.confirm_${language === 'en' ? 'one' : 'other'}`, { count: 1 });
  await page.getByRole('alertdialog').getByRole('button', { name: confirm }).click();
}

/** A job is submitted, and its page shows what it printed and how it ended. */
export async function jobs(tour: Tour): Promise<void> {
  const { page, t, look, goTo } = tour;
  await goTo('jobs');
  await submitJob(tour, scriptOf('tour', 'echo "one"', 'sleep 2', 'echo "two"'));
  const panel = page.getByRole('region', { name: t('jobs.panel.title', { name: 'tour' }) });
  const output = panel.getByRole('region', { name: t('jobs.output.output'), exact: true });
  await output.filter({ hasText: /one\s+two/ }).waitFor(inTime);
  await panel.getByText(t('jobs.states.done'), { exact: true }).first().waitFor(inTime);
  await look('job');
  await panel.getByRole('button', { name: t('common.close') }).press('Enter');
  await panel.waitFor({ state: 'detached' });
}
