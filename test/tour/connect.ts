import type { Page } from 'playwright';
import type { Texts } from './texts.ts';

interface Window {
  readonly page: Page;
  readonly t: Texts;
}

/** Opens the fields that are under More when a system is set up. */
export async function openMore({ page, t }: Window): Promise<void> {
  const more = (expanded?: boolean) =>
    page.getByRole('button', { name: t('connect.more.title'), exact: true, expanded });
  // an address whose authority is unknown opens them by itself, maybe just before the click
  await more().waitFor();
  while ((await more(true).count()) === 0) await more().click();
}

/** Presses Connect, and goes on to Machines even if the check stops. */
export async function connectAnyway({ page, t }: Window): Promise<void> {
  await page.getByRole('button', { name: t('connect.action'), exact: true }).click();
  const anyway = page.getByRole('button', { name: t('connect.check.anyway'), exact: true });
  const machines = page.getByRole('heading', { level: 1, name: t('frame.screens.machines') });
  await anyway.or(machines).waitFor();
  if (await anyway.isVisible()) await anyway.click();
  await machines.waitFor();
}
