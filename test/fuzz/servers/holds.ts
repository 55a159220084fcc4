import { measureProcessorSlowness } from '../../../scripts/lanes/slowness.ts';
import type { WatchedHost } from './watched-host.ts';

/** ms of processor time, on the machine that the limits were chosen on, in which main's loop must turn. */
export const longestHold = 50;

/** For how long main is held by what is done at it. */
export interface Holds {
  /**
   * Does some things at once, and where that took too long, each of them by itself.
   * @returns those that hold main too long, in words
   */
  during(works: readonly { readonly name: string; work(): Promise<unknown> }[]): Promise<string[]>;
  /** The longest that was seen, ms. */
  longest(): number;
}

export function createHolds(host: WatchedHost): Holds {
  let longest = 0;
  let slowness = measureProcessorSlowness();

  /** ms of processor time for which main's loop did not turn meanwhile, as on the machine of the limits. */
  async function heldBy(work: () => Promise<unknown>): Promise<number> {
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

  return {
    longest: () => longest,
    async during(works) {
      const together = await heldBy(() => Promise.all(works.map(({ work }) => work())));
      if (together <= longestHold) {
        longest = Math.max(longest, together);
        return [];
      }
      const tooLong: string[] = [];
      // what else the machine does has changed since
      slowness = measureProcessorSlowness();
      for (const { name, work } of works) {
        const alone = await leastOf(5, () => heldBy(work));
        longest = Math.max(longest, alone);
        if (alone > longestHold) tooLong.push(`${alone.toFixed(0)} ms: ${name}`);
      }
      return tooLong;
    },
  };
}
