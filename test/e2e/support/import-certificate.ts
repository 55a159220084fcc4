import type { User } from '../../support/worlds/pki.ts';
import type { Window } from './window.ts';

/** Where the vault has no passphrase yet, this is set. */
export const vaultPassphrase = 'a passphrase for the vault';

/**
 * Chooses the file with the given button, types its passphrase, looks at the preview and keeps it
 * under a name. The vault dialog is answered where `setsUpVault` says that it must come.
 */
export async function importCertificate(
  window: Window,
  file: Pick<User, 'p12File' | 'password'>,
  options: { button: string; name: string; setsUpVault?: boolean },
): Promise<void> {
  const { page, t, picture } = window;
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: options.button, exact: true }).first().click();
  await (await chooser).setFiles(file.p12File);
  await page.getByLabel(t('certificates.passphrase.label'), { exact: true }).fill(file.password);
  await page.getByRole('button', { name: t('certificates.passphrase.open'), exact: true }).click();
  const name = page.getByRole('textbox', { name: t('certificates.name') });
  await name.fill(options.name);
  await picture(`preview-${options.name}`);
  await page.getByRole('button', { name: t('certificates.preview.keep') }).click();
  if (options.setsUpVault) {
    const dialog = page.getByRole('dialog', { name: t('frame.vault.setUpTitle') });
    await dialog.getByText(t('frame.vault.why.not-offered')).waitFor();
    await dialog.getByLabel(t('frame.vault.passphrase'), { exact: true }).fill(vaultPassphrase);
    await dialog.getByLabel(t('frame.vault.again'), { exact: true }).fill(vaultPassphrase);
    await picture('vault');
    await dialog.getByRole('button', { name: t('frame.vault.setUp') }).click();
  }
  await page.getByRole('heading', { level: 2, name: options.name, exact: true }).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}
