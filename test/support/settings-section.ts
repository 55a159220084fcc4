import type { Page } from 'playwright';

/** A section of the settings, as its address names it. */
export type SettingsSection =
  | 'appearance'
  | 'chat'
  | 'machines'
  | 'notifications'
  | 'secrets'
  | 'data'
  | 'backup'
  | 'updates'
  | 'support'
  | 'about';

/** Opens a section of the settings by its link in the list, or by its address from another screen. */
export async function openSection(page: Page, section: SettingsSection): Promise<void> {
  const hash = `#/settings/${section}`;
  const link = page.locator(`nav a[href="${hash}"]`);
  if (await link.isVisible()) await link.click();
  else {
    await page.evaluate((to) => {
      location.hash = to;
    }, hash);
  }
  await page.locator(`nav a[href="${hash}"][aria-current=page]`).waitFor();
}
