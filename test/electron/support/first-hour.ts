import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { Look } from '../../e2e/support/looks.ts';
import { inWindow } from '../../e2e/support/window.ts';
import type { FirstHour } from '../../tour/first-hour.ts';
import { removeFolder, resizeDesk, temporaryFolder } from './desk.ts';
import { openSessionDesk } from './session-desk.ts';

/** The app in Electron on an empty data folder. */
export async function hourInElectron(options: {
  readonly look: Look;
  /** Of the pictures. */
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
}): Promise<FirstHour> {
  const { look, folder, env = {} } = options;
  const { language, theme } = look;
  const own = await temporaryFolder();
  onTestFinished(() => removeFolder(own));
  await mkdir(join(own, 'saved'));
  const desk = await openSessionDesk({ folder: own, name: `${folder}-${language}`, language, env });
  const { electron, page } = desk;
  onTestFinished(() => electron.close());
  await resizeDesk(desk, look.size);
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  const window = inWindow(page, `electron/${folder}-${language}`, language);
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail' && !page.isClosed()) await window.pictureOfFailure();
  });
  // The system's dialogs, answered with the name that the app proposes.
  await electron.evaluate(
    ({ dialog }, place) => {
      dialog.showSaveDialog = async (...given: readonly unknown[]) => {
        const { defaultPath = '' } = given.at(-1) as { defaultPath?: string };
        const filePath = `${place}/${defaultPath.split('/').at(-1)}`;
        Object.assign(globalThis, { savedAs: filePath });
        return { canceled: false, filePath };
      };
    },
    join(own, 'saved'),
  );
  return {
    window,
    steps: desk,
    openProvider: desk.openProvider,
    async saveFile(press) {
      await electron.evaluate(() => Object.assign(globalThis, { savedAs: '' }) && undefined);
      await press();
      const savedAs = (): Promise<string> =>
        electron.evaluate(() => (globalThis as { savedAs?: string }).savedAs ?? '');
      const size = async () =>
        stat(await savedAs()).then(
          (found) => found.size,
          () => 0,
        );
      await expect.poll(size).toBeGreaterThan(0);
      return savedAs();
    },
  };
}
