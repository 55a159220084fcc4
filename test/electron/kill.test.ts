import { once } from 'node:events';
import type { Locator } from 'playwright';
import { expect, onTestFinished, test } from 'vitest';
import { picture } from '../support/files/pictures.ts';
import { patience } from '../support/patience.ts';
import { demoCertificate } from '../support/worlds/demo-certificate.ts';
import { startTour, type Tour } from '../tour/tour.ts';
import { type Desk, inLanguage, pictureFolder, startDesk } from './support/desk.ts';
import { sharedFolder } from './support/shared.ts';

const shared = sharedFolder();

async function start(dataFolder: string): Promise<{ desk: Desk; tour: Tour }> {
  const { args, env } = inLanguage('en');
  const desk = await startDesk({ dataFolder, args: [...args, '--demo'], env });
  desk.page.setDefaultTimeout(patience(20_000));
  const tour = startTour({
    page: desk.page,
    language: 'en',
    dataFolder,
    screenshots: await pictureFolder('kill'),
    certificate: () => demoCertificate(dataFolder),
    savePem: () => Promise.reject(new Error('nothing is saved here')),
  });
  return { desk, tour };
}

const answerIn = ({ page, t }: Tour): Locator =>
  page.getByRole('article', { name: t('chat.answerOf', { model: 'alpha3.6-35b' }) });

/** Words of the answer, from its heading on: how far formatting has come differs while it arrives. */
async function wordsOf(answer: Locator): Promise<string> {
  const text = (await answer.innerText()).replace(/[^\p{L}\p{N}]+/gu, ' ');
  return text.slice(Math.max(0, text.indexOf('A long answer')));
}

test('kill -9 of main in mid-stream: the next start has the partial answer, marked interrupted', async () => {
  const dataFolder = shared.freshData();
  const { desk, tour } = await start(dataFolder);
  const main = desk.electron.process();
  const ended = once(main, 'exit');
  onTestFinished(async () => {
    main.kill('SIGKILL');
    await ended;
  });
  const { page, t } = tour;
  await tour.goTo('chat');
  await page
    .getByRole('button', { name: t('chat.model.present', { model: 'alpha3.6-35b' }) })
    .waitFor();
  await page.getByRole('textbox', { name: t('chat.composer.label') }).fill('Give me a long answer');
  await page.keyboard.press('Enter');
  const answer = answerIn(tour);
  await answer.waitFor();
  await expect.poll(async () => (await wordsOf(answer)).length).toBeGreaterThan(300);

  // What has been on screen for longer than a second is on disk.
  const shown = await wordsOf(answer);
  const shownAt = performance.now();
  await expect
    .poll(async () => {
      const grown = (await wordsOf(answer)).length > shown.length;
      return grown && performance.now() - shownAt > 1200;
    })
    .toBe(true);
  await page.getByRole('button', { name: t('chat.composer.stop'), exact: true }).waitFor();
  main.kill('SIGKILL');
  await ended;

  const again = await start(dataFolder);
  onTestFinished(() => again.desk.electron.close());
  await again.tour.goTo('chat');
  await again.tour.page.getByRole('button', { name: 'Give me a long answer', exact: true }).click();
  await again.tour.page.getByText(t('chat.interrupted')).waitFor();
  const before = shown.slice(0, -80);
  const kept = async () => (await wordsOf(answerIn(again.tour))).slice(0, before.length);
  // the line about its end may be drawn before its text is
  await expect.poll(kept).toBe(before);
  await picture(again.tour.page, `${again.tour.screenshots}/interrupted.png`);
});
