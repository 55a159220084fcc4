import type { Page } from 'playwright';

/** The sections of the settings, as their addresses name them. */
export const settingsSections = [
  ...(['appearance', 'chat', 'machines', 'jobs', 'notifications', 'secrets'] as const),
  ...(['data', 'backup', 'updates', 'support', 'about'] as const),
];
export type SettingsSection = (typeof settingsSections)[number];

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
