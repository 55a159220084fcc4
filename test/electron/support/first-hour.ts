import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { inWindow } from '../../e2e/support/window.ts';
import type { FirstHour } from '../../tour/first-hour.ts';
import type { Language } from '../../tour/texts.ts';
import { openSessionDesk } from './session-desk.ts';

/** The app in real Electron on an empty data folder. */
export async function hourInElectron(options: {
  /** A folder of these tests, for the data and what is saved. */
  readonly folder: string;
  readonly name: string;
  readonly language?: Language;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}): Promise<FirstHour> {
  const { folder, name, language = 'en' } = options;
  const desk = await openSessionDesk(options);
  onTestFinished(() => desk.electron.close());
  const window = inWindow(desk.page, `electron/${name}`, language);
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await window.pictureOfFailure();
  });
  return {
    window,
    steps: desk,
    openProvider: desk.openProvider,
    async saveFile(press) {
      // The operating system's dialog is answered with the name that it proposes.
      await desk.electron.evaluate(({ dialog }, place) => {
        dialog.showSaveDialog = async (...given: unknown[]) => {
          const { defaultPath = 'file' } = given.at(-1) as { defaultPath?: string };
          const filePath = `${place}/${defaultPath.split('/').at(-1)}`;
          Object.assign(globalThis, { savedAs: filePath });
          return { canceled: false, filePath };
        };
      }, folder);
      await press();
      const saved = () =>
        desk.electron.evaluate(() => (globalThis as { savedAs?: string }).savedAs ?? '');
      await expect.poll(saved).not.toBe('');
      const path = join(folder, basename(await saved()));
      const size = () =>
        stat(path).then(
          (found) => found.size,
          () => 0,
        );
      await expect.poll(size).toBeGreaterThan(0);
      await desk.electron.evaluate(() => Object.assign(globalThis, { savedAs: '' }) && undefined);
      return path;
    },
  };
}
