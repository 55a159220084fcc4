import type { Page } from 'playwright';
import { launchChromium } from '../../support/chromium.ts';
import { type MachinesApp, nextCheck, type Report, saying, startMachines } from './app.ts';
import { framesDuring } from './frames.ts';

/** Whatever the machine shows a second where nothing goes on is the most that can be: 60. */
const framesGoal = 55;
const paintGoal = 200;
const rounds = 9;

/** The Machines screen of the built app in Chromium. */
async function onScreen(app: MachinesApp, measure: (page: Page) => Promise<void>): Promise<void> {
  const browser = await launchChromium();
  try {
    const viewport = { width: 1280, height: 800 };
    const page = await browser.newPage({ viewport, locale: 'en-GB' });
    await page.goto(app.url);
    await page.getByRole('slider').first().waitFor();
    await measure(page);
  } finally {
    await browser.close();
    await app.close();
  }
}

/** 5,000 machines: frames a second while they are scrolled, while all change, and both at once. */
export async function measureFrames(report: Report): Promise<void> {
  const count = 5000;
  const app = await startMachines(count);
  await onScreen(app, async (page) => {
    const session = await page.context().newCDPSession(page);
    /** As by a finger, to and fro: 4,000 px a second. */
    const scroll = async (seconds: number): Promise<void> => {
      for (let left = seconds; left > 0; left -= 2) {
        await session.send('Input.synthesizeScrollGesture', {
          ...{ x: 640, y: 500, speed: 4000, gestureSourceType: 'mouse' },
          yDistance: left % 4 === 0 ? 8000 : -8000,
        });
      }
    };
    /** Every machine has another state with each check. */
    const changing = async (checks: number): Promise<void> => {
      for (let check = 0; check < checks; check++) {
        app.place.say(saying(count, (n) => ((n + check) % 2 === 0 ? 'degraded' : 'OK')));
        await nextCheck(app.place);
      }
      await page.waitForTimeout(2000);
    };
    for (const [what, work] of [
      ['while nothing goes on', () => page.waitForTimeout(4000)],
      ['while they are scrolled', () => scroll(6)],
      ['while all change', () => changing(3)],
      ['while all change and are scrolled', () => Promise.all([changing(2), scroll(18)])],
    ] as const) {
      await nextCheck(app.place);
      await page.waitForTimeout(2000);
      const { all, worst, longest } = await framesDuring(page, work);
      const name = `5,000 machines on screen, ${what}`;
      report(`${name}: frames`, 'a second', all, framesGoal);
      report(`${name}: frames in the worst second`, 'a second', worst, framesGoal);
      report(`${name}: between two frames, at most`, 'ms', longest);
    }
  });
}

/** Runs in the page: notes how long it takes from a press until all rows in view are of days, and painted. */
function watchPress(): void {
  const pressed = window as unknown as { painted: number | null };
  pressed.painted = null;
  const begin = ({ timeStamp }: Event): void => {
    const look = (): void => {
      const bars = [...document.querySelectorAll('[role=slider]')];
      const rows = [...document.querySelectorAll('tr[aria-rowindex]')];
      const areByDay = bars.length > 10 && bars.every((bar) => Number(bar.ariaValueMax) >= 88);
      // with a bar and its availability each
      if (!areByDay || !rows.every((row) => row.textContent?.includes('%'))) {
        requestAnimationFrame(look);
        return;
      }
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        pressed.painted = performance.now() - timeStamp;
        channel.port1.close();
      };
      channel.port2.postMessage(null);
    };
    requestAnimationFrame(look);
  };
  addEventListener('pointerdown', begin, { capture: true, once: true });
}

/** 500 machines with a year: from the press on "90 days" to the frame that shows all bars in view. */
export async function measurePress(report: Report): Promise<void> {
  const app = await startMachines(500, { year: true });
  await onScreen(app, async (page) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    /** Seconds of processor time. */
    const spent = async () => {
      const { metrics } = await session.send('Performance.getMetrics');
      const task = metrics.find((metric) => metric.name === 'TaskDuration');
      return { page: task?.value ?? Number.NaN, app: app.cpu().all };
    };
    const times: number[] = [];
    const cpu = { page: 0, app: 0 };
    for (let round = 0; round < rounds; round++) {
      await page.getByRole('radio', { name: '24 h', exact: true }).click();
      await page.waitForTimeout(1500);
      await page.evaluate(watchPress);
      const before = await spent();
      await page.getByRole('radio', { name: '90 d', exact: true }).click();
      const painted = await page.waitForFunction(
        () => (window as unknown as { painted: number | null }).painted,
      );
      times.push((await painted.jsonValue()) ?? Number.NaN);
      const after = await spent();
      cpu.page += (after.page - before.page) / rounds;
      cpu.app += (after.app - before.app) / rounds;
    }
    times.sort((a, b) => a - b);
    const name = '90 days of 500 machines, from press to paint';
    report(name, 'ms', times[Math.floor(rounds / 2)] ?? Number.NaN, paintGoal);
    report(`${name}, at best`, 'ms', times[0] ?? Number.NaN, paintGoal);
    report(`${name}, at worst`, 'ms', times.at(-1) ?? Number.NaN);
    // unlike what a clock tells, this does not grow with what else the machine does
    report(`${name}: processor time of the page`, 'ms', cpu.page * 1000);
    report(`${name}: processor time of the app`, 'ms', cpu.app * 1000);
  });
}
