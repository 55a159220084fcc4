import fc from 'fast-check';
import type * as z from 'zod';
import { errorCodes } from '../../../preload/contract/errors.ts';
import { type CallName, callNames, findCall } from '../../../preload/contract/index.ts';
import { rounds } from '../../support/processes/rounds.ts';
import { spoilt, valuesOf } from './payloads.ts';
import type { Pool } from './pool.ts';

/** A way to main, and what is known of the app behind it. */
export interface Transport {
  readonly hostile: readonly (() => unknown)[];
  /** What of a payload comes to the other end, where that is not all of it. */
  readonly arrives?: (payload: unknown) => unknown;
  /** What main answered; rejects where it did not, or where the way is gone. */
  send(name: string, input: unknown): Promise<Answer>;
  /** Makes sure that there is something of every kind. */
  populate(): Promise<void>;
  /** An input that the call answers as it should; null where what is made up does. */
  example(name: CallName): Promise<unknown>;
  /** Such inputs for a stretch of payloads: as many as the call uses up, none where what is made up does. */
  examples(name: CallName): Promise<readonly unknown[]>;
  /** Calls that nothing gets past their errors by this way, and why. */
  readonly beyondReach: Partial<Readonly<Record<CallName, string>>>;
  /** Calls that were answered as they should be. */
  readonly met: Set<string>;
  readonly pool: Pool;
}

export interface Answer {
  readonly ok?: unknown;
  readonly value?: unknown;
  readonly error?: { readonly code?: unknown; readonly details?: unknown };
}

/** Calls whose handlers cost much (a derivation of a key, a process, a round over the network) are let through less often. */
const costly =
  /^(vault\.|backups\.|dataPlace\.move|updates\.|systems\.openDemo|trial\.reach|certificates\.(read|export|chooseKey)|session\.|clients\.|genai\.(refresh|test|import)|machines\.refresh|chat\.(?!unqueue|editQueued)|requests\.replace|conversations\.(import|export)|toolServers\.(add|edit|remove|start|stop|cancelSignIn|signOut|log|prompt|listResources|readResource))/;
/** What changes the app for all that follows comes last. */
const last = [/^(?!vault|systems).*\.remove\w*$/, /^systems\./, /^vault\./];

export const perCall = rounds(60, 10_000);
const letThrough = (name: string): number =>
  costly.test(name) ? rounds(8, 60) : rounds(25, 1_000);
const chunk = 100;
/** ms; what is asked of servers and workers ends before. */
const patience = 120_000;

/** The calls in the order in which they are tried. */
export const order: readonly CallName[] = [
  ...callNames.filter((name) => !last.some((some) => some.test(name))),
  ...last.flatMap((some) => callNames.filter((name) => some.test(name))),
];

export interface Outcome {
  tried: number;
  answered: number;
  refused: number;
  /** What was neither answered nor refused as it should be; the first of each call. */
  readonly faults: Map<string, string>;
}

/** Calls everything there is with what a populated app has. */
export async function meetEveryCall(way: Transport): Promise<void> {
  for (const name of order) {
    await way.populate();
    const input = await way.example(name);
    if (input !== null) await inTime(way.send(name, input), name);
  }
}

/**
 * Tries a call with payloads of all kinds: as its schema has them, as it is known to answer them, either spoilt in one
 * place, and none at all.
 * @throws where no answer comes
 */
export async function tryCall(name: CallName, way: Transport, seed: number, into: Outcome) {
  const input = findCall(name)?.input;
  if (input === undefined) throw new Error(name);
  const [domain = ''] = name.split('.');
  const values = valuesOf(input, { domain, field: '', pool: way.pool });
  const hostile = fc.constantFrom(...way.hostile);
  let through = 0;
  for (let done = 0; done < perCall; done += chunk) {
    await way.populate();
    const examples = await way.examples(name);
    const count = Math.min(chunk, perCall - done);
    // What is let through is spread over all of them: there is something new for each stretch.
    const most = Math.ceil((letThrough(name) * (done + chunk)) / Math.max(perCall, chunk));
    const some = fc.sample(payloadsOf(values, hostile, examples), {
      numRuns: 2 * count,
      seed: seed + done,
    });
    const payloads = examples.map((payload) => ({ payload, passes: true }));
    for (const payload of some) {
      if (payloads.length >= count) break;
      // One that is refused at the door costs nothing.
      const passes = accepts(input, way.arrives?.(payload) ?? payload);
      if (passes && through >= most) continue;
      if (passes) through += 1;
      payloads.push({ payload, passes });
    }
    into.tried += payloads.length;
    await Promise.all(
      payloads.map(async ({ payload, passes }) =>
        judge(name, payload, await inTime(way.send(name, payload), name), passes, into),
      ),
    );
  }
}

function payloadsOf(
  values: fc.Arbitrary<unknown>,
  hostile: fc.Arbitrary<() => unknown>,
  examples: readonly unknown[],
): fc.Arbitrary<unknown> {
  const madeUp = [
    { weight: 5, arbitrary: values },
    { weight: 6, arbitrary: spoilt(values, hostile) },
    { weight: 2, arbitrary: hostile.map((make) => make()) },
  ];
  if (examples.length === 0) return fc.oneof(...madeUp);
  const given = fc.constantFrom(...examples);
  return fc.oneof(
    ...madeUp,
    { weight: 1, arbitrary: given },
    { weight: 9, arbitrary: spoilt(given, hostile) },
  );
}

function accepts(schema: z.ZodType, payload: unknown): boolean {
  try {
    return schema.safeParse(payload ?? undefined).success;
  } catch (cause) {
    // deeper than a schema can follow
    if (cause instanceof RangeError) return false;
    throw cause;
  }
}

function judge(name: string, payload: unknown, answer: Answer, passes: boolean, into: Outcome) {
  if (answer.ok === true) {
    into.answered += 1;
    if (!passes) into.faults.set(name, `took what its schema refuses: ${shown(payload)}`);
    return;
  }
  const code = answer.error?.code;
  const isTyped = typeof code === 'string' && errorCodes.some((one) => one === code);
  if (answer.ok !== false || !isTyped || code === 'internal') {
    if (!into.faults.has(name)) into.faults.set(name, `${shown(answer)} to ${shown(payload)}`);
    return;
  }
  into.refused += 1;
}

function shown(value: unknown): string {
  const seen = new Set<unknown>();
  const text = JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === 'bigint') return `${part}n`;
    if (typeof part !== 'object' || part === null) return part;
    if (seen.has(part)) return '…';
    seen.add(part);
    return part;
  });
  return String(text).slice(0, 600);
}

async function inTime<T>(work: Promise<T>, name: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${name} was not answered`)), patience);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
