import { mkdtemp, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { looksIn } from '../e2e/support/looks.ts';
import { patience } from '../support/patience.ts';
import { demoCertificate } from '../support/worlds/demo-certificate.ts';
import { wholeTour } from '../tour/steps.ts';
import { startTour } from '../tour/tour.ts';
import { type Desk, inLanguage, pictureFolder, resizeDesk, startDesk } from './support/desk.ts';
import { sharedFolder } from './support/shared.ts';

const shared = sharedFolder();

/** Answers the operating system's save dialog with a place; the app then writes the file itself. */
async function answerSaveDialog({ electron }: Desk, filePath: string): Promise<void> {
  await electron.evaluate(({ dialog }, path) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath: path });
  }, filePath);
}

// Chromium takes it in both languages in every run.
describe.each(looksIn('ja'))('the tour in $language', ({ language, size: { width, height } }) => {
  test('open the demo, import, machines, jobs, chat, clients, settings', async () => {
    console.log(`the tour in ${language} on Electron ${inject('runtime').version}`);
    // A folder of its own for each run: a second one begins at the first screen again.
    const dataFolder = await mkdtemp(join(shared.folder, `data-${language}-`));
    const desk = await startDesk({ dataFolder, ...inLanguage(language) });
    onTestFinished(() => desk.electron.close());
    desk.page.setDefaultTimeout(patience(15_000));
    await resizeDesk(desk, { width, height });
    const pem = join(shared.folder, `certificate-${language}.pem`);
    await answerSaveDialog(desk, pem);

    await wholeTour(
      startTour({
        page: desk.page,
        language,
        dataFolder,
        screenshots: await pictureFolder(`tour-${language}-${width}x${height}`),
        certificate: () => demoCertificate(dataFolder),
        async savePem(press) {
          await press();
          const written = () =>
            stat(pem).then(
              ({ size }) => size > 0,
              () => false,
            );
          await expect.poll(written).toBe(true);
          if (process.platform !== 'win32') expect((await stat(pem)).mode & 0o777).toBe(0o600);
          return readFile(pem, 'utf8');
        },
      }),
    );
  });
});
