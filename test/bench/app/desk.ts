import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright';
import { callOf } from '../../e2e/support/page-calls.ts';
import { launchChromium } from '../../support/chromium.ts';
import {
  conversationOf,
  preparedSystemId,
  prepareFolder,
} from '../../support/files/prepared-folder.ts';
import { startApp } from '../../support/processes/running-app.ts';
import {
  begin,
  delta,
  type FakeGenai,
  type Script,
  startFakeGenai,
} from '../../support/servers/fake-genai.ts';

/** What Chromium counts of the page; times in s. */
export type Counts = ReadonlyMap<string, number>;

/** The built app in Chromium under the web host, on its chat screen, with a service that answers as told. */
export interface Desk {
  readonly page: Page;
  readonly session: CDPSession;
  readonly service: FakeGenai;
  /** Times are processor time of the page's main thread. */
  cpu(): Promise<Counts>;
  /** The same by the clock. */
  clock(): Promise<Counts>;
  /** Sends a message in a new conversation, and resolves with the begin of its answer. */
  ask(answer: Script): Promise<void>;
  /** The answer has ended. */
  ended(): Promise<void>;
  close(): Promise<void>;
}

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Sends a text in pieces, so many characters a second. */
export function speaks(text: string, charactersPerSecond: number): Script {
  const piece = Math.ceil(charactersPerSecond / 200);
  return async (response) => {
    begin(response);
    const started = performance.now();
    for (let at = 0; at < text.length && !response.destroyed; at += piece) {
      delta(response, { content: text.slice(at, at + piece) });
      const due = started + (at / charactersPerSecond) * 1000 - performance.now();
      if (due > 0) await sleep(due);
      if (response.writableNeedDrain) {
        await new Promise((resolve) => response.once('drain', resolve).once('close', resolve));
      }
    }
    delta(response, {}, 'stop');
    response.end('data: [DONE]\n\n');
  };
}

/** The same session cannot count by both. */
async function countsOf(page: Page, timeDomain: 'threadTicks' | 'timeTicks') {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain });
  const counts = async (): Promise<Counts> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return new Map(metrics.map(({ name, value }) => [name, value]));
  };
  return { session, counts };
}

export async function openDesk(): Promise<Desk> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-app-'));
  const service = await startFakeGenai();
  prepareFolder(folder, service.url, conversationOf('talk', 20));
  const app = await startApp({ dataFolder: folder, env: { COMPUTE_DESK_VALIDATE_OUTPUT: '' } });
  const browser = await launchChromium();
  const viewport = { width: 1280, height: 800 };
  const page = await browser.newPage({ viewport, locale: 'en-GB' });
  await page.goto(app.url);
  await callOf(page, 'vault.setPassphrase', { passphrase: 'of this bench' });
  const key = { systemId: preparedSystemId, name: 'project', key: 'sk-bench-000000000001111' };
  await callOf(page, 'genai.addKey', key);
  await page.evaluate(() => {
    location.hash = '#/chat/talk';
  });
  await page
    .getByRole('log')
    .getByText(/^Question 18/)
    .waitFor();
  const cpu = await countsOf(page, 'threadTicks');
  const clock = await countsOf(page, 'timeTicks');
  // by its role it would be looked for anew every half second among all elements, in the page: 86 ms at 8,500 of them
  const stop = page.locator('form button[aria-label="Stop"]');

  return {
    page,
    session: cpu.session,
    service,
    cpu: cpu.counts,
    clock: clock.counts,
    async ask(answer) {
      service.queue(answer);
      await page.evaluate(() => {
        location.hash = '#/chat';
      });
      await page.getByRole('heading', { level: 2, name: 'New conversation' }).waitFor();
      await page.locator('textarea').fill('Go on');
      await page.keyboard.press('Enter');
      await page.getByRole('log').getByRole('article').last().waitFor();
      await stop.waitFor();
    },
    ended: () => stop.waitFor({ state: 'detached', timeout: 120_000 }),
    async close() {
      await browser.close();
      await app.stop();
      await service.close();
      await rm(folder, { recursive: true });
    },
  };
}
