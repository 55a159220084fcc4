import type { Locator } from 'playwright';
import { choose, press, show, type Walk, type World } from './world.ts';

/** Shows the console with the demo's description. */
async function openConsole(world: World): Promise<void> {
  const { page, t } = world;
  await show(world, 'console');
  const demo = page.getByRole('button', { name: t('console.import.demo'), exact: true });
  const row = page.getByRole('button', { name: 'All machines' });
  await demo.or(row).first().waitFor();
  if (await demo.isVisible()) await demo.press('Enter');
  await row.waitFor();
}

/** Opens an operation by its summary. */
export async function openOperation(world: World, name: string): Promise<void> {
  const { page, t } = world;
  await openConsole(world);
  await page.getByRole('button', { name }).press('Enter');
  await page.getByRole('region', { name: t('console.exact.title') }).waitFor();
}

/** The menu of descriptions. */
export async function descriptionMenu(world: World): Promise<Locator> {
  await openConsole(world);
  return world.page.getByRole('button', { name: world.t('console.import.title'), exact: true });
}

/** As the demo describes itself. */
const demoTitle = 'Demo Web API';

export const ofConsole: readonly Walk[] = [
  {
    site: 'features/work/console/import/AddressDialog.tsx Dialog',
    name: (t) => t('console.import.addressTitle'),
    async open(world) {
      return choose(world, await descriptionMenu(world), 'console.import.address');
    },
  },
  {
    site: 'features/work/console/import/DescriptionMenu.tsx ConfirmDialog',
    role: 'alertdialog',
    name: (t) => t('console.remove.title', { name: demoTitle }),
    async open(world) {
      return choose(world, await descriptionMenu(world), 'console.remove.action');
    },
  },
  {
    site: 'features/work/console/request/VariablesDialog.tsx Dialog',
    name: (t) => t('console.variables.title'),
    async open(world) {
      await openOperation(world, 'All machines');
      return press(world, 'console.variables.title');
    },
  },
  {
    site: 'features/work/console/request/LinesDialog.tsx Dialog',
    name: (t) => t('elsewhere.title'),
    async open(world) {
      await openOperation(world, 'All machines');
      return press(world, 'console.elsewhere.open');
    },
  },
  {
    site: 'features/work/console/request/SaveDialog.tsx NameDialog',
    name: (t) => t('console.saved.title'),
    async open(world) {
      await openOperation(world, 'All machines');
      return press(world, 'frame.console.save');
    },
  },
  {
    site: 'features/work/console/request/SendDialog.tsx Dialog',
    role: 'alertdialog',
    name: (t, { systemName }) => t('console.confirm.title', { name: systemName }),
    async open(world) {
      const { page, t } = world;
      await openOperation(world, 'Cancel jobs');
      for (const name of ['machine', 'jobid']) {
        const label = t('console.form.required', { name });
        await page.getByRole('textbox', { name: label, exact: true }).fill('1');
      }
      // the exact request follows the form a moment later
      await page.getByText('/1/1').first().waitFor();
      // its keys are part of its name
      const button = page.getByRole('button', { name: t('console.send.ask') });
      await button.press('Enter');
      return button;
    },
  },
  {
    site: 'features/work/console/list/HistoryList.tsx ConfirmDialog',
    role: 'alertdialog',
    name: (t) => t('console.history.clearTitle'),
    async open(world) {
      const { page, t } = world;
      await openOperation(world, 'All machines');
      // its keys are part of its name, and so is its word of the one beside it
      await page
        .getByRole('button', { name: t('console.send.send') })
        .last()
        .press('Enter');
      await page.getByText('200 OK').waitFor();
      // in a narrow window the list stands behind a button
      const list = page.getByRole('region', { name: t('console.list.title') });
      if (!(await list.isVisible())) await page.keyboard.press('Control+e');
      await page.getByRole('radio', { name: t('console.list.history') }).press('Space');
      return press(world, 'console.history.clear');
    },
  },
];
