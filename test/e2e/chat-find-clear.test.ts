import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { conversationOf, prepareFolder } from '../support/files/prepared-folder.ts';
import { startApp } from '../support/processes/running-app.ts';
import { openWindow, type Window } from './support/window.ts';

const says = (id: string, content: string) => ({
  sql: 'UPDATE messages SET content = ? WHERE id = ?',
  params: [content, id],
});

/** Sizes of the window; a zoom makes as many pixels of it fewer. */
const sizes = [
  { what: 'the usual window', width: 1280, height: 800, language: 'en', theme: 'light' },
  { what: 'a small window', width: 960, height: 640, language: 'ja', theme: 'dark' },
  { what: 'a narrow window', width: 640, height: 600, language: 'en', theme: 'dark' },
  { what: 'a small window at 200 %', width: 480, height: 320, language: 'ja', theme: 'light' },
] as const;

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

describe.each(sizes)('what is found in $what', ({ width, height, language, theme }) => {
  test.each(['short', 'long'] as const)(
    'is clear of the find bar at the very top of a %s conversation, and at its end',
    async (id) => {
      const dataFolder = testFolder();
      const count = { short: 2, long: 80 }[id];
      const hits = [
        says(`${id}-0`, 'zebra\n\nWhich of the nodes has the zebra?'),
        says(`${id}-1`, 'The **zebra** is on node 7.'),
        ...(id === 'long' ? [says(`${id}-79`, 'The last zebra.')] : []),
      ];
      prepareFolder(dataFolder, 'http://127.0.0.1:9', [...conversationOf(id, count), ...hits]);
      const app = await startApp({ dataFolder });
      onTestFinished(() => app.stop());
      const folder = 'chat-find-clear';
      const window = await openWindow({ browser, url: app.url, folder, language });
      const { page, t } = window;
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await page.getByRole('navigation').first().waitFor();
      await page.evaluate((place) => {
        location.hash = place;
      }, `#/chat/${id}`);
      await page.setViewportSize({ width, height });
      const log = page.getByRole('log', { name: t('chat.thread') });
      await log.getByText(id === 'long' ? 'The last zebra.' : 'on node 7').waitFor();

      /** Whether the hit that is shown is in the view, and what lies over it. */
      const shown = () =>
        page.evaluate(() => {
          const [range] = CSS.highlights.get('found-current') ?? [];
          const room = document.querySelector('[role=log]')?.getBoundingClientRect();
          if (!(range instanceof Range) || room === undefined) return null;
          const hit = range.getBoundingClientRect();
          const across = [hit.left + 1, (hit.left + hit.right) / 2, hit.right - 1];
          const points = across.flatMap((x) =>
            [hit.top + 3, hit.bottom - 3].map((y) => ({ x, y })),
          );
          const over = points
            .map(({ x, y }) => document.elementFromPoint(x, y))
            .filter((one) => one?.closest('[data-words]') == null)
            .map((one) => one?.outerHTML.slice(0, 80));
          return { inView: hit.top >= room.top && hit.bottom <= room.bottom, over };
        });

      await log.focus();
      await page.keyboard.press('Control+f');
      const bar = page.getByRole('search', { name: t('chat.find.title') });
      await bar.getByRole('searchbox').fill('zebra');
      const total = { short: 3, long: 4 }[id];
      const status = () => bar.getByRole('status').innerText();
      await expect.poll(status).toContain(String(total));
      for (let step = 0; step < total; step += 1) {
        const before = await status();
        await page.keyboard.press('Enter');
        await expect.poll(status).not.toBe(before);
        await expect.poll(shown, { message: await status() }).toEqual({
          inView: true,
          over: [],
        });
        const first = t('chat.find.place', { number: 1, total });
        if ((await status()) === first) await window.picture(`${id}-${width}-${theme}`);
      }
      // all of the bar stands above the messages, its button that closes it too
      const { x: left = 0 } = (await log.boundingBox()) ?? {};
      const controls = bar.getByRole('button').or(bar.getByRole('searchbox'));
      for (const control of await controls.all()) {
        const { x = -1, width: wide = 0 } = (await control.boundingBox()) ?? {};
        expect(x).toBeGreaterThanOrEqual(left);
        expect(x + wide).toBeLessThanOrEqual(width);
      }
      await expectAccessible(page, 'a hit');
    },
  );
});

