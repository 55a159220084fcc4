import { expect, onTestFinished } from 'vitest';
import { measureProcessorSlowness } from '../../../../scripts/lanes/slowness.ts';
import { type FakeGenai, startFakeGenai } from '../../../support/fake-genai.ts';
import { fullVariable } from '../../../support/rounds.ts';
import { corpusAgainst, sampleOf } from '../corpus.ts';
import type { Payload } from '../payload.ts';
import { play, type Stage } from './play.ts';
import { answering, startTrap, type Trap } from './service.ts';
import type { Task } from './tasks.ts';

/** How many payloads a short run tries in one browser. */
const few = 48;
/** Of one conversation: payloads, and characters after which no other follows, as models have a context. */
const most = { payloads: 12, characters: 150_000 } as const;
/** Milliseconds of processor time that nothing may hold up the page for, on a quiet machine. */
const longestTask = 200;

/** What a stage is built on. */
export interface Ground {
  readonly fake: FakeGenai;
  readonly trap: Trap;
  readonly payloads: readonly Payload[];
}

/** A service with the payloads of this run, and a server that nobody may ask; gone with the test. */
export async function prepareGround(): Promise<Ground> {
  const trap = await startTrap();
  onTestFinished(() => trap.close());
  const fake = await startFakeGenai();
  onTestFinished(() => fake.close());
  const all = corpusAgainst(trap.url);
  expect(all.length).toBeGreaterThan(1_400);
  const payloads = chosen(all);
  fake.usual = answering(payloads);
  return { fake, trap, payloads };
}

/** All in a full run; `ANSWERS=math-12,html-3` names some to look at, or families. */
function chosen(all: readonly Payload[]): readonly Payload[] {
  const named = process.env.ANSWERS?.split(',');
  if (named !== undefined) {
    return all.filter(({ name, family }) => named.includes(name) || named.includes(family));
  }
  return process.env[fullVariable] === undefined ? sampleOf(all, few) : all;
}

/**
 * Proves that the page has no policy and that harm would be seen.
 * @param leaves whether requests get out of the window where no policy stops them
 */
export async function proveWatched(
  { page, watch }: Stage,
  trap: Trap,
  { leaves }: { readonly leaves: boolean },
): Promise<void> {
  watch.take();
  await page.evaluate((url) => {
    const element = document.createElement('div');
    element.innerHTML = `<img src="${url}/control" onerror="ran('control')"><iframe srcdoc="x"></iframe>`;
    document.body.append(element);
    setTimeout(() => element.remove(), 500);
  }, trap.url);
  const seen: string[] = [];
  await expect
    .poll(() => {
      seen.push(...watch.take());
      return seen;
    })
    .toEqual(
      expect.arrayContaining([
        'script: control',
        leaves ? 'request: trap /control' : `request: ${trap.url}/control`,
        expect.stringMatching(/^navigation: /),
      ]),
    );
  await page.waitForFunction(() => document.querySelector('iframe') === null);
  watch.take();
}

function batchesOf(payloads: readonly Payload[]): Payload[][] {
  const batches: Payload[][] = [];
  let last: Payload[] = [];
  for (const payload of payloads) {
    const characters = last.reduce((sum, { text }) => sum + text.length, 0);
    if (batches.length === 0 || last.length === most.payloads || characters > most.characters) {
      last = [];
      batches.push(last);
    }
    last.push(payload);
  }
  return batches;
}

/** Plays everything and says the totals. */
export async function playAll(
  name: string,
  stage: Stage,
  payloads: readonly Payload[],
): Promise<void> {
  const started = performance.now();
  const findings: string[] = [];
  const longest: Task[] = [];
  let tasks = 0;
  let slowness = measureProcessorSlowness();
  for (const batch of batchesOf(payloads)) {
    const played = await play(stage, batch);
    findings.push(...played.findings);
    slowness = Math.max(slowness, measureProcessorSlowness());
    tasks += played.tasks.length;
    longest.push(...played.tasks.slice(0, 5));
    longest.sort((one, other) => other.cpu - one.cpu).splice(20);
  }
  const tooLong = longest.filter(({ cpu }) => cpu > longestTask * slowness);
  const count = (kind: string): string =>
    `${findings.filter((one) => one.includes(`: ${kind}: `)).length} ${kind}s`;
  const said = ['script', 'request', 'navigation', 'window', 'fault'].map(count).join(', ');
  const [first] = longest;
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(
    `answers in ${name}: ${payloads.length} payloads, ${said}; longest of ${tasks} tasks ` +
      `${Math.round(first?.cpu ?? 0)} ms (${first?.mark}), of ${Math.round(longestTask * slowness)} ms; ${seconds} s`,
  );
  expect(findings).toEqual([]);
  expect(tasks).toBeGreaterThan(payloads.length);
  expect(tooLong).toEqual([]);
}
