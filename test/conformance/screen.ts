import { fileURLToPath } from 'node:url';
import { servePage } from '../bench/render/served.ts';
import { launchChromium } from '../support/chromium.ts';
import type { Compared } from './compared.ts';
import type { Example } from './gfm.ts';

declare const compare: (markdown: string, html: string) => Promise<Compared>;

/** What Chromium shows for each example. @throws Error where there is no Chromium */
export async function shownInChromium(examples: readonly Example[]): Promise<Compared[]> {
  const browser = await launchChromium();
  try {
    const served = await servePage(fileURLToPath(new URL('.', import.meta.url)));
    try {
      const page = await browser.newPage();
      await page.goto(served.url);
      await page.waitForFunction(() => 'compare' in globalThis);
      return await page.evaluate(async (all) => {
        const results: Compared[] = [];
        for (const { markdown, html } of all) results.push(await compare(markdown, html));
        return results;
      }, examples);
    } finally {
      await served.close();
    }
  } finally {
    await browser.close();
  }
}
