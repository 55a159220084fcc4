/**
 * Blocked time of the page while answers of 128 KB grow in it, against react-markdown and streamdown as
 * shipped, in Chromium: at full speed (64 KB/s, the whole answer) and at 200 tokens/s (800 characters a
 * second, the last part of the answer, where every update costs most). Someone types meanwhile.
 */
import { chromium, type Page } from 'playwright';
import { chromiumOptions } from '../support/chromium.ts';
import { taskTimes, tracedCategories } from './page-tasks.ts';
import { fixtures, length } from './render/fixtures.ts';
import type { Measured, Plan } from './render/page.tsx';
import { servePage } from './render/served.ts';

const paces = {
  'full speed': { before: 0, charactersPerSecond: 65_536 },
  '200 tokens/s': { before: length - 8_000, charactersPerSecond: 800 },
} as const;
const peers = ['react-markdown', 'streamdown'];

const served = await servePage();
const browser = await chromium.launch({
  executablePath: chromiumOptions().executablePath,
  args: ['--no-sandbox'],
});

interface Result extends Measured {
  readonly cpu: readonly number[];
}

async function measure(plan: Plan): Promise<Result> {
  const page = await browser.newPage({ viewport: { width: 1100, height: 800 } });
  await page.goto(served.url);
  await page.waitForFunction(() => typeof window.run === 'function');
  await browser.startTracing(page, { categories: tracedCategories });
  const done = new AbortController();
  const typing = type(page, done.signal);
  const measured = await page.evaluate((one) => window.run(one), plan);
  done.abort();
  const cpu = taskTimes(await browser.stopTracing());
  if (cpu.length === 0) throw new Error('The trace has no tasks of the page');
  await typing;
  const shown = await page.evaluate(() => window.shown());
  if (shown < length / 2) throw new Error(`${plan.renderer} shows ${shown} characters only`);
  await page.close();
  return { ...measured, cpu };
}

async function type(page: Page, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await page.keyboard.press('a');
    await new Promise((resolve) => setTimeout(resolve, 90));
  }
}

const p95 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN;
const round = (value: number): number => Math.round(value * 10) / 10;

function print(metric: string, unit: string, ours: number, peer: number, peerName: string): void {
  const ratio = peer > 0 ? Math.round((ours / peer) * 1e4) / 1e4 : null;
  console.log(
    JSON.stringify({
      bench: 'render',
      metric,
      unit,
      ours: round(ours),
      peer: round(peer),
      peerName,
      ratio,
    }),
  );
}

for (const [paceName, pace] of Object.entries(paces)) {
  for (const fixture of Object.keys(fixtures)) {
    const ours = await measure({ renderer: 'ours', fixture, ...pace });
    for (const peer of peers) {
      const theirs = await measure({ renderer: peer, fixture, ...pace });
      const name = `${fixture}, ${paceName}`;
      print(`${name}: blocked time`, 'ms', ours.blocked, theirs.blocked, peer);
      const over = ({ cpu }: Result) => cpu.reduce((sum, ms) => sum + Math.max(0, ms - 50), 0);
      const most = ({ cpu }: Result) => cpu.reduce((max, ms) => Math.max(max, ms), 0);
      const all = ({ cpu }: Result) => cpu.reduce((sum, ms) => sum + ms, 0);
      print(`${name}: blocked time, CPU`, 'ms', over(ours), over(theirs), peer);
      print(`${name}: longest task, CPU`, 'ms', most(ours), most(theirs), peer);
      print(`${name}: main thread, CPU`, 'ms', all(ours), all(theirs), peer);
      print(`${name}: longest task`, 'ms', ours.longest, theirs.longest, peer);
      print(`${name}: typing, p95`, 'ms', p95(ours.keys), p95(theirs.keys), peer);
    }
  }
}
await browser.close();
await served.close();
