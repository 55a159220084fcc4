import type { Page } from 'playwright';

/** Set where the screens are to be looked at: `PICTURES=yes npm run e2e -- session-sheet`. */
const keeps = process.env.PICTURES !== undefined;

/** Keeps a picture of a page where pictures are asked for: drawing one takes as long as a step of a test. */
export async function picture(page: Page, path: string): Promise<void> {
  if (keeps) await pictureOfFailure(page, path);
}

/** Keeps one in any case: of what is on the screen when a test fails. */
export async function pictureOfFailure(page: Page, path: string): Promise<void> {
  await page.screenshot({ path, animations: 'disabled' });
}
