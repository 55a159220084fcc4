import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { describeMove } from '../../main/hosts/move-progress.ts';
import { expectAccessible } from '../support/axe.ts';
import { picture } from '../support/files/pictures.ts';
import {
  callOf,
  type Desk,
  handOver,
  inLanguage,
  pictureFolder,
  root,
  startDesk,
  testEnvironment,
  testSwitches,
} from './support/desk.ts';
import { testFolder } from './support/shared.ts';

/** The operating system's dialog, answered with this folder. */
const choosing = ({ electron }: Desk, folder: string) =>
  electron.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] });
  }, folder);

test('the data folder moves at the next start to where the dialog says, and the app goes on there', async () => {
  const place = testFolder();
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

test.for(['en', 'ja'] as const)(
  'a move that takes its time has a window, in %s',
  async (language) => {
    const place = testFolder();
    const folder = join(place, 'compute-desk-move-1');
    mkdirSync(folder);
    const say = (done: number): void => {
      const progress = { to: '/mnt/disk/compute-desk', done, of: 1_500e6, checking: false };
      const shown = { ...describeMove(progress, language), language, done, of: progress.of };
      writeFileSync(join(folder, 'move.json'), JSON.stringify(shown));
    };
    say(400e6);
    const { args, env } = inLanguage(language);
    const { electron, page } = await startDesk({
      dataFolder: join(place, 'unused'),
      args: [...args, '--show-move', folder],
      env: { ...env, TMPDIR: place },
    });
    const ended = electron.waitForEvent('close');
    await page.getByText('400 MB').waitFor();
    expect(await page.getByRole('progressbar').getAttribute('value')).toBe('400000000');
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme });
      await picture(page, join(await pictureFolder('move'), `${language}-${theme}.png`));
    }
    await expectAccessible(page, 'a move');
    say(900e6);
    await page.getByText('900 MB').waitFor();
    expect(existsSync(join(place, 'unused'))).toBe(false);
    // the move has come to its end
    rmSync(folder, { recursive: true });
    await ended;
  },
);

test.each([
  ['named otherwise among the temporary ones', 'taxes'],
  ['named like a move’s elsewhere', 'documents/compute-desk-move-1'],
])('a folder that no move made is left alone, whoever names it: %s', async (_case, name) => {
  const place = testFolder();
  const folder = join(place, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'thesis.txt'), 'three years');
  handOver();
  const child = spawn(
    inject('runtime').binary,
    [...testSwitches, root, '--data-dir', join(place, 'unused'), '--show-move', folder],
    { env: { ...testEnvironment(), TMPDIR: place }, stdio: 'ignore' },
  );
  expect(await once(child, 'exit')).toEqual([1, null]);
  expect(existsSync(join(folder, 'thesis.txt'))).toBe(true);
});
