import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { expect } from 'vitest';

/**
 * What axe finds on a page, or in the part of it that a selector names: each rule with the elements that break
 * it. It works in the page itself: a second page for its sum would cost as much again, and Electron has none. So
 * frames of other origins are left out; the page's only one is that of diagrams, which draws and goes.
 */
export async function axeFindings(page: Page, within?: string): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    // what is fine is neither gathered nor sent
    .options({ resultTypes: ['violations'] })
    .setLegacyMode(true);
  if (within !== undefined) axe.include(within);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** Fails where axe finds something. @param name Of what is on the screen */
export async function expectAccessible(page: Page, name: string, within?: string): Promise<void> {
  expect(await axeFindings(page, within), `axe on ${name}`).toEqual([]);
}
