import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenDialogOptions } from 'electron';
import { expect, test } from 'vitest';
import { createFolderChooser } from '../../../../main/hosts/electron/window/folder-chooser.ts';
import { testFolder } from '../../../support/files/folder.ts';
import { recordLog } from '../../../support/worlds/world.ts';

/** A dialog in which each of these is chosen; null: cancelled. */
function chooser(answers: readonly (string | null)[], kept: Map<string, unknown> = new Map()) {
  const asked: OpenDialogOptions[] = [];
  const log = recordLog();
  const choose = createFolderChooser<string>({
    settings: {
      get: (key: string) => kept.get(key),
      set(key: string, value: unknown) {
        if (kept.has('full')) throw new Error('the disk is full');
        kept.set(key, value);
      },
    } as never,
    async ask(_window, options) {
      const answer = answers[asked.push(options) - 1] ?? null;
      return { canceled: answer === null, filePaths: answer === null ? [] : [answer] };
    },
    log,
  });
  return { choose: () => choose('window'), asked, kept, log };
}

test('choosing a folder begins with the last one that was chosen, at the next start too', async () => {
  const folder = testFolder();
  const [one, two] = [join(folder, 'one'), join(folder, '二')];
  mkdirSync(one);
  mkdirSync(two);
  const { choose, asked, kept } = chooser([one, two, null, one]);
  expect([await choose(), await choose(), await choose()]).toEqual([one, two, null]);
  expect(asked.map(({ defaultPath }) => defaultPath)).toEqual([undefined, one, two]);
  const later = chooser([null], kept);
  await later.choose();
  expect(later.asked[0]?.defaultPath).toBe(two);
});

test.each(['gone', 'a file', 'no text'])('one that is %s is not begun with', async (what) => {
  const folder = testFolder();
  const at = join(folder, 'at');
  if (what === 'gone') {
    mkdirSync(at);
    rmSync(at, { recursive: true });
  } else writeFileSync(at, '');
  const kept = new Map<string, unknown>([['chosenFolder', what === 'no text' ? 7 : at]]);
  const { choose, asked } = chooser([folder], kept);
  expect(await choose()).toBe(folder);
  expect(asked[0]).not.toHaveProperty('defaultPath');
});

test('a folder is chosen though it cannot be remembered', async () => {
  const folder = testFolder();
  const { choose, log } = chooser([folder], new Map([['full', true]]));
  expect(await choose()).toBe(folder);
  expect(log.text()).toContain('chosen-folder-not-kept');
});
