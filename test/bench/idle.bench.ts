/** What main takes while nobody does anything, with the demo in it and a window open (goal: under 1 % of a core). */
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { launchChromium } from '../support/chromium.ts';
import { cpuSeconds, memory, wakeUps } from '../support/processes/process-use.ts';
import { startApp } from '../support/processes/running-app.ts';

/** What the start leaves behind ends half a minute after it. */
const startSeconds = 35;
const seconds = 60;

const dataFolder = join(tmpdir(), `bench-idle-${process.pid}`);
const app = await startApp({ dataFolder, demo: true });
const browser = await launchChromium();
try {
  const page = await browser.newPage();
  await page.goto(app.url);
  await page.getByRole('button', { name: 'cpu-main', exact: true }).waitFor();
  await delay(startSeconds * 1000);
  const { pid } = app.process;
  if (pid === undefined) throw new Error('the app has no process');
  const before = { cpu: cpuSeconds(pid), woken: wakeUps(pid), at: performance.now() };
  await delay(seconds * 1000);
  const time = (performance.now() - before.at) / 1000;
  const print = (metric: string, unit: string, ours: number) =>
    console.log(
      JSON.stringify({
        bench: 'idle',
        metric,
        unit,
        ours,
        peer: null,
        peerName: null,
        ratio: null,
      }),
    );
  print('processor', '%', (100 * (cpuSeconds(pid) - before.cpu)) / time);
  print('woken', '1/s', (wakeUps(pid) - before.woken) / time);
  print('resident', 'MB', memory(pid).resident / 1024 ** 2);
} finally {
  await browser.close();
  await app.stop();
  await rm(dataFolder, { recursive: true, force: true });
}
