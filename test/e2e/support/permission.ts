import type { Locator } from 'playwright';

/** Presses a button that allows a tool, as soon as it can be pressed: it waits until the request could be read. */
export async function pressAllowed(button: Locator): Promise<void> {
  await button.and(button.page().locator(':not([aria-disabled])')).click();
}
