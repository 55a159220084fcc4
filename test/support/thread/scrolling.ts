import { setTimeout as rest } from 'node:timers/promises';
import type { Locator } from 'playwright';
import { expect } from 'vitest';
import type { Window } from '../../e2e/support/window.ts';
import { seeded } from '../files/seeded.ts';
import { begin, delta, type FakeGenai, type Script } from '../servers/fake-genai.ts';
import { oneOf, randomAnswer, randomPieces } from './answers.ts';
import { watchFrames } from './frames.ts';

/** Pixels that places may be off by rounding. */
const rounding = 1.5;

/** Streams a text in random pieces, at the pace of a model. */
function streams(random: () => number, text: string): Script {
  const pace = oneOf(random, [0, 5, 30, 80]);
  return async (response) => {
    begin(response);
    delta(response, { role: 'assistant', content: '' });
    for (const piece of randomPieces(random, text)) {
      delta(response, { content: piece });
      await rest(random() * pace);
    }
    delta(response, {}, 'stop');
    response.end('data: [DONE]\n\n');
  };
}

export interface Chat {
  readonly window: Window;
  readonly fake: FakeGenai;
  /** Makes the view another size. */
  resize(width: number, height: number): Promise<void>;
}

/** The thread on screen. */
export const threadOf = ({ page, t }: Window): Locator =>
  page.getByRole('log', { name: t('chat.thread') });

/** Asks, with the answer that the service is to give. */
export async function ask({ window, fake }: Chat, random: () => number, text: string) {
  const { page, t } = window;
  const before = fake.requests.length;
  fake.queue(streams(random, text));
  await page.getByRole('textbox', { name: t('chat.composer.label'), exact: true }).fill('Go on');
  await page.keyboard.press('Enter');
  await expect.poll(() => fake.requests.length).toBeGreaterThan(before);
}

async function idle({ page, t }: Window): Promise<void> {
  await page
    .getByRole('button', { name: t('chat.composer.stop'), exact: true })
    .waitFor({ state: 'detached' });
  await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0);
}

/** While the end is followed it is in view in every frame, whatever the answer and the size of the view. */
export async function followsEnd(chat: Chat, seed: number): Promise<void> {
  const random = seeded(seed);
  const { window } = chat;
  const log = threadOf(window);
  await chat.resize(760 + Math.floor(random() * 640), 480 + Math.floor(random() * 420));
  await ask(chat, random, randomAnswer(random));
  const watch = await watchFrames(log, 'end');
  if (random() < 0.5) {
    await watch.frames(10);
    await chat.resize(760 + Math.floor(random() * 640), 480 + Math.floor(random() * 420));
  }
  await idle(window);
  await watch.frames(40);
  const frames = await watch.stop();
  const off = frames.map(({ bottom, height }) => Math.round(bottom - height));
  expect(
    off.filter((pixels) => pixels > rounding),
    `seed ${seed}: pixels of the end below the view`,
  ).toEqual([]);
  expect(frames.length).toBeGreaterThan(20);
}

/** While something is read, it stays where it is in every frame, whatever comes below and ends. */
export async function keepsReading(chat: Chat, seed: number): Promise<void> {
  const random = seeded(seed);
  const { window } = chat;
  const { page, t } = window;
  const log = threadOf(window);
  await chat.resize(760 + Math.floor(random() * 640), 480 + Math.floor(random() * 420));
  await ask(chat, random, `${randomAnswer(random)}\n\n${randomAnswer(random)}`);
  const view = await log.boundingBox();
  if (view === null) throw new Error('no view');
  await page.mouse.move(view.x + view.width / 2, view.y + view.height / 2);
  const before = await watchFrames(log, 'end');
  await before.frames(oneOf(random, [3, 10, 30]));
  // near the end too
  const most = oneOf(random, [60, 2_500]);
  await page.mouse.wheel(0, -60 - Math.floor(random() * most));
  await page.getByRole('button', { name: t('chat.toEnd') }).waitFor();
  await before.frames(15);
  await before.stop();
  const watch = await watchFrames(log, 'reading');
  await watch.frames(5);
  if (random() < 0.5) {
    // the composer grows into the view
    await page
      .getByRole('textbox', { name: t('chat.composer.label'), exact: true })
      .fill('a\nb\nc\nd');
  }
  await idle(window);
  await watch.frames(40);
  const tops = (await watch.stop()).map(({ top }) => Math.round(top * 2) / 2);
  const [first = Number.NaN] = tops;
  expect(
    tops.filter((top) => !(Math.abs(top - first) <= rounding)),
    `seed ${seed}: what is read stood at ${first}`,
  ).toEqual([]);
  await page.getByRole('textbox', { name: t('chat.composer.label'), exact: true }).fill('');
  await page.getByRole('button', { name: t('chat.toEnd') }).click();
}

