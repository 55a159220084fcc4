import type { Locator } from 'playwright';
import { show, type Walk, type World } from './world.ts';

const name = 'Walked program';

/** Presses the button that connects a program. */
async function openForm(world: World): Promise<Locator> {
  const { page, t, call } = world;
  await call('programs.turn', { on: true });
  await show(world, 'programs');
  const button = page.getByRole('button', { name: t('programs.connect'), exact: true });
  await button.press('Enter');
  return button;
}

const field = ({ page, t }: World): Locator =>
  page.getByRole('textbox', { name: t('programs.form.name'), exact: true });

export const ofPrograms: readonly Walk[] = [
  {
    site: 'features/work/programs/PermissionsDialog.tsx Dialog',
    name: (t) => t('programs.form.addTitle'),
    describes: { 'programs.form.name': 'programs.form.nameHint' },
    open: openForm,
  },
  {
    site: 'features/work/programs/KeyDialog.tsx Dialog',
    role: 'alertdialog',
    name: (t) => t('programs.key.title', { name }),
    async open(world) {
      const button = await openForm(world);
      await field(world).fill(name);
      await field(world).press('Enter');
      return button;
    },
  },
];
