import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { type Heard, heardOf, namelessIn, openEar } from '../access-tree.ts';

/** References of the accessibility tree within an overlay that lead to nothing. */
export const danglingIn = (overlay: Locator): Promise<string[]> =>
  overlay.evaluate((own) => {
    const attributes = ['aria-describedby', 'aria-labelledby', 'aria-activedescendant', 'for'];
    return [own, ...own.querySelectorAll('*')].flatMap((element) =>
      attributes.flatMap((name) =>
        (element.getAttribute(name) ?? '')
          .split(/\s+/)
          .filter((id) => id !== '' && document.getElementById(id) === null)
          .map((id) => `${element.tagName.toLowerCase()} ${name}=${id}`),
      ),
    );
  });

/** Whether the focus is on it or in it. */
export const hasFocus = (overlay: Locator): Promise<boolean> =>
  overlay.evaluate((own) => own.contains(document.activeElement));

/** What has the focus, in words that a failure can be read by. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: own } = document;
    const words = own?.getAttribute('aria-label') ?? own?.textContent ?? '';
    return `${own?.tagName.toLowerCase()} ${words.trim().slice(0, 60)}`;
  });

/** Everything that is operated or found by its name has one, and no reference leads nowhere. */
export async function expectNamed(overlay: Locator): Promise<Heard[]> {
  const heard = await heardOf(overlay.page());
  expect(namelessIn(heard)).toEqual([]);
  expect(await danglingIn(overlay)).toEqual([]);
  return heard;
}

/** What Tab can reach in it: of radio buttons of one choice only one is. */
const focusable =
  ':is(a[href], button, input, select, textarea, [tabindex="0"]):not(:disabled, [type=radio], [type=file])';
/** More than this is not gone through one by one. */
const most = 40;

/** The keys Tab and Shift+Tab stay in it, reach all that can be operated, and nothing that has no name. */
export async function expectTrapped(overlay: Locator): Promise<void> {
  const page = overlay.page();
  const reached = () =>
    overlay.evaluate((own, all) => {
      const { activeElement } = document;
      activeElement?.setAttribute('data-reached', '');
      const left = [...own.querySelectorAll(all)].filter(
        (one) =>
          one.checkVisibility({ visibilityProperty: true }) && !one.matches('[data-reached]'),
      );
      return {
        inside: own.contains(activeElement),
        left: left.map((one) => one.outerHTML.slice(0, 120)),
      };
    }, focusable);
  const ear = await openEar(page);
  let { left } = await reached();
  // a field of a date has parts, each of which takes a Tab
  for (let step = 0; step < most && left.length > 0; step += 1) {
    await page.keyboard.press('Tab');
    const now = await reached();
    expect(now.inside, `after Tab: ${await focused(page)}`).toBe(true);
    const { role, name } = await ear.focused();
    expect(name, `the name of a ${role}, after Tab: ${await focused(page)}`).not.toBe('');
    left = now.left;
  }
  if ((await overlay.locator(focusable).count()) < most / 2) expect(left).toEqual([]);
  for (const key of ['Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key);
    expect((await reached()).inside, `after ${key}: ${await focused(page)}`).toBe(true);
  }
  await ear.close();
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('[data-reached]')) {
      one.removeAttribute('data-reached');
    }
  });
}

/** What failed is told: as an alert, or at the field that it is about, which then says so. */
export async function expectToldIn(overlay: Locator): Promise<void> {
  const told = async () => {
    const alerts = await overlay.getByRole('alert').allInnerTexts();
    const heard = await heardOf(overlay.page());
    const fields = heard.filter(({ invalid }) => invalid);
    return {
      said: alerts.some((text) => text.trim() !== '') || fields.length > 0,
      unsaid: fields.filter(({ description }) => description === '').map(({ name }) => name),
    };
  };
  await expect.poll(told).toEqual({ said: true, unsaid: [] });
}

/**
 * Escape closes it, and what had the focus has it again.
 * @param closes what main does then, where the window waits for that
 */
export async function expectLeft(
  overlay: Locator,
  back: Locator,
  closes: () => Promise<void> = async () => undefined,
): Promise<void> {
  const page = overlay.page();
  // else Escape puts away the note of the button that was tabbed to
  await overlay.evaluate((own: HTMLElement) => {
    if (!own.matches('[role=menu]')) own.focus();
  });
  await expect.poll(() => page.locator('[role=tooltip]').count()).toBe(0);
  // the overlay listens to Escape only in a turn of the page after the note has gone
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await page.keyboard.press('Escape');
  await closes();
  await overlay.waitFor({ state: 'hidden' });
  const isBack = () => back.evaluate((own) => own === document.activeElement);
  await expect.poll(isBack, { message: `${back} has the focus again` }).toBe(true);
}
