import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright';
import { expect, onTestFinished } from 'vitest';
import { picture, pictureOfFailure } from '../../support/files/pictures.ts';
import { patience } from '../../support/patience.ts';
import { reportViolations } from '../../support/violations.ts';
import { type Language, readTexts, type Texts } from '../../tour/texts.ts';

/** A browser window on the running app, with the words of its language. */
export interface Window {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly t: Texts;
  /** Keeps a picture under test-results/<folder>/, where pictures are asked for. */
  picture(name: string): Promise<void>;
  /** Keeps one of what is on the screen as the test failed. */
  pictureOfFailure(): Promise<void>;
  /** Goes to a screen by the sidebar. */
  goTo(
    screen: 'machines' | 'chat' | 'clients' | 'certificates' | 'programs' | 'settings',
  ): Promise<void>;
}

/** Opens a browser of its own (what it keeps included) at the address; gone when the test has finished. */
export async function openWindow(options: {
  readonly browser: Browser;
  readonly url: string;
  readonly folder: string;
  readonly language?: Language;
  /** The test does on purpose what the policy of the page or of a frame forbids. */
  readonly violates?: boolean;
}): Promise<Window> {
  const { browser, url, folder, language = 'en', violates = false } = options;
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: language === 'ja' ? 'ja-JP' : 'en-GB',
    reducedMotion: 'reduce',
  });
  onTestFinished(() => context.close());
  const violations = await reportViolations(context);
  onTestFinished(() => {
    if (!violates) expect(violations).toEqual([]);
  });
  const page = await context.newPage();
  page.setDefaultNavigationTimeout(patience(30_000));
  await page.goto(url);
  const window = inWindow(page, folder, language);
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await window.pictureOfFailure();
  });
  return window;
}

/** Another tab at the same place, as by the browser's own command: what the tab keeps goes along. */
export async function duplicate(page: Page): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await page.evaluate(() => {
    window.open(location.href);
  });
  return opened;
}

/** The same means for a further page of a context. */
export function inWindow(page: Page, folder: string, language: Language = 'en'): Window {
  page.setDefaultTimeout(patience(20_000));
  const t = readTexts(language);
  const pictures = fileURLToPath(new URL(`../../../test-results/${folder}`, import.meta.url));
  const sidebar = page.getByRole('navigation', { name: t('frame.navigation') });
  return {
    page,
    context: page.context(),
    t,
    picture: (name) => picture(page, `${pictures}/${name}.png`),
    pictureOfFailure: () => pictureOfFailure(page, `${pictures}/failed.png`),
    async goTo(screen) {
      const name = t(`frame.screens.${screen}`);
      await sidebar.getByText(name, { exact: true }).first().click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
    },
  };
}
