import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { callOf, type Desk, removeFolder, startDesk, temporaryFolder } from './support/desk.ts';

/** The operating system's dialog, answered with this folder. */
const choosing = ({ electron }: Desk, folder: string) =>
  electron.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] });
  }, folder);

test('the data folder moves at the next start to where the dialog says, and the app goes on there', async () => {
  const place = await temporaryFolder();
  onTestFinished(() => removeFolder(place));
  const [dataFolder, disk] = [join(place, 'data'), join(place, 'disk')];
  const to = join(disk, 'compute-desk');
  mkdirSync(disk);
  const desk = await startDesk({ dataFolder });
  await callOf(desk)('settings.update', { theme: 'dark' });
  await choosing(desk, disk);
  const planned = await callOf(desk)('dataPlace.move', { folder: null });
  expect(planned).toMatchObject({ folder: dataFolder, movesTo: to, asksFolder: true });
  await desk.electron.close();

  const moved = await startDesk({ dataFolder });
  expect(await callOf(moved)('dataPlace.snapshot')).toMatchObject({
    ...{ folder: to, movesTo: null, before: dataFolder, problem: null },
  });
  expect(await callOf(moved)('settings.snapshot')).toMatchObject({ theme: 'dark' });
  expect(await moved.page.locator('#root').count()).toBe(1);
  expect(existsSync(join(to, 'compute-desk.sqlite'))).toBe(true);
  await moved.electron.close();
});
