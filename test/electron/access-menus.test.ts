import type { Locator } from 'playwright';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { heardOf } from './support/access-tree.ts';
import { sharedFolder } from './support/shared.ts';
import { expectLeft, expectNamed, focused, hasFocus } from './support/walks/checks.ts';
import { type MenuWalk, menus, type TooltipWalk, tooltips } from './support/walks/menus.ts';
import { startWorld, worldLooks } from './support/walks/start.ts';
import {
  byPalette,
  composerOf,
  show,
  showConversation,
  type World,
} from './support/walks/world.ts';

// That no menu is left out, test/unit/systems/access-walks.test.ts sees to.

const shared = sharedFolder();

/** What is marked in a list whose field keeps the focus. */
const markedIn = (field: Locator): Promise<string | null> =>
  field.evaluate((own) => {
    const marked = document.getElementById(own.getAttribute('aria-activedescendant') ?? '');
    return marked?.getAttribute('role') === 'option' ? marked.textContent : null;
  });

/** Pixels between what opens a menu and the menu; both are there. */
async function gapTo(button: Locator, menu: Locator): Promise<number> {
  const [from, to] = await Promise.all([button.boundingBox(), menu.boundingBox()]);
  if (from === null || to === null) return Number.POSITIVE_INFINITY;
  const across = Math.max(to.x - from.x - from.width, from.x - to.x - to.width, 0);
  const along = Math.max(to.y - from.y - from.height, from.y - to.y - to.height, 0);
  return Math.max(across, along);
}
/** So near a menu is at its button. */
const atButton = 16;

async function walkMenu({ site, trigger, named, after }: MenuWalk, world: World): Promise<void> {
  const { page } = world;
  const button = await trigger(world);
  expect(await button.getAttribute('aria-haspopup')).toBe('menu');
  await button.focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('menu');
  // another one that closes is there for a moment longer
  await expect.poll(() => menu.count()).toBe(1);
  await expect.poll(() => hasFocus(menu)).toBe(true);
  await expect.poll(() => gapTo(button, menu)).toBeLessThan(atButton);
  const heard = await expectNamed(menu);
  const names = heard.filter(({ role }) => role === 'menu').map(({ name }) => name);
  expect(names).toEqual([named === undefined ? expect.stringMatching(/./) : named(world.t)]);
  const entries = heard.filter(({ role }) => role.startsWith('menuitem'));
  expect(entries.length).toBeGreaterThan(0);
  await world.picture(site.replaceAll(/\W+/g, '-'));

  // the first entry that can be used has the focus, arrows go round, Tab does not leave it
  const items = menu.locator('[role^=menuitem]:not([data-disabled])');
  await expect
    .poll(() => items.first().evaluate((own) => own === document.activeElement))
    .toBe(true);
  await page.keyboard.press('ArrowUp');
  await expect
    .poll(() => items.last().evaluate((own) => own === document.activeElement))
    .toBe(true);
  await page.keyboard.press('Tab');
  expect(await hasFocus(menu), await focused(page)).toBe(true);
  await expectLeft(menu, button);
  await after?.(world);
}

async function walkTooltip({ site, by, at }: TooltipWalk, world: World): Promise<void> {
  const { page } = world;
  const place = await at(world);
  const described = async () => {
    if (by === 'pointer') await place.hover();
    else {
      // only what is come to by keys shows its note; a screen that has just opened takes the focus to itself
      await place.focus();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Shift+Tab');
    }
    return place.evaluate((own) => own.getAttribute('aria-describedby') ?? '');
  };
  await expect.poll(described).not.toBe('');
  const note = page.locator(`[id="${await place.getAttribute('aria-describedby')}"]`);
  const shown = page.locator('[data-radix-popper-content-wrapper]').filter({ has: note });
  await shown.waitFor();
  await world.picture(site.replaceAll(/\W+/g, '-'));
  // what is beside each other on the screen is heard with a space between
  const bare = (words: string) => words.replaceAll(/\s/g, '');
  const text = bare((await note.textContent()) ?? '');
  expect(text).not.toBe('');
  if (by === 'focus') {
    const heard = await heardOf(page);
    expect(heard.map(({ description }) => bare(description))).toContain(text);
  }
  await page.keyboard.press('Escape');
  await shown.waitFor({ state: 'detached' });
  if (by === 'pointer') await page.mouse.move(0, 0);
}

