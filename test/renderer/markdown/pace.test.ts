// @vitest-environment jsdom
import { expect, it, onTestFinished, vi } from 'vitest';
import { begin } from './shown.ts';

const layout = 20;

/** A page in which laying out takes a while, by a clock that only goes on when it is told to. */
function slowPage() {
  vi.useFakeTimers({
    toFake: [
      'performance',
      'setTimeout',
      'clearTimeout',
      'requestAnimationFrame',
      'cancelAnimationFrame',
    ],
  });
  const port = { onmessage: null as (() => void) | null, close: () => undefined };
  class Channel {
    readonly port1 = { ...port };
    readonly port2 = {
      postMessage: () => {
        // between a frame's script and this lies its layout
        setTimeout(() => this.port1.onmessage?.(), layout);
      },
    };
  }
  vi.stubGlobal('MessageChannel', Channel);
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}

it('a growing text whose layout takes long takes no more than 15 % of the time', async () => {
  slowPage();
  const { session, host } = begin();
  let shown = 0;
  let before = '';
  let text = '';
  for (let at = 0; at < 10_000; at += 20) {
    text += `word ${at} `;
    session.update(text, true);
    await vi.advanceTimersByTimeAsync(20);
    if (host.textContent !== before) shown += 1;
    before = host.textContent ?? '';
  }
  expect(shown * layout).toBeLessThan(10_000 * 0.15);
  // it goes on growing
  expect(shown).toBeGreaterThan(20);
  // and its end waits for nothing
  session.update(`${text}last`, false);
  expect(host.textContent).toMatch(/last$/);
});

it.each([
  ['paragraphs', 'some words of a paragraph\n\n'.repeat(460)],
  ['elements of one line of HTML', `<div>${'<b>a</b> '.repeat(1_300)}`],
])('%s that came at once while a text grows are drawn in several frames', async (_, text) => {
  slowPage();
  const { session, host } = begin();
  const counted = () => host.querySelectorAll('p, b').length;
  session.update(text, true);
  let most = counted();
  for (let frame = 0; frame < 60; frame += 1) {
    const before = counted();
    await vi.advanceTimersByTimeAsync(16);
    most = Math.max(most, counted() - before);
  }
  session.update(text, false);
  await vi.advanceTimersByTimeAsync(1_000);
  const all = counted();
  expect(all).toBeGreaterThanOrEqual(460);
  expect(most).toBeLessThan(all * 0.75);
});

it('a text that comes quickly is shown as quickly, and its end has little left to draw', async () => {
  slowPage();
  const { session, host } = begin();
  const paragraph = 'a few words of a paragraph\n\n';
  const shown = () => host.querySelectorAll('p').length * paragraph.length;
  let text = '';
  let late = 0;
  // 64 KB a second
  for (let at = 0; at < 4_000; at += 20) {
    text += paragraph.repeat(
      Math.floor((65_536 * (at + 20)) / 1_000 / paragraph.length - text.length / paragraph.length),
    );
    session.update(text, true);
    await vi.advanceTimersByTimeAsync(20);
    late = Math.max(late, text.length - shown());
  }
  expect(late).toBeLessThan(24_000);
});

it('the frame that shows a typed letter draws nothing else', async () => {
  slowPage();
  const { session, host } = begin();
  const shown = () => host.querySelectorAll('p').length;
  session.update('some words of a paragraph\n\n'.repeat(2_000), true);
  await vi.advanceTimersByTimeAsync(64);
  const before = shown();
  dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));
  await vi.advanceTimersByTimeAsync(16);
  expect(shown()).toBe(before);
  await vi.advanceTimersByTimeAsync(32);
  expect(shown()).toBeGreaterThan(before);
  session.close();
});
