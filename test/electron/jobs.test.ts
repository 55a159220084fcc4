import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inWindow } from '../e2e/support/window.ts';
import { cancelJob, inTime, scriptOf, submitJob } from '../tour/jobs.ts';
import { callOf, inLanguage } from './support/desk.ts';
import { openDesk, testFolder } from './support/shared.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('jobs of the demo are submitted, followed and cancelled, and a file of a chosen folder goes up and comes back the same', async () => {
  const folder = testFolder();
  const here = join(folder, 'here');
  await mkdir(here);
  const name = '結果 1.csv';
  const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 7) % 256));
  await writeFile(join(here, name), bytes);
  const desk = await openDesk({ dataFolder: join(folder, 'data'), ...inLanguage('en') });
  await callOf(desk)('systems.openDemo');
  const window = inWindow(desk.page, 'electron/jobs');
  const { page, t } = window;
  const panel = (job: string) =>
    page.getByRole('region', { name: t('jobs.panel.title', { name: job }) });
  const shows = (job: string, words: string) =>
    panel(job).getByText(words, { exact: true }).first().waitFor(inTime);
  const close = async (job: string) => {
    await panel(job)
      .getByRole('button', { name: t('common.close') })
      .press('Enter');
    await panel(job).waitFor({ state: 'detached' });
  };

  await page.keyboard.press('Control+7');
  await submitJob(window, scriptOf('long', 'echo "printed there"', 'sleep 1000'));
  await shows('long', 'printed there');
  await cancelJob(window);
  await shows('long', t('jobs.states.cancelled'));
  await close('long');
  await submitJob(
    window,
    scriptOf('sweep', '#PJM --bulk --sparam 0-3', 'cat input-$PJM_BULKNUM.txt'),
  );
  await panel('sweep')
    .getByRole('button', { name: t('frame.jobs.explain') })
    .waitFor(inTime);
  await close('sweep');

  await desk.electron.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] });
  }, here);
  await page.keyboard.press('Control+8');
  const place = (side: 'here' | 'there') =>
    page.getByRole('region', { name: t(`files.${side}.title`) });
  await place('there').getByRole('button', { name: 'demo', exact: true }).waitFor(inTime);
  await place('here')
    .getByRole('button', { name: t('files.here.choose') })
    .click();
  await place('here').getByRole('table').getByText(name, { exact: true }).dragTo(place('there'));
  await place('there')
    .getByRole('checkbox', { name: t('files.select', { name }) })
    .check(inTime);
  // what comes back lies elsewhere than what went up
  await place('here')
    .getByRole('button', { name: t('files.newFolder.here') })
    .click();
  const naming = page.getByRole('dialog', { name: t('files.newFolder.title') });
  await naming.getByRole('textbox').fill('back');
  await naming.getByRole('textbox').press('Enter');
  await place('here').getByRole('table').getByText('back', { exact: true }).click();
  await page.getByRole('button', { name: 'Download 1 item', exact: true }).click();
  const back = () => readFile(join(here, 'back', name)).then(sha256, () => null);
  await expect.poll(back, inTime).toBe(sha256(bytes));
});
