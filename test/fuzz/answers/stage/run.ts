import { expect, onTestFinished } from 'vitest';
import { measureProcessorSlowness } from '../../../../scripts/lanes/slowness.ts';
import { fullVariable } from '../../../support/processes/rounds.ts';
import { type FakeGenai, startFakeGenai } from '../../../support/servers/fake-genai.ts';
import { noteTotal } from '../../../support/totals.ts';
import { corpusAgainst, sampleOf } from '../corpus.ts';
import type { Payload } from '../payload.ts';
import { play, type Stage } from './play.ts';
import { answering, startTrap, type Trap } from './service.ts';
import type { Task } from './tasks.ts';

/** How many payloads a short run tries in one browser. */
const few = 48;
/**
 * What got through once is tried in every run: Mermaid fetched the pictures of nodes; thousands of blocks and of tags
 * of raw HTML held the page up, and so did words of kerned letters without end.
 */
const once = new Set([
  'diagrams-16',
  'diagrams-17',
  'probed-103',
  'probed-105',
  'length-40',
  'length-46',
]);
/** Of one conversation: payloads, and characters after which no other follows, as models have a context. */
const most = { payloads: 12, characters: 150_000 } as const;
/** Milliseconds of processor time that nothing may hold up the page for, on a quiet machine. */
const longestTask = 200;
/** Times that a task which was too long is tried again. */
const replays = 2;

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

/**
 * All in a full run; `ANSWERS=math-12,html-3` names some to look at, or families; `ANSWERS=600-` goes on with that one
 * where a full run was cut off, and `ANSWERS=600-900` is a stretch of it.
 */
function chosen(all: readonly Payload[]): readonly Payload[] {
  const [, from, to] = /^(\d+)-(\d*)$/.exec(process.env.ANSWERS ?? '') ?? [];
  if (from !== undefined) return all.slice(Number(from), to ? Number(to) : undefined);
  const named = process.env.ANSWERS?.split(',');
  if (named !== undefined) {
    return all.filter(({ name, family }) => named.includes(name) || named.includes(family));
  }
  if (process.env[fullVariable] !== undefined) return all;
  return [...new Set([...sampleOf(all, few), ...all.filter(({ name }) => once.has(name))])];
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

/** A task that held the page up for too long each time that its answer was drawn. */
interface TooLong extends Task {
  /** Milliseconds of processor time that it might have taken on this machine. */
  readonly limit: number;
}

/** Plays everything and says the totals. */
export async function playAll(
  name: string,
  stage: Stage,
  payloads: readonly Payload[],
): Promise<void> {
  const started = performance.now();
  const findings: string[] = [];
  const tooLong: TooLong[] = [];
  let longest: Task = { cpu: 0, mark: '', parts: '' };
  let tasks = 0;
  let done = 0;
  let atFirst = 0;
  for (const batch of batchesOf(payloads)) {
    const played = await playMeasured(stage, batch);
    findings.push(...played.findings);
    tasks += played.tasks.length;
    const [first] = played.tasks;
    if (first !== undefined && first.cpu > longest.cpu) longest = first;
    const marks = new Set(played.tooLong.map(({ mark }) => mark));
    const before = tooLong.length;
    atFirst += marks.size;
    for (const mark of marks) tooLong.push(...(await againTooLong(stage, batch, mark)));
    done += batch.length;
    // All of it takes an hour: what is found is said when it is.
    for (const one of played.findings) console.log(one);
    for (const { mark, cpu, limit, parts } of [...played.tooLong, ...tooLong.slice(before)]) {
      const limits = `limit ${Math.round(limit)} ms`;
      console.log(`${mark}: a task of ${Math.round(cpu)} ms, ${limits}: ${parts}`);
    }
    if (done % 100 < batch.length) {
      console.log(`${name}: ${done} of ${payloads.length}, ${tooLong.length} tasks too long`);
    }
  }
  const count = (kind: string): string =>
    `${findings.filter((one) => one.includes(`: ${kind}: `)).length} ${kind}s`;
  const said = ['script', 'request', 'navigation', 'window', 'fault'].map(count).join(', ');
  const seconds = Math.round((performance.now() - started) / 1000);
  const found =
    `${said}; longest of ${tasks} tasks ${Math.round(longest.cpu)} ms of processor time ` +
    `(${longest.mark}), ${atFirst} too long once, ${tooLong.length} each time; ${seconds} s`;
  noteTotal({ what: `hostile answers in ${name}`, tried: payloads.length, found });
  expect(findings).toEqual([]);
  expect(tasks).toBeGreaterThan(payloads.length);
  expect(tooLong).toEqual([]);
}

/** Plays some answers; the limit is by what the machine was worth meanwhile. */
async function playMeasured(stage: Stage, batch: readonly Payload[]) {
  const before = measureProcessorSlowness();
  const { findings, tasks } = await play(stage, batch);
  const limit = longestTask * Math.max(before, measureProcessorSlowness());
  const tooLong = tasks.filter(({ cpu }) => cpu > limit).map((task) => ({ ...task, limit }));
  return { findings, tasks, tooLong };
}

/**
 * What was too long once may have met something else that the browser did: the same answers are played again, in the
 * same order, and it counts when it is so each time.
 */
async function againTooLong(
  stage: Stage,
  batch: readonly Payload[],
  wanted: string,
): Promise<readonly TooLong[]> {
  let last: readonly TooLong[] = [];
  for (let turn = 0; turn < replays; turn += 1) {
    const { tooLong } = await playMeasured(stage, batch);
    last = tooLong.filter(({ mark }) => mark === wanted).slice(0, 3);
    if (last.length === 0) return [];
  }
  return last;
}
