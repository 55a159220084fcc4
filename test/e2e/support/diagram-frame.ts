import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Frame, Page } from 'playwright';

/** The frame of diagrams, as the app makes it, with nothing to draw. */
export async function openDiagramFrame(page: Page): Promise<Frame> {
  const folder = fileURLToPath(new URL('../../../dist/renderer/assets', import.meta.url));
  const [name] = readdirSync(folder).filter((file) => /^diagram-[0-9a-f]+\.html$/.test(file));
  if (name === undefined) throw new Error('the build has no frame of diagrams');
  await page.evaluate((src) => {
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.src = src;
    document.body.append(frame);
  }, `./assets/${name}`);
  return contentOf(page, 'iframe');
}

export async function contentOf(within: Page | Frame, selector: string): Promise<Frame> {
  const handle = await within.waitForSelector(selector, { state: 'attached' });
  const frame = await handle.contentFrame();
  if (frame === null) throw new Error(`${selector} shows nothing`);
  await frame.waitForLoadState();
  return frame;
}