/** The wheel moves what is read by as much as it is turned, whatever comes into view and is higher than guessed. */
export async function turnsWheel(chat: Chat, seed: number): Promise<void> {
  const random = seeded(seed);
  const { page } = chat.window;
  const log = threadOf(chat.window);
  await log.hover();
  for (let turn = 0; turn < 12; turn += 1) {
    if (await log.evaluate((view) => view.scrollTop < view.clientHeight)) return;
    const watch = await watchFrames(log, 'reading');
    const before = await watch.frames(2);
    // down to the lower edge of the view, to its lowest third as often as not
    const most = Math.max(20, before.height - before.top - 60);
    const share = random() < 0.5 ? random() : 0.7 + 0.3 * random();
    const turned = Math.round(20 + share * most);
    // at once, or fast
    const steps = oneOf(random, [1, 1, 2, 3]);
    for (let step = 0; step < steps; step += 1) {
      const done = Math.round((turned * step) / steps);
      await page.mouse.wheel(0, done - Math.round((turned * (step + 1)) / steps));
    }
    const after = await watch.frames(15);
    const left = await watch.left();
    const moves = (await watch.stop()).map(({ top }) => Math.round(top - before.top));
    const what = `seed ${seed}, turn ${turn}: turned by ${turned}, moved by ${moves.join(' ')} ${left}`;
    expect(Math.abs(after.top - before.top - turned), what).toBeLessThanOrEqual(rounding);
    const steady = moves.every((move, at) => move >= (moves[at - 1] ?? 0) - rounding);
    expect(steady && Math.max(...moves) <= turned + rounding, what).toBe(true);
  }
}

/** A message that is sent from a place above is in view, with everything that comes of it. */
export async function showsWhatIsSent(chat: Chat, seed: number): Promise<void> {
  const random = seeded(seed);
  const { page, t } = chat.window;
  const log = threadOf(chat.window);
  await log.hover();
  await page.mouse.wheel(0, -1_500);
  await page.getByRole('button', { name: t('chat.toEnd') }).waitFor();
  const asked = chat.fake.requests.length;
  const field = page.getByRole('textbox', { name: t('chat.composer.label'), exact: true });
  chat.fake.queue(streams(random, randomAnswer(random)));
  await field.fill(`A question of seed ${seed}`);
  await page.keyboard.press('Enter');
  // not for the question: a long answer may have taken it out of view already
  await page.getByRole('button', { name: t('chat.toEnd') }).waitFor({ state: 'detached' });
  const watch = await watchFrames(log, 'end');
  await expect.poll(() => chat.fake.requests.length).toBeGreaterThan(asked);
  await idle(chat.window);
  await watch.frames(20);
  const off = (await watch.stop()).map(({ bottom, height }) => Math.round(bottom - height));
  expect(
    off.filter((pixels) => pixels > rounding),
    `seed ${seed}: ${off.join(' ')}`,
  ).toEqual([]);
}

/** Of answers side by side, the one that is gone on with stays where it is. */
export async function goesOnWithOne(chat: Chat): Promise<void> {
  const { page, t } = chat.window;
  const log = threadOf(chat.window);
  const buttons = log.getByRole('button', { name: t('conversations.several.goOn') });
  await buttons.waitFor();
  await idle(chat.window);
  await log.hover();
  await page.mouse.wheel(0, 20_000);
  await page.getByRole('button', { name: t('chat.toEnd') }).waitFor({ state: 'detached' });
  await page.mouse.wheel(0, -60);
  await page.getByRole('button', { name: t('chat.toEnd') }).waitFor();
  const before = await watchFrames(log, 'reading');
  await before.frames(5);
  const other = log
    .locator('li[data-message]')
    .filter({ has: page.getByRole('button', { name: t('conversations.several.goOn') }) });
  const id = await other.getAttribute('data-message');
  await buttons.click();
  await expect.poll(() => other.getAttribute('data-message')).not.toBe(id);
  await before.frames(20);
  const tops = (await before.stop()).map(({ top: at }) => Math.round(at));
  expect([...new Set(tops)], 'where what is read stood').toHaveLength(1);
}
