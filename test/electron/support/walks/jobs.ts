import { randomUUID } from 'node:crypto';
import type { Locator } from 'playwright';
import { place, press, show, type Walk, type World } from './world.ts';

const name = 'walked';
/** Runs for longer than a walk takes. */
const script = `#!/bin/bash
#PJM -N ${name}
#PJM -L rscgrp=small,node=1,elapse=00:30:00
#PJM -g demo-project
sleep 1500
`;

async function submit({ call, systemId }: World): Promise<void> {
  const submission = {
    ...{ machine: 'cpu-main', script, name: null, queue: null, project: null },
    ...{ nodes: null, limitSeconds: null, array: null, folder: null },
  };
  await call('jobs.submit', { systemId, id: randomUUID(), submission });
}

/** Opens a job that has not ended beside the list. */
export async function openJob(world: World): Promise<void> {
  await submit(world);
  await show(world, 'jobs');
  await world.page.locator('[data-row-button]', { hasText: name }).first().press('Enter');
}

/** Shows the page on which jobs are submitted. */
async function openSubmit({ page, t }: World): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `${place.jobs}/new`);
  await page.getByRole('heading', { level: 1, name: t('jobs.submit.title') }).waitFor();
}

/** The same with a submission that it can begin with. */
export async function openRecent(world: World): Promise<void> {
  await submit(world);
  await openSubmit(world);
}

const fieldOf = ({ page, t }: World): Locator =>
  page.getByRole('textbox', { name: t('jobs.submit.script'), exact: true });

export const ofJobs: readonly Walk[] = [
  {
    site: 'features/work/jobs/list/CancelDialog.tsx Dialog',
    role: 'alertdialog',
    name: (t) => t('jobs.cancel.titleOne', { name }),
    async open(world) {
      await openJob(world);
      return press(world, 'jobs.cancel.one');
    },
  },
  {
    site: 'features/work/jobs/submit/SubmitPage.tsx ConfirmDialog',
    role: 'alertdialog',
    name: (t) => t('jobs.same.title'),
    async open(world) {
      await submit(world);
      await openSubmit(world);
      await fieldOf(world).fill(script);
      // its keys are part of its name
      const button = world.page.getByRole('button', { name: world.t('jobs.submit.open') });
      await button.press('Enter');
      return button;
    },
    // what is written there would be asked about on leaving
    after: (world) => fieldOf(world).fill(''),
  },
];
