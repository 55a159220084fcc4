import type { ServerResponse } from 'node:http';
import type { Browser, CDPSession, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withResolvers } from '../../main/base/async/with-resolvers.ts';
import { launchChromium } from '../support/chromium.ts';
import { patience } from '../support/patience.ts';
import { begin, delta } from '../support/servers/fake-genai.ts';
import { openScriptedChat } from './support/scripted-service.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

async function layouts(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'LayoutCount')?.value ?? Number.NaN;
}

const frames = (page: Page, count: number): Promise<void> =>
  page.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        let left = wanted;
        const next = () => {
          left -= 1;
          if (left < 0) resolve();
          else requestAnimationFrame(next);
        };
        next();
      }),
    count,
  );

test('frames in which nothing visible changed do no layout: of a silent answer, and of one that thinks folded', async () => {
  const chat = await openScriptedChat(browser, { language: 'en', theme: 'light' });
  const { page, t, fake, log } = chat;
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('Network.enable');
  let received = '';
  session.on('Network.webSocketFrameReceived', ({ response }) => {
    received += response.payloadData;
  });
  /** Until nothing is left to do of what came before. */
  const still = () =>
    expect
      .poll(
        async () => {
          const before = await layouts(session);
          await frames(page, 30);
          return (await layouts(session)) - before;
        },
        { timeout: patience(20_000) },
      )
      .toBe(0);
  const begun = withResolvers<ServerResponse>();
  fake.queue((response) => {
    begin(response);
    begun.resolve(response);
  });
  await chat.send('think');
  const answer = await begun.promise;

  delta(answer, { reasoning_content: 'thought 0' });
  await log.getByRole('button', { name: t('chat.reasoning.running') }).waitFor();
  await still();
  const thinking = await layouts(session);
  for (let at = 1; at <= 20; at += 1) {
    delta(answer, { reasoning_content: ` and thought ${at}.` });
    await expect
      .poll(() => received.includes(`thought ${at}.`), { timeout: patience(10_000) })
      .toBe(true);
    await frames(page, 3);
  }
  expect(await layouts(session)).toBe(thinking);

  delta(answer, { content: 'One paragraph, and then nothing for a while.' });
  await log.getByText('One paragraph, and then nothing for a while.').waitFor();
  await still();
  const silent = await layouts(session);
  // what is seen to change is laid out
  expect(silent).toBeGreaterThan(thinking);
  for (let at = 0; at < 20; at += 1) {
    answer.write(': still here\n\n');
    delta(answer, { content: '' });
    await frames(page, 6);
  }
  expect(await layouts(session)).toBe(silent);

  delta(answer, {}, 'stop');
  answer.end('data: [DONE]\n\n');
  await chat.idle();
});
