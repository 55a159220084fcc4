import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { builds } from '../../vite.config.ts';
import { expectAccessible } from '../support/axe.ts';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { startApp } from '../support/processes/running-app.ts';
import { openSection } from '../support/settings-section.ts';
import { createThemes, languagesIn } from './support/looks.ts';
import { openWindow } from './support/window.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const dist = fileURLToPath(new URL('../../dist', import.meta.url));

/** Packages of which the builds say that something is in them. */
function bundled(): string[] {
  const found = new Set<string>();
  for (const name of Object.keys(builds)) {
    const list = readFileSync(`${dist}/.${name}.files.json`, 'utf8');
    for (const id of JSON.parse(list) as string[]) {
      const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id) ?? [];
      if (name !== undefined) found.add(name);
    }
  }
  return [...found];
}

test.each(languagesIn('ja'))(
  'Settings shows the licence of everything that ships, in %s',
  async (language) => {
    const app = await startApp({ dataFolder: testFolder(), demo: true });
    onTestFinished(() => app.stop());
    const folder = `licences-${language}`;
    const window = await openWindow({ browser, url: app.url, folder, language });
    const { page, t, picture } = window;
    await window.goTo('settings');
    await openSection(page, 'about');
    await page.getByRole('button', { name: t('settings.licences.open'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(t('settings.licences.text')).waitFor();
    const rows = dialog.getByRole('listitem').getByRole('button');
    await rows.first().waitFor();
    const names = await rows
      .locator('span')
      .first()
      .evaluate((first) =>
        [...(first.closest('ul')?.querySelectorAll('li > button > span:first-of-type') ?? [])].map(
          ({ textContent }) => textContent,
        ),
      );
    const inside = ['core-js', 'langium', 'llhttp', 'tailwindcss', 'rolldown', 'koa-compose'];
    const ours = Object.keys(packageJson.dependencies).filter((name) => bundled().includes(name));
    expect(ours.length).toBeGreaterThan(20);
    expect([...bundled(), ...inside].filter((name) => !names.includes(name))).toEqual([]);

    const themes = createThemes();
    for (const [width, height] of [
      [1280, 800],
      [960, 640],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const colorScheme of themes()) {
        await page.emulateMedia({ colorScheme });
        await expectAccessible(page, `the list, ${width}, ${colorScheme}`, '[role=dialog]');
        await picture(`list-${width}-${colorScheme}`);
      }
    }
    const search = dialog.getByRole('searchbox', { name: t('settings.licences.search') });
    await search.fill('mit  PDFjs');
    await dialog.getByText(t('settings.licences.none')).waitFor();
    await search.fill('apache pdfjs');
    await expect.poll(() => rows.count()).toBe(1);
    await rows.first().click();
    const text = dialog.locator('pre');
    // the package's own, and those of the fonts and character maps that it brings
    await dialog.getByText('Apache License').first().waitFor();
    expect(await text.textContent()).toMatch(/LIBERATION font software[\s\S]*Louvain/);
    await picture('one');
    await rows.first().click();
    expect(await text.isVisible()).toBe(false);
  },
);
