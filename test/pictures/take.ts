import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import { callOf } from '../e2e/support/page-calls.ts';
import { launchChromium } from '../support/chromium.ts';
import { patience } from '../support/patience.ts';
import { startApp } from '../support/processes/running-app.ts';
import { type Language, readTexts } from '../tour/texts.ts';
import { pictures } from './list.ts';

/** npm run pictures [-- NAME...]: takes the pictures of the guide and of README.md from the demo, all or those named. */
const folder = fileURLToPath(new URL('../../guide/pictures/', import.meta.url));
const names = process.argv.slice(2);
const wanted = pictures.filter(({ name }) => names.length === 0 || names.includes(name));
const taken: string[] = [];
const size = { width: 1280, height: 800 };

async function takeAll(page: Page, language: Language): Promise<void> {
  const t = readTexts(language);
  for (const { name, screen, show, clip } of wanted) {
    await page.evaluate((to) => {
      location.hash = to;
    }, `#/${screen}`);
    await page.getByRole('main', { name: t(`frame.screens.${screen}`) }).waitFor();
    await show({ page, t, language });
    // nothing under the pointer is lit up
    await page.mouse.move(size.width - 1, size.height - 1);
    for (const theme of ['light', 'dark'] as const) {
      await callOf(page, 'settings.update', { theme });
      await page.locator(`html[data-theme=${theme}]`).waitFor();
      const path = `${folder}${name}-${language}-${theme}.png`;
      taken.push(path);
      await page.screenshot({
        path,
        clip: { x: 0, y: 0, ...size, ...clip },
        animations: 'disabled',
        caret: 'hide',
      });
      console.log(`${name}, ${language}, ${theme}`);
    }
    await callOf(page, 'settings.update', { theme: 'light' });
    await page.keyboard.press('Escape');
  }
}

const build = fileURLToPath(new URL('../../scripts/build.ts', import.meta.url));
const built = spawnSync(process.execPath, [build, '--if-stale'], { stdio: 'inherit' });
if (built.status !== 0) throw new Error('the app could not be built');

const browser = await launchChromium();

/** Takes the pictures of one language: of an app of its own, so that nothing in them is of the other language. */
async function takeLanguage(language: Language): Promise<void> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'compute-desk-'));
  const app = await startApp({ dataFolder, demo: true });
  const context = await browser.newContext({
    viewport: size,
    reducedMotion: 'reduce',
    permissions: ['notifications'],
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(patience(60_000));
    await page.goto(app.url);
    await callOf(page, 'settings.update', { language });
    await page.locator(`html[lang=${language}]`).waitFor();
    // the demo's system comes after the first page; before it, no screen of a system is shown
    await page.getByRole('main', { name: readTexts(language)('frame.screens.machines') }).waitFor();
    await takeAll(page, language);
  } finally {
    await context.close();
    await app.stop();
    await rm(dataFolder, { recursive: true, force: true });
  }
}

try {
  for (const language of ['en', 'ja'] as const) await takeLanguage(language);
} finally {
  await browser.close();
}
// Chromium packs loosely; a test limits their size, because they ship with the app
const flags = ['--nofs', '--speed', '1', '--strip', '--force', '--ext', '.png'];
const packed = spawnSync('pngquant', [...flags, ...taken]);
if (packed.status !== 0)
  console.log('pngquant is not installed: the pictures are three times as large');
