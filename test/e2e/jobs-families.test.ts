import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { ComputeApiChoice } from '../../preload/contract/work/compute-api.ts';
import { launchChromium } from '../support/chromium.ts';
import type { ApiServer } from '../support/work/api-server.ts';
import { startFirecrest } from '../support/work/firecrest-server.ts';
import { startIri } from '../support/work/iri-server.ts';
import { cancelJob, inTime, submitJob } from '../tour/jobs.ts';
import { openJobsDesk, slurmScript } from './support/jobs-desk.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

interface Family {
  readonly title: string;
  readonly choice: ComputeApiChoice;
  readonly start: () => Promise<ApiServer>;
  /** It runs arrays. */
  readonly arrays: boolean;
  /** From where its files begin to the user's folder. */
  readonly way: readonly string[];
}
const families: readonly Family[] = [
  {
    title: 'FirecREST v2',
    choice: { family: 'firecrest', user: 'user' },
    start: startFirecrest,
    arrays: true,
    way: [],
  },
  ...(['v1', 'v2'] as const).map((version) => ({
    title: `IRI ${version}`,
    choice: { family: 'iri', version, user: 'user' } as const,
    start: () => startIri(version),
    arrays: false,
    way: version === 'v1' ? ['scratch', 'user'] : [],
  })),
];
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test.each(families)(
  'from the screen, $title: jobs are submitted, watched and cancelled, a file goes up and comes back the same',
  async ({ title, choice, start, arrays, way }) => {
    const server = await start();
    onTestFinished(() => server.close());
    // a gateway before it that knows who calls
    server.instead = ({ headers }) => {
      headers.authorization = 'Bearer good';
      return null;
    };
    const desk = await openJobsDesk(browser, { name: title, address: server.address, choice });
    const { page, t, until, close } = desk;

    const folder = '#SBATCH --chdir=/scratch/user';
    await submitJob(desk, slurmScript('short', folder, 'echo "printed there"', 'sleep 2'));
    await until('short', t('jobs.states.done'));
    await desk.panel('short').getByText('printed there', { exact: true }).waitFor(inTime);
    await desk.picture(`${title}-done`);
    await close('short');

    if (arrays) {
      const failing = 'if [ $SLURM_ARRAY_TASK_ID = 2 ]; then exit 3; fi';
      await submitJob(desk, slurmScript('sweep', '#SBATCH --array=0-3', 'sleep 1', failing));
      await until('sweep', t('jobs.tasks.failed', { failed: '1', total: '4' }));
      await until('sweep', t('jobs.failedTasks_one', { count: 1 }));
      await close('sweep');
    } else {
      await submitJob(desk, slurmScript('wrong', 'sleep 1', 'exit 3'));
      await until('wrong', t('jobs.states.failed'));
      await close('wrong');
    }

    await submitJob(desk, slurmScript('long', 'sleep 100000'));
    await until('long', t('jobs.states.running'));
    await cancelJob(desk);
    await until('long', t('jobs.states.cancelled'));

    await page.keyboard.press('Control+8');
    const there = page.getByRole('region', { name: t('files.there.title') });
    for (const name of way) {
      await there.getByRole('table').getByText(name, { exact: true }).click();
    }
    await there.getByRole('button', { name: 'user', exact: true }).waitFor();
    const name = '結果 1.csv';
    const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, at) => (at * 7) % 256));
    await page
      .getByRole('region', { name: t('files.here.title') })
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: bytes });
    await there.getByRole('checkbox', { name: t('files.select', { name }) }).check(inTime);
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download 1 item', exact: true }).click();
    const download = await coming;
    expect(sha256(await readFile(await download.path()))).toBe(sha256(bytes));
  },
);
