import type { Language } from '../../../../common/texts/language.ts';
import { withResolvers } from '../../../base/async/with-resolvers.ts';
import type { LoopbackReply } from '../../../base/network/index.ts';
import { page, pageHeaders } from '../pages/page.ts';
import type { Outcome } from './way.ts';

/** For the browser to fetch the page that tells the outcome. */
const lastPageTime = 2_000;
/** How long the page that follows the callback waits for the outcome, ms, and when it asks again, s. */
const defaultOutcomeTime = 5_000;
const askAgain = 1;

/** The page by which a browser that came back learns how its sign-in ended; until then it says nothing of it. */
export interface OutcomePage {
  /** Waits for the outcome; where that takes long it says neutrally that it waits, and asks again by itself. */
  answer(language: Language): Promise<LoopbackReply>;
  /** What the callback came to; the first one counts. */
  conclude(outcome: Outcome): void;
  /** Resolves when the outcome is known and was fetched, or nobody fetched it. */
  over(): Promise<void>;
}

/** @param outcomeTime ms that an answer waits before it says that it still waits */
export function createOutcomePage(outcomeTime = defaultOutcomeTime): OutcomePage {
  const { promise: outcome, resolve: conclude } = withResolvers<Outcome>();
  let shown = false;
  let last: () => void = () => undefined;
  return {
    conclude,
    async answer(language) {
      const known = await withinTime(outcome, outcomeTime);
      if (known === null) {
        const headers = { ...pageHeaders, refresh: String(askAgain) };
        return { status: 200, headers, body: page('returning', language) };
      }
      shown = true;
      last();
      return { status: 200, headers: pageHeaders, body: page(known, language) };
    },
    async over() {
      await outcome;
      if (shown) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, lastPageTime);
        last = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
  };
}

/** Null where it takes longer. */
function withinTime<T>(work: Promise<T>, ms: number): Promise<T | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), ms);
    void work.then((value) => {
      clearTimeout(timer);
      resolve(value);
    });
  });
}
