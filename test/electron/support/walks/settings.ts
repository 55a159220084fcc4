import { openSection, type SettingsSection } from '../../../support/settings-section.ts';
import { press, show, type Walk, type World } from './world.ts';

const vaultWord = 'correct horse battery';
const site = 'features/settings/vault/VaultDialog.tsx Dialog';

async function fromSettings(world: World, section: SettingsSection, key: string) {
  await show(world, 'settings');
  await openSection(world.page, section);
  return press(world, key);
}

/** In this order: the vault has no passphrase before the first, and has one from the second on. */
export const ofVault: readonly Walk[] = [
  {
    site,
    what: 'a passphrase is set',
    name: (t) => t('frame.vault.setUpTitle'),
    describes: { 'frame.vault.passphrase': 'frame.vault.rule_other' },
    open: (world) => fromSettings(world, 'secrets', 'settings.vault.setUp'),
    async fails(dialog, { t }) {
      const first = dialog.getByLabel(t('frame.vault.passphrase'), { exact: true });
      await first.fill('short');
      await first.press('Enter');
    },
  },
  {
    site,
    what: 'another passphrase is set',
    name: (t) => t('frame.vault.changeTitle'),
    async open(world) {
      await world.call('vault.setPassphrase', { passphrase: vaultWord });
      return fromSettings(world, 'secrets', 'settings.vault.change');
    },
    async fails(dialog, { t }) {
      await dialog.getByLabel(t('frame.vault.current'), { exact: true }).fill('not that one');
      await dialog.getByLabel(t('frame.vault.new'), { exact: true }).fill('a longer one');
      const again = dialog.getByLabel(t('frame.vault.newAgain'), { exact: true });
      await again.fill('a longer one');
      await again.press('Enter');
    },
  },
  {
    site,
    what: 'it is unlocked',
    name: (t) => t('frame.vault.unlockTitle'),
    async open(world) {
      await world.call('vault.lock');
      return fromSettings(world, 'secrets', 'settings.vault.unlock');
    },
    async fails(dialog, { t }) {
      const field = dialog.getByLabel(t('frame.vault.passphrase'), { exact: true });
      await field.fill('not that one');
      await field.press('Enter');
    },
    after: (world) => world.call('vault.unlock', { passphrase: vaultWord }),
  },
];

export const ofSettings: readonly Walk[] = [
  {
    site: 'features/settings/settings/Licences.tsx Dialog',
    name: (t) => t('settings.licences.open'),
    open: (world) => fromSettings(world, 'about', 'settings.licences.open'),
  },
  {
    site: 'features/settings/settings/backup/RestoreDialog.tsx Dialog',
    name: (t) => t('settings.backup.restoring.title'),
    open: (world) => fromSettings(world, 'backup', 'settings.backup.restore'),
  },
];
