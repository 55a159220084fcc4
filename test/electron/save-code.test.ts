import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inWindow } from '../e2e/support/window.ts';
import { saveCode } from '../tour/save-code.ts';
import { callOf, inLanguage } from './support/desk.ts';
import { openDesk, testFolder } from './support/shared.ts';

test('the code of an answer is saved where the user says, under the name that is offered', async () => {
  const folder = testFolder();
  const desk = await openDesk({ dataFolder: join(folder, 'data'), ...inLanguage('en') });
  await callOf(desk)('systems.openDemo');
  const target = join(folder, 'chosen.py');
  await desk.electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async (...given: unknown[]) => {
      const options = given.at(-1) as { defaultPath?: string };
      Object.assign(globalThis, { offered: options.defaultPath });
      return { canceled: false, filePath };
    };
  }, target);
  await saveCode(inWindow(desk.page, 'electron/save-code'));
  expect(await readFile(target, 'utf8')).toMatch(/^(import|def|from|#)[\s\S]*\n$/);
  const offered = await desk.electron.evaluate(
    () => (globalThis as unknown as { offered: string }).offered,
  );
  expect(offered).toMatch(/[/\\]code\.py$/);
});