describe.each(worldLooks)('a screen reader in $language', (look) => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld(shared, look, 'access-menus');
  });
  afterAll(() => world?.desk.electron.close());

  test.each(menus)('hears every entry of the menu of $site, and comes back from it', (walk) =>
    walkMenu(walk, world),
  );

  test('finds a menu at its button in a sheet that was still coming in', async () => {
    const { page } = world;
    const walk = menus.find(({ site }) => site.includes('ClientActions'));
    if (walk === undefined) throw new Error('no menu in a sheet is gone through');
    const session = await page.context().newCDPSession(page);
    // the animations go at their own pace again
    onTestFinished(() => session.detach());
    await session.send('Animation.enable');
    await session.send('Animation.setPlaybackRate', { playbackRate: 0.01 });
    const button = await walk.trigger(world);
    const sheet = page.getByRole('dialog');
    // as good as there: what follows an element sees no move any more
    await sheet.evaluate((own) => {
      for (const animation of own.getAnimations()) {
        animation.pause();
        animation.currentTime = 119.9;
      }
    });
    await button.press('Enter');
    const menu = page.getByRole('menu');
    await expect.poll(() => hasFocus(menu)).toBe(true);
    await session.send('Animation.setPlaybackRate', { playbackRate: 1 });
    expect(
      await sheet.evaluate((own) => {
        const animations = own.getAnimations();
        for (const animation of animations) animation.finish();
        return animations.length;
      }),
    ).toBe(1);
    await expect.poll(() => gapTo(button, menu)).toBeLessThan(atButton);
    await expectLeft(menu, button);
    await walk.after?.(world);
  });

  test.each(tooltips)('hears the note of $site, and can put it away', (walk) =>
    walkTooltip(walk, world),
  );

  test('hears the models to choose from, and comes back from them', async () => {
    const { page, t } = world;
    await showConversation(world);
    const [before = ''] = t('chat.model.present', { model: '|' }).split('|');
    const button = page.getByRole('button', { name: before }).first();
    await button.press('Enter');
    const popover = page.getByRole('dialog', { name: t('chat.model.choose'), exact: true });
    await popover.waitFor();
    const field = popover.getByRole('combobox');
    await expect.poll(() => field.evaluate((own) => own === document.activeElement)).toBe(true);
    const heard = await expectNamed(popover);
    const roles = heard.map(({ role }) => role);
    for (const role of ['combobox', 'option', 'listbox']) expect(roles).toContain(role);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => markedIn(field)).not.toBeNull();
    await world.picture('models');
    await expectLeft(popover, button);
  });

  test('hears what the palette finds, and comes back from it', async () => {
    const { page, t } = world;
    await showConversation(world);
    await composerOf(world).focus();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: t('frame.palette.title'), exact: true });
    const field = palette.getByRole('combobox');
    await field.waitFor();
    await expect.poll(() => field.evaluate((own) => own === document.activeElement)).toBe(true);
    const heard = await expectNamed(palette);
    expect(heard).toContainEqual(expect.objectContaining({ role: 'dialog', modal: true }));
    await page.keyboard.press('ArrowDown');
    const first = await markedIn(field);
    expect(first).not.toBeNull();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => markedIn(field)).not.toBe(first);
    await world.picture('palette');
    await field.fill('zzzz');
    await expect.poll(() => palette.innerText()).toContain(t('frame.palette.nothing'));
    await page.keyboard.press('Tab');
    expect(await hasFocus(palette), await focused(page)).toBe(true);
    await expectLeft(palette, composerOf(world));
  });

  test('hears the prompts that a slash offers, and writes on after Escape', async () => {
    const { page, t } = world;
    await showConversation(world);
    const field = composerOf(world);
    await field.fill('/rev');
    const list = page.getByRole('listbox', { name: t('prompts.title'), exact: true });
    await list.waitFor();
    await expectNamed(list);
    await expect.poll(() => markedIn(field)).toContain('Review');
    await world.picture('prompts');
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'hidden' });
    expect(await field.evaluate((own) => own === document.activeElement)).toBe(true);
    expect(await field.inputValue()).toBe('/rev');
    await field.fill('');
  });

  test('hears the entries of a choice, whose Escape does not close the dialog that it is in', async () => {
    const { page, t } = world;
    await show(world, 'machines');
    const filter = page.getByRole('combobox', { name: t('machines.filter.state') });
    await expectChoice(world, filter, page.locator('main'));
    await byPalette('organise')(world);
    const dialog = page.getByRole('dialog', { name: t('chat.organise.title') });
    const folder = dialog.getByRole('combobox', { name: t('chat.organise.folder') });
    await expectChoice(world, folder, dialog);
    await expectLeft(dialog, composerOf(world));
  });
});

/** Opens a choice by keys, as the platform draws it, and leaves it again. */
async function expectChoice(world: World, choice: Locator, around: Locator): Promise<void> {
  const { page, desk } = world;
  const name = await choice.evaluate((own: HTMLSelectElement) => own.labels?.[0]?.textContent);
  const isOpen = async () =>
    (await heardOf(page)).some(
      (one) => one.role === 'combobox' && one.name === name && one.expanded,
    );
  // the platform's list stays open in the window alone that has the focus, and another test's may have it
  const opened = async () => {
    if (await isOpen()) return true;
    await desk.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.focus());
    await choice.focus();
    await page.keyboard.press('Alt+ArrowDown');
    return isOpen();
  };
  await expect.poll(opened).toBe(true);
  const heard = await expectNamed(around);
  const texts = await choice.locator('option').allInnerTexts();
  const options = heard.filter(({ role }) => role === 'option' || role === 'menuitem');
  for (const text of texts) expect(options.map((one) => one.name)).toContain(text);
  await page.keyboard.press('Escape');
  await expect.poll(isOpen).toBe(false);
  expect(await around.isVisible()).toBe(true);
  expect(await choice.evaluate((one) => one === document.activeElement)).toBe(true);
}