/** Where the reader of a long conversation is, and how far up from its end the wheel goes there, in pixels. */
const places = [
  { where: 'in the middle', up: 2_500 },
  { where: 'a little above the end', up: 100 },
  { where: 'at the end', up: 0 },
  { where: 'at the very top', up: 100_000 },
] as const;

test.each(places)(
  'the lines that are read $where stay when the bar comes and goes',
  async ({ up }) => {
    const window = await openLong();
    const { page, t } = window;
    const log = page.getByRole('log', { name: t('chat.thread') });
    await log.hover();
    if (up > 0) {
      await page.mouse.wheel(0, -up);
      await page.getByRole('button', { name: t('chat.toEnd') }).waitFor();
    }
    await expectStill(window);
  },
);

test('a conversation that is come back to stays where it was left when the bar comes and goes', async () => {
  const window = await openLong();
  const { page, t } = window;
  const log = page.getByRole('log', { name: t('chat.thread') });
  await log.hover();
  await page.mouse.wheel(0, -2_500);
  await page.getByRole('button', { name: t('chat.toEnd') }).waitFor();
  await window.goTo('machines');
  await goToLong(window);
  await page.getByRole('button', { name: t('chat.toEnd') }).waitFor();
  await page.getByRole('textbox', { name: t('chat.composer.label'), exact: true }).focus();
  await expectStill(window);
});

async function openLong(): Promise<Window> {
  const dataFolder = testFolder();
  prepareFolder(dataFolder, 'http://127.0.0.1:9', conversationOf('long', 80));
  const app = await startApp({ dataFolder });
  onTestFinished(() => app.stop());
  const window = await openWindow({ browser, url: app.url, folder: 'chat-find-clear' });
  const { page, t } = window;
  await page.getByRole('navigation').first().waitFor();
  await goToLong(window);
  await page
    .getByRole('log', { name: t('chat.thread') })
    .locator('[data-index="79"]')
    .waitFor();
  return window;
}

const goToLong = ({ page }: Window) =>
  page.evaluate(() => {
    location.hash = '#/chat/long';
  });

/** Opens the bar and closes it; a row in view stays where it is in the window, also once what follows sizes is done. */
async function expectStill({ page, t }: Window): Promise<void> {
  const log = page.getByRole('log', { name: t('chat.thread') });
  /** The last row that begins in the view. */
  const row = await log.evaluate((view) => {
    const { bottom } = view.getBoundingClientRect();
    const rows = [...view.querySelectorAll<HTMLElement>('[data-index]')];
    return rows.findLast((one) => one.getBoundingClientRect().top < bottom)?.dataset.index;
  });
  const place = () =>
    log.locator(`[data-index="${row}"]`).evaluate(
      (one) =>
        new Promise<number>((resolve) => {
          requestAnimationFrame(() => {
            requestAnimationFrame(() => resolve(one.getBoundingClientRect().top));
          });
        }),
    );
  // what has just come in view is fetched, and is of another height than it was taken for
  await expect.poll(() => log.locator('[data-index][aria-hidden]').count()).toBe(0);
  // the list goes to a place again whenever sizes change, until they have been the same for 150 ms
  let before = Number.NaN;
  const moved = async () => {
    const last = before;
    before = await place();
    return before - last;
  };
  await expect.poll(moved, { interval: 250 }).toBe(0);
  const bar = page.getByRole('search', { name: t('chat.find.title') });
  await page.keyboard.press('Control+f');
  await bar.waitFor();
  expect(Math.abs((await place()) - before)).toBeLessThan(1);
  await page.keyboard.press('Escape');
  await bar.waitFor({ state: 'detached' });
  expect(Math.abs((await place()) - before)).toBeLessThan(1);
}
