import { expect } from 'vitest';
import type { CallName } from '../../../preload/contract/index.ts';
import { isFull, rounds } from '../../support/processes/rounds.ts';
import { noteTotal } from '../../support/totals.ts';
import { meetEveryCall, type Outcome, order, perCall, type Transport, tryCall } from './tried.ts';

/** ms; the full run takes an hour or two. */
export const longest = rounds(600_000, 6 * 3_600_000);

/** Fixed, so that a failure is seen again. */
const seed = 20_261_122;
/** `CALLS=requests.summarise-` goes on with that one where a run was cut off; `CALLS=notices,backups` are those alone. */
const chosen = choose(process.env.CALLS);

function choose(wanted: string | undefined): ReadonlySet<CallName> {
  if (wanted === undefined) return new Set(order);
  const names = wanted.split(',').flatMap((part) => {
    if (part.endsWith('-')) {
      const from = order.findIndex((name) => `${name}-` === part);
      return from < 0 ? [] : order.slice(from);
    }
    return order.filter((name) => name === part || name.startsWith(`${part}.`));
  });
  if (names.length === 0) throw new Error(`CALLS=${wanted} names no call.`);
  return new Set(names);
}

/** Further times that a call is tried until it was answered once. */
const mostMore = 4;

/** Tries every call of the contract, and says how many came of what. */
export async function tryEveryCall(by: string, way: Transport): Promise<void> {
  const outcome: Outcome = { tried: 0, answered: 0, refused: 0, faults: new Map() };
  await meetEveryCall(way);
  for (const [at, name] of order.entries()) {
    if (!chosen.has(name)) continue;
    if (perCall > 1_000 || at % 10 === 0)
      console.log(`${by}: ${at} of ${order.length} calls, ${outcome.tried} tries, now ${name}`);
    const { tried, answered } = outcome;
    const faults = outcome.faults.size;
    // What is known of the app depends on what was answered first: a call that was not met yet is tried on.
    for (let more = 0; more <= mostMore; more += 1) {
      await tryCall(name, way, seed + at * 100_000 + more * 20_000, outcome);
      if (way.met.has(name) || name in way.beyondReach) break;
    }
    if (isFull) {
      console.log(`${name}: ${outcome.answered - answered} of ${outcome.tried - tried} answered`);
      // A run that is cut off never comes to its end, which says them all.
      if (outcome.faults.size > faults)
        console.log(`${name}: ${[...outcome.faults.values()].at(-1)}`);
    }
  }
  expect(Object.fromEntries(outcome.faults)).toEqual({});
  const unmet = [...chosen].filter((name) => !way.met.has(name) && !(name in way.beyondReach));
  expect(unmet, 'calls that never answered as they should').toEqual([]);
  const reached = Object.keys(way.beyondReach).filter((name) => way.met.has(name as CallName));
  expect(reached, 'calls that are within reach after all').toEqual([]);
  noteTotal({
    what: `calls of the contract ${by}, up to ${perCall} payloads each${chosen.size < order.length ? `, ${chosen.size} of them` : ''}`,
    tried: outcome.tried,
    found: `${outcome.answered} answers, ${outcome.refused} typed errors, nothing else`,
  });
}
