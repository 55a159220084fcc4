import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { EventName, EventPayload } from '../../../preload/contract/index.ts';
import { measureProcessorSlowness } from '../../../scripts/lanes/slowness.ts';
import { patience } from '../../support/patience.ts';
import { rounds } from '../../support/processes/rounds.ts';
import { type Behaviour, startHostileProvider } from '../../support/servers/hostile-provider.ts';
import { noteTotal } from '../../support/totals.ts';
import { temporaryFolder } from '../../support/worlds/world.ts';
import { type HostileAnswer, hostileAnswers } from './hostile-answers.ts';
import { type Reader, readers, type World } from './readers.ts';
import { startWatchedHost, type WatchedHost } from './watched-host.ts';

/** ms of processor time, on the machine that the limits were chosen on, in which main's loop must turn. */
const longestHold = 50;
/** ms after which an answer without an end is ended by the test. */
const longestAnswer = 500;
const usualLanes = 4;
/** Until the answer was given. */
const mostReads = 3;
/** The provider where it does not give the answer. */
const good: Behaviour = { status: () => ({ body: [] }) };
const count = rounds(8, 500);

let host: WatchedHost;
let slowness = 1;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  slowness = measureProcessorSlowness();
  folder = await temporaryFolder();
  host = await startWatchedHost(folder.path);
  await host.client.call('vault.setPassphrase', { passphrase: 'correct horse battery' });
});
afterAll(async () => {
  await host.close();
  await folder.remove();
});

test.each(readers)('$name: nothing that is read holds main up', async (reader) => {
  const { lanes = usualLanes } = reader;
  const stages = await Promise.all(Array.from({ length: lanes }, () => openStage(reader)));
  const tooLong: string[] = [];
  let longest = 0;
  for (const answers of inGroups(hostileAnswers(count), lanes)) {
    const together = await heldBy(() =>
      Promise.all(answers.map((answer, lane) => stages[lane]?.show(answer))),
    );
    if (together <= longestHold) {
      longest = Math.max(longest, together);
      continue;
    }
    for (const [lane, answer] of answers.entries()) {
      const alone = await leastOf(3, () => heldBy(() => stages[lane]?.show(answer)));
      longest = Math.max(longest, alone);
      if (alone > longestHold) tooLong.push(`${alone.toFixed(0)} ms: ${answer.name}`);
    }
  }
  await Promise.all(stages.map((stage) => stage.goesOn()));
  const faults = stages.flatMap((stage) => stage.faults());
  expect(faults).toEqual([]);
  const found = `main held for ${longest.toFixed(0)} ms at most`;
  noteTotal({ what: `hostile answers to: ${reader.name}`, tried: count, found });
  expect(tooLong).toEqual([]);
  const given = stages.reduce((sum, stage) => sum + stage.given(), 0);
  // After some refusals the app does not ask again at once.
  expect(given).toBeGreaterThanOrEqual(count / 3);
});

/** ms of processor time for which main's loop did not turn meanwhile, as on the machine of the limits. */
async function heldBy(work: () => Promise<unknown> | undefined): Promise<number> {
  await host.held();
  await work();
  return (await host.held()) / slowness;
}

/** What else the process does meanwhile, such as collecting garbage, is not the answer's. */
async function leastOf(times: number, measure: () => Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < times; turn += 1) {
    least = Math.min(least, await measure());
    if (least <= longestHold) break;
  }
  return least;
}

function* inGroups<T>(all: Iterable<T>, size: number): Generator<T[]> {
  let group: T[] = [];
  for (const one of all) {
    group.push(one);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

/** A system of its own in the app, whose servers answer the reader what is shown. */
async function openStage(reader: Reader) {
  const { client } = host;
  const provider = await startHostileProvider(good);
  onTestFinished(() => provider[Symbol.asyncDispose]());
  const { origin } = provider;
  const { id: systemId } = await client.call('systems.add', {
    name: reader.name,
    webApiUrl: origin,
    authUrl: origin,
    genaiUrl: origin,
    authorities: [],
    certificateId: null,
  });
  await client.call('genai.addKey', { systemId, name: 'one', key: 'sk-0123456789abcdef' });
  const faults: string[] = [];
  let shown = '';
  /** A server may be as it likes: what it causes has a code of its own. */
  const noted = <T>(told: T): T => {
    if (/"code":"internal"/.test(JSON.stringify(told) ?? '')) faults.push(`internal: ${shown}`);
    return told;
  };
  const world: World = {
    systemId,
    provider,
    must: (name, input) => client.call(name, input) as Promise<never>,
    ask: (name, input) =>
      client.call(name, input).then(noted, (error: unknown) => {
        if (error === 'gone') throw new Error('the host is gone');
        return noted(error);
      }),
    next: async (name, wanted) => noted(await next(name, wanted)),
  };
  await reader.prepare?.(world);
  let given = 0;
  return {
    given: () => given,
    faults: () => faults,
    /** Whatever was sent before, a good answer is read. */
    async goesOn(): Promise<void> {
      provider.behave(good);
      await client.call('machines.refresh', { systemId });
      const { problem } = await client.call('machines.snapshot', { systemId });
      // where the provider lied nobody is signed in, which is no fault
      const isGood = problem === null || problem.code.startsWith('session-');
      if (!isGood) faults.push(`no good answer is read: ${problem.code}`);
    },
    async show(answer: HostileAnswer): Promise<void> {
      shown = answer.name;
      provider.behave({
        ...good,
        ...reader.where((response) => {
          given += 1;
          response.on('error', () => undefined);
          setTimeout(() => response.destroy(), patience(longestAnswer)).unref();
          answer.give(response);
        }),
      });
      const before = given;
      // An end that it hears may be of what the app had begun by itself: then nothing was asked yet.
      for (let turn = 0; turn < mostReads && given === before; turn += 1) await reader.read(world);
      provider.behave(good);
    },
  };
}

const waiting = new Map<EventName, Set<(payload: never) => void>>();

function next<N extends EventName>(
  name: N,
  wanted: (payload: EventPayload<N>) => boolean,
): Promise<EventPayload<N> | null> {
  let listeners = waiting.get(name);
  if (listeners === undefined) {
    const all = new Set<(payload: never) => void>();
    waiting.set(name, all);
    listeners = all;
    host.client.on(name, (payload) => {
      for (const listen of all) listen(payload as never);
    });
  }
  const known = listeners;
  return new Promise((resolve) => {
    const listen = (payload: EventPayload<N>): void => {
      if (wanted(payload)) done(payload);
    };
    const timer = setTimeout(() => done(null), patience(2 * longestAnswer));
    const done = (payload: EventPayload<N> | null): void => {
      clearTimeout(timer);
      known.delete(listen);
      resolve(payload);
    };
    known.add(listen);
  });
}
