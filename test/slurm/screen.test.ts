import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { inject, onTestFinished, test } from 'vitest';
import { findProgram } from '../../scripts/lanes/needs.ts';
import { openJobsDesk, slurmScript } from '../e2e/support/jobs-desk.ts';
import { launchChromium } from '../support/chromium.ts';
import { cancelJob, submitJob } from '../tour/jobs.ts';

const { socketPath, folder } = inject('slurm');
const hasBrowser = findProgram('chromium', 'chromium-browser', 'google-chrome') !== undefined;

/** Returns an address of loopback that leads to slurmrestd. */
async function startRelay(): Promise<string> {
  const server = createServer((incoming) => {
    const outgoing = connect(socketPath);
    incoming.on('error', () => outgoing.destroy()).pipe(outgoing);
    outgoing.on('error', () => incoming.destroy()).pipe(incoming);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

test.skipIf(!hasBrowser)(
  'from the screen, Slurm 22.05 by REST (needs chromium): jobs are submitted, watched and cancelled',
  async () => {
    const browser = await launchChromium();
    onTestFinished(() => browser.close());
    const desk = await openJobsDesk(browser, {
      ...{ name: 'Slurm', address: await startRelay() },
      choice: { family: 'slurm', version: 'v0.0.38' },
    });
    const { t, until, close } = desk;
    const there = `#SBATCH --chdir=${folder}`;

    await submitJob(desk, slurmScript('short', there, 'sleep 1'));
    await until('short', t('jobs.states.done'));
    await close('short');

    const failing = 'if [ $SLURM_ARRAY_TASK_ID = 2 ]; then exit 3; fi';
    await submitJob(desk, slurmScript('sweep', there, '#SBATCH --array=0-3', failing));
    await until('sweep', t('jobs.failedTasks_one', { count: 1 }));
    await close('sweep');

    await submitJob(desk, slurmScript('long', there, 'sleep 1000'));
    await until('long', t('jobs.states.running'));
    await cancelJob(desk);
    await until('long', t('jobs.states.cancelled'));
  },
);
