import type { Locator } from 'playwright';
import { choose, press, show, type Walk, type World } from './world.ts';

export const clientId = 'walked';

/** Makes a client with the demo system, once. */
export async function withClient(world: World): Promise<void> {
  const { systemId } = world;
  const { clients } = await world.call<{ clients: { clientId: string }[] }>('clients.snapshot', {
    systemId,
  });
  if (!clients.some((one) => one.clientId === clientId)) {
    await world.call('clients.create', {
      systemId,
      clientId,
      way: 'dynamic-registration',
      redirectUrls: ['https://app.example/cb'],
    });
  }
  await show(world, 'clients');
}

const sheetOf = ({ page }: World) => page.getByRole('dialog', { name: clientId, exact: true });

async function openSheet(world: World): Promise<Locator> {
  await withClient(world);
  const row = world.page.locator('tbody [data-row-button]').first();
  await row.press('Enter');
  await sheetOf(world).waitFor();
  return row;
}

const sheetMenu = (world: World) =>
  sheetOf(world).getByRole('button', { name: world.t('clients.moreOf', { clientId }) });

async function openCreate(world: World): Promise<Locator> {
  await withClient(world);
  return press(world, 'clients.new');
}

export const ofClients: readonly Walk[] = [
  {
    site: 'features/systems/clients/CreateSheet.tsx SideSheet',
    name: (t) => t('clients.createTitle'),
    describes: { 'clients.clientId': 'clients.clientIdHint' },
    open: openCreate,
    fails: (sheet, { t }) => sheet.getByRole('textbox', { name: t('clients.clientId') }).fill('ä'),
    // else what was typed is asked about
    mend: (sheet, { t }) => sheet.getByRole('textbox', { name: t('clients.clientId') }).fill(''),
  },
  {
    site: 'ui/overlays/useDiscard.tsx ConfirmDialog',
    role: 'alertdialog',
    name: (t) => t('common.discard.title'),
    async open(world) {
      const { page, t } = world;
      await openCreate(world);
      const field = page.getByRole('textbox', { name: t('clients.clientId') });
      await field.fill('batch');
      await field.press('Escape');
      return field;
    },
    async after({ page, t }) {
      await page.keyboard.press('Escape');
      await page
        .getByRole('button', { name: t('common.discard.confirm'), exact: true })
        .press('Enter');
    },
  },
  {
    site: 'features/systems/clients/SettingsSheet.tsx SideSheet',
    name: (t) => t('clients.places.title'),
    async open(world) {
      const { page, t } = world;
      await withClient(world);
      const menu = page.getByRole('button', { name: t('clients.more'), exact: true });
      return choose(world, menu, 'frame.shortcuts.clientPlaces');
    },
  },
  {
    site: 'features/systems/clients/ClientSheet.tsx SideSheet',
    name: () => clientId,
    open: openSheet,
  },
  {
    site: 'features/systems/clients/ClientSheet.tsx ConfirmDialog',
    role: 'alertdialog',
    name: (t) => t('clients.rotate.title', { clientId }),
    async open(world) {
      await openSheet(world);
      return choose(world, sheetMenu(world), 'clients.rotate.action');
    },
  },
  {
    site: 'features/systems/clients/SignInWith.tsx ConfirmDialog',
    role: 'alertdialog',
    name: (t) => t('clients.signInWith.title', { clientId }),
    async open(world) {
      await openSheet(world);
      return press(world, 'clients.signInWith.action', sheetOf(world));
    },
  },
  {
    site: 'features/systems/clients/DeleteDialog.tsx ConfirmDialog',
    role: 'alertdialog',
    name: (t) => t('clients.deleteTitle', { clientId }),
    async open(world) {
      await openSheet(world);
      return choose(world, sheetMenu(world), 'clients.delete');
    },
  },
];
