// @vitest-environment jsdom
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Request, Response } from '../../../renderer/markdown/code/protocol.ts';
import { codeOf } from '../../../renderer/markdown/view/code.ts';
import { afterPaint, nextFrame } from '../../../renderer/markdown/work.ts';
import { patience } from '../../support/patience.ts';
import { begin, show } from './shown.ts';

afterEach(() => vi.unstubAllGlobals());

/** Colours every word of a line, as the worker of the page would many. */
class ColouringWorker extends EventTarget {
  postMessage({ id, lines }: Request): void {
    const coloured = lines.map((line) => line.split(/(?<= )/).flatMap(({ length }) => [length, 1]));
    const data: Response = { id, lines: coloured };
    setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data })));
  }
  terminate(): void {
    // nothing runs
  }
}

const soon = (value: () => number) => expect.poll(value, { timeout: patience(10_000) });

/** What the browser would tell: the test says what comes in view. */
class Watch {
  static readonly seen: Element[] = [];
  static tell: (target: Element, isIntersecting: boolean) => void = () => undefined;
  constructor(told: (entries: readonly object[]) => void) {
    Watch.tell = (target, isIntersecting) => told([{ target, isIntersecting }]);
  }
  observe(element: Element): void {
    Watch.seen.push(element);
    Watch.tell(element, false);
  }
}

test('of a code block of 128 KB only what is near the view is elements; all of it stays text', async () => {
  vi.stubGlobal('Worker', ColouringWorker);
  vi.stubGlobal('IntersectionObserver', Watch);
  const line = '    total = solve(grid, factor) + offset for each node in the list\n';
  const source = line.repeat(Math.ceil((128 * 1024) / line.length));
  const host = await show(`\`\`\`python\n${source}\`\`\`\n`);
  const elements = () => host.querySelectorAll('*').length;
  const figure = host.querySelector('figure') as HTMLElement;
  const parts = [...host.querySelectorAll('.md-part')];
  await soon(() => Watch.seen.length).toBe(parts.length);
  await soon(elements).toBeLessThan(200);
  const isWhole = () => host.querySelector('code')?.textContent === source.slice(0, -1);
  expect(isWhole()).toBe(true);

  const [first, , , second] = parts as [Element, Element, Element, Element];
  Watch.tell(first, true);
  await soon(() => first.querySelectorAll('.tok-keyword').length).toBeGreaterThan(200);
  expect(elements()).toBeLessThan(5_000);
  expect(isWhole()).toBe(true);

  Watch.tell(first, false);
  await soon(() => first.querySelectorAll('*').length).toBe(0);
  // what is selected is left alone, until it is not
  document.getSelection()?.selectAllChildren(second);
  const [kept] = second.childNodes;
  Watch.tell(second, true);
  await new Promise((resolve) => nextFrame(() => afterPaint(() => resolve(undefined))));
  expect(second.firstChild).toBe(kept);
  expect(document.getSelection()?.toString()).toBe(line.repeat(40));
  document.getSelection()?.removeAllRanges();
  await soon(() => second.querySelectorAll('.tok-keyword').length).toBeGreaterThan(200);
  expect(isWhole()).toBe(true);
  expect(codeOf(figure)).toBe(source.slice(0, -1));
});

/** Code of many lines in a page whose clock goes on when it is told to. */
async function begun() {
  vi.useFakeTimers({
    toFake: [
      'performance',
      'setTimeout',
      'clearTimeout',
      'requestAnimationFrame',
      'cancelAnimationFrame',
    ],
  });
  onTestFinished(() => void vi.useRealTimers());
  vi.stubGlobal('Worker', ColouringWorker);
  vi.stubGlobal('IntersectionObserver', Watch);
  const { session, host } = begin();
  const source = '    total = solve(grid, factor) + offset for each node in the list\n'.repeat(
    1_000,
  );
  session.update(`\`\`\`python\n${source}\`\`\`\n`, false);
  await vi.advanceTimersByTimeAsync(2_000);
  onTestFinished(() => session.close());
  const [, , ...parts] = host.querySelectorAll('.md-part');
  const elements = () => parts.reduce((sum, part) => sum + part.querySelectorAll('*').length, 0);
  expect(elements()).toBe(0);
  return { parts: parts.slice(0, 4), elements };
}

test('lines that come in view are painted in several frames', async () => {
  const { parts, elements } = await begun();
  for (const part of parts) Watch.tell(part, true);
  let most = 0;
  let painted = 0;
  // sixty frames do, once what colours is there
  for (let frame = 0; painted < 60 && frame < 5_000; frame += 1) {
    const before = elements();
    await vi.advanceTimersByTimeAsync(16);
    most = Math.max(most, elements() - before);
    if (elements() > 0) painted += 1;
  }
  expect(elements()).toBeGreaterThan(2_000);
  expect(most).toBeLessThan(700);
});

test('lines that pass by are not painted', async () => {
  const { parts, elements } = await begun();
  let most = 0;
  for (let pass = 0; pass < 10; pass += 1) {
    for (const part of parts) Watch.tell(part, true);
    for (let frame = 0; frame < 8; frame += 1) {
      await vi.advanceTimersByTimeAsync(16);
      most = Math.max(most, elements());
    }
    for (const part of parts) Watch.tell(part, false);
    await vi.advanceTimersByTimeAsync(400);
  }
  expect(most).toBe(0);
});
