import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sharedFolder } from './support/shared.ts';
import {
  expectLeft,
  expectNamed,
  expectToldIn,
  expectTrapped,
  hasFocus,
} from './support/walks/checks.ts';
import { dialogWalks } from './support/walks/index.ts';
import { startWorld, worldLooks } from './support/walks/start.ts';
import type { Walk, World } from './support/walks/world.ts';

// That no dialog is left out, test/unit/systems/access-walks.test.ts sees to.

const shared = sharedFolder();
/** Characters of a passphrase, in what is said of its field. */
const shortest = 8;

/** Goes through it as who hears it and has a keyboard does. */
async function walkThrough(walk: Walk, world: World): Promise<void> {
  const { page, t } = world;
  const { role = 'dialog' } = walk;
  const back = await walk.open(world);
  const name = walk.name(t, world);
  const dialog = page.getByRole(role, { name, exact: true });
  await dialog.waitFor();
  await expect.poll(() => hasFocus(dialog)).toBe(true);
  await dialog.getByRole('button').first().waitFor();

  const heard = await expectNamed(dialog);
  expect(heard).toContainEqual(expect.objectContaining({ role, name, modal: true }));
  for (const [field, words] of Object.entries(walk.describes ?? {})) {
    const said = heard.filter((one) => one.name === t(field)).map(({ description }) => description);
    expect(said, field).toContainEqual(expect.stringContaining(t(words, { count: shortest })));
  }
  // what a text leaves open is filled; prompts and requests have places of their own, shown as they are
  if (!/PromptLibrary|VariablesDialog/.test(walk.site))
    expect(await dialog.innerText()).not.toContain('{{');
  await expectTrapped(dialog);
  await world.picture(
    walk.site.replaceAll(/\W+/g, '-') + (walk.what ?? '').replaceAll(/\W+/g, '-'),
  );
  if (walk.fails) {
    await walk.fails(dialog, world);
    await expectToldIn(dialog);
    await expectNamed(dialog);
    await walk.mend?.(dialog, world);
  }
  await expectLeft(dialog, back, () => walk.closes?.(world) ?? Promise.resolve());
}

/** Whatever a walk left open, also one that failed. */
async function closeAll({ page }: World): Promise<void> {
  const open = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await expect
    .poll(async () => {
      if (await open.first().isVisible()) await page.keyboard.press('Escape');
      return open.count();
    })
    .toBe(0);
}

describe.each(worldLooks)('a screen reader in $language', (look) => {
  let world: World;

  beforeAll(async () => {
    world = await startWorld(shared, look, 'access');
  });
  afterAll(() => world?.desk.electron.close());

  const walks = dialogWalks.map((walk) => ({
    walk,
    title: walk.what === undefined ? walk.site : `${walk.site}: ${walk.what}`,
  }));
  let after: Walk['after'];
  afterEach(async () => {
    await after?.(world);
    after = undefined;
    await closeAll(world);
  });

  test.each(walks)(
    'hears all of $title, and the keyboard stays in it and comes back',
    async ({ walk }) => {
      after = walk.after;
      await walkThrough(walk, world);
    },
  );
});
