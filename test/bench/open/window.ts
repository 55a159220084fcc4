/**
 * The window's side, in Chromium on the built app under the web host. Times are by the clock, from the
 * press on the conversation's row; beside them the processor time of the page, which other work on the
 * machine does not lengthen as much.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { launchChromium } from '../../support/chromium.ts';
import { conversationOf, prepareFolder } from '../../support/files/prepared-folder.ts';
import { startApp } from '../../support/processes/running-app.ts';
import { taskTimes, tracedCategories } from '../page-tasks.ts';
import type { Print } from './print.ts';
import { countNodes, installProbe } from './probe.ts';

const rounds = 15;
const counts = { long: 10_000, short: 10, other: 10 };
type Id = keyof typeof counts;
/** Goals of the design, section 9. */
const goals = { nodes: 2500, framesPerSecond: 55 };

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

interface Opened {
  readonly clock: number;
  readonly cpu: number;
}

export async function measureWindow(print: Print): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-open-'));
  prepareFolder(
    folder,
    'http://127.0.0.1:9',
    Object.entries(counts).flatMap(([id, count]) => conversationOf(id, count)),
  );
  const app = await startApp({ dataFolder: folder, env: { COMPUTE_DESK_VALIDATE_OUTPUT: '' } });
  const browser = await launchChromium();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.addInitScript(installProbe);
  await page.goto(app.url);
  await page.getByRole('navigation').first().waitFor();
  await page.evaluate(() => {
    location.hash = '#/chat/other';
  });
  await page.locator('[data-row="long"]').waitFor();

  const spent: Record<'long' | 'short', Opened[]> = { long: [], short: [] };
  for (let round = -2; round < rounds; round += 1) {
    for (const id of ['short', 'long'] as const) {
      const opened = await open(page, id);
      if (round >= 0) spent[id].push(opened);
      await open(page, 'other');
    }
  }
  for (const kind of ['clock', 'cpu'] as const) {
    const [ours, peer] = [spent.long, spent.short].map((all) =>
      median(all.map((one) => one[kind])),
    ) as [number, number];
    const metric = kind === 'clock' ? 'press to last message drawn' : 'the same, CPU of the page';
    print('ms', `window: ${metric}, 10,000 messages`, ours, peer, '10 messages');
  }

  await open(page, 'long');
  let nodes = await page.evaluate(countNodes);
  for (const { name, speed, seconds } of [
    { name: 'quickly, 6,000 pixels a second', speed: 6_000, seconds: 6 },
    { name: 'from end to end', speed: 0, seconds: 8 },
  ]) {
    const result = await scroll(page, speed, seconds);
    nodes = Math.max(nodes, result.nodes);
    const { framesPerSecond } = result;
    const metric = `window: scrolling ${name}`;
    print('frames/s', metric, framesPerSecond, goals.framesPerSecond, 'goal, at least');
    print('ms', `${metric}, CPU of the page a frame`, result.cpu, 1000 / 60, 'a frame of 60 Hz');
  }
  print('nodes', 'window: DOM nodes, most', nodes, goals.nodes, 'goal, below');
  await browser.close();
  await app.stop();
  await rm(folder, { recursive: true });
}

/** Presses a row of the list and waits for the last message to stand still at the end of the view. */
async function open(page: Page, id: Id): Promise<Opened> {
  const browser = page.context().browser();
  await browser?.startTracing(page, { categories: tracedCategories });
  const last = `${id}-${counts[id] - 1}`;
  const drawn = page.evaluate((messageId) => window.probe.drawn(messageId), last);
  await page.locator(`[data-row="${id}"]`).click();
  const clock = await drawn;
  const trace = await browser?.stopTracing();
  const tasks = trace === undefined ? [] : taskTimes(trace);
  return { clock, cpu: tasks.reduce((sum, ms) => sum + ms, 0) };
}

interface Scrolled {
  readonly framesPerSecond: number;
  /** Processor time of the page, ms a frame. */
  readonly cpu: number;
  readonly nodes: number;
}

/**
 * Turns the wheel for some seconds, upwards from the end, as often as the page takes it.
 * @param speed pixels a second; 0: what it takes to pass the whole conversation in the time
 */
async function scroll(page: Page, speed: number, seconds: number): Promise<Scrolled> {
  const browser = page.context().browser();
  const view = page.getByRole('log');
  await view.press('End');
  await view.hover();
  const height = await view.evaluate((element) => element.scrollHeight);
  const perSecond = speed > 0 ? speed : (1.1 * height) / seconds;
  await browser?.startTracing(page, { categories: tracedCategories });
  const counting = page.evaluate((ms) => window.probe.frames(ms), seconds * 1000);
  const start = performance.now();
  for (let last = start; last - start < seconds * 1000; ) {
    const now = performance.now();
    await page.mouse.wheel(0, (-perSecond * (now - last)) / 1000);
    last = now;
    const rest = now + 1000 / 60 - performance.now();
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
  }
  const { frames, ms, passed } = await counting;
  const trace = await browser?.stopTracing();
  const least = 0.8 * Math.min(height, perSecond * seconds);
  if (passed < least) throw new Error(`only ${passed} pixels of ${least} were passed`);
  const cpu = (trace === undefined ? [] : taskTimes(trace)).reduce((sum, one) => sum + one, 0);
  return {
    framesPerSecond: (frames * 1000) / ms,
    cpu: cpu / frames,
    nodes: await page.evaluate(countNodes),
  };
}
