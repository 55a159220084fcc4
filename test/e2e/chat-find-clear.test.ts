import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { conversationOf, prepareFolder } from '../support/files/prepared-folder.ts';
import { startApp } from '../support/processes/running-app.ts';
import { openWindow } from './support/window.ts';

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
      // all of the bar can be reached, its button that closes it too
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
