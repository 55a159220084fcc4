import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { findProgram } from '../../scripts/lanes/needs.ts';
import { jobsDeskOf, slurmScript } from '../e2e/support/jobs-desk.ts';
import { callOf } from '../e2e/support/page-calls.ts';
import { changeSystem, fillSystem } from '../e2e/support/system-form.ts';
import { openWindow } from '../e2e/support/window.ts';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { freePort } from '../support/ports.ts';
import { startApp } from '../support/processes/running-app.ts';
import { connectAnyway } from '../tour/connect.ts';
import { cancelJob, inTime, submitJob } from '../tour/jobs.ts';
import { other } from './ground.ts';
import { sshdProgram, startSshd } from './sshd.ts';

const { configuration, folder } = inject('slurm');
const hasBrowser = findProgram('chromium', 'chromium-browser', 'google-chrome') !== undefined;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Starts a login node, and returns the folders in which an app finds programs: its `ssh` knows the node. */
async function startLoginNode(): Promise<string> {
  const sshd = await startSshd({ configuration, as: other, home: folder });
  onTestFinished(() => sshd.stop());
  const [, ...config] = sshd.program;
  const programs = testFolder();
  const line = [findProgram('ssh'), ...config].map((word) => `'${word}'`).join(' ');
  writeFileSync(join(programs, 'ssh'), `#!/bin/sh\nexec ${line} "$@"\n`, { mode: 0o755 });
  return `${programs}${delimiter}${process.env.PATH ?? ''}`;
}

test.skipIf(!hasBrowser || sshdProgram() === undefined)(
  'from the screen, Slurm 22.05 by SSH (needs chromium, openssh-server): set up by the form, jobs run, files move',
  async () => {
    const app = await startApp({
      dataFolder: testFolder(),
      env: { PATH: await startLoginNode() },
    });
    onTestFinished(() => app.stop());
    const browser = await launchChromium();
    onTestFinished(() => browser.close());
    const window = await openWindow({ browser, url: app.url, folder: 'slurm-ssh' });
    const { page, t } = window;

    await page.getByRole('button', { name: t('start.have.byHand') }).click();
    // no Web API answers: all goes by ssh
    const webApi = `http://127.0.0.1:${await freePort()}`;
    await fillSystem(window, { name: 'Login node', webApi });
    await connectAnyway(window);
    await changeSystem(window, 'Login node', { slurmHost: 'lane-bash' });
    const [system] = (await callOf(page, 'systems.snapshot', undefined)).systems;
    const desk = await jobsDeskOf(window, system?.id ?? '');
    const { until, close } = desk;

    const there = `#SBATCH --chdir=${folder}`;
    await submitJob(desk, slurmScript('short', there, 'echo "printed there"'));
    await until('short', t('jobs.states.done'));
    await desk.panel('short').getByText('printed there', { exact: true }).waitFor(inTime);
    await window.picture('done');
    await close('short');

    const failing = 'if [ $SLURM_ARRAY_TASK_ID = 2 ]; then exit 3; fi';
    await submitJob(desk, slurmScript('sweep', there, '#SBATCH --array=0-3', failing));
    await until('sweep', t('jobs.tasks.failed', { failed: '1', total: '4' }));
    await until('sweep', t('jobs.failedTasks_one', { count: 1 }));
    await close('sweep');

    await submitJob(desk, slurmScript('long', there, 'sleep 1000'));
    await until('long', t('jobs.states.running'));
    await cancelJob(desk);
    await until('long', t('jobs.states.cancelled'));

    await page.keyboard.press('Control+8');
    const files = page.getByRole('region', { name: t('files.there.title') });
    await files.getByRole('table').getByText('slurm-1.out').waitFor(inTime);
    const name = "-it's 結果.csv";
    const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, at) => (at * 7) % 256));
    await page
      .getByRole('region', { name: t('files.here.title') })
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: bytes });
    await files.getByRole('checkbox', { name: t('files.select', { name }) }).check(inTime);
    expect(sha256(await readFile(join(folder, name)))).toBe(sha256(bytes));
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download 1 item', exact: true }).click();
    const download = await coming;
    expect(sha256(await readFile(await download.path()))).toBe(sha256(bytes));
  },
);
