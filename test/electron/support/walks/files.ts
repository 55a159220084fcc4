import type { Locator } from 'playwright';
import { choose, press, show, type Walk, type World } from './world.ts';

/** A text that the demo's home folder has from the beginning. */
const script = 'README.txt';

/** The menu of a file's row. */
export async function rowMenu(world: World): Promise<Locator> {
  await show(world, 'files');
  const name = world.t('files.actions', { name: script });
  const button = world.page.getByRole('button', { name, exact: true });
  await button.waitFor();
  return button;
}

const fromRow = async (world: World, key: string): Promise<Locator> =>
  choose(world, await rowMenu(world), key);

export const ofFiles: readonly Walk[] = [
  {
    site: 'features/work/files/ChangeDialog.tsx NameDialog',
    name: (t) => t('files.newFolder.title'),
    async open(world) {
      await rowMenu(world);
      return press(world, 'files.newFolder.action');
    },
    async fails(dialog) {
      await dialog.getByRole('textbox').fill('../up');
      await dialog.getByRole('textbox').press('Enter');
    },
  },
  {
    site: 'features/work/files/ChangeDialog.tsx NameDialog 2',
    name: (t) => t('files.rename.title', { name: script }),
    open: (world) => fromRow(world, 'files.rename.action'),
  },
  {
    site: 'features/work/files/commands/CommandDialog.tsx Dialog',
    name: (t) => t('files.command.title', { machine: 'login-1' }),
    async open(world) {
      await rowMenu(world);
      return press(world, 'frame.files.command');
    },
  },
  {
    site: 'features/work/files/ChangeDialog.tsx ConfirmDialog',
    role: 'alertdialog',
    name: (t) => t('files.delete.title', { name: script }),
    open: (world) => fromRow(world, 'files.delete.action'),
  },
  {
    site: 'features/work/files/EditDialog.tsx Dialog',
    name: (t) => t('files.edit.title', { name: script }),
    async open(world) {
      await rowMenu(world);
      await world.page
        .getByRole('table', { name: world.t('files.there.title') })
        .locator('[data-row-button]', { hasText: script })
        .press('Enter');
      return press(world, 'files.edit.action');
    },
  },
];
