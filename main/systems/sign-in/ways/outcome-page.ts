import type { Language } from '../../../../common/texts/language.ts';
import { withResolvers } from '../../../base/async/with-resolvers.ts';
import type { LoopbackReply } from '../../../base/network/index.ts';
import { page, pageHeaders } from '../pages/html-page.ts';
import type { Outcome } from './way.ts';

/** Time for the browser to load the page with the outcome. */
const lastPageTime = 2_000;
/** How long the page after the callback waits for the outcome, ms, and when it reloads, s. */
const defaultOutcomeTime = 5_000;
const askAgain = 1;

/** Shows a returning browser the outcome of its sign-in; before that the page does not say. */
export interface OutcomePage {
  /** Waits for the outcome; if that takes long it returns a neutral page that reloads itself. */
  answer(language: Language): Promise<LoopbackReply>;
  /** Sets the outcome of the callback; the first one counts. */
  conclude(outcome: Outcome): void;
  /** Resolves when the outcome is known and was loaded, or nobody loaded it. */
  over(): Promise<void>;
}

/** @param outcomeTime how long an answer waits before it says that it still waits, ms */
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

/** Returns null if it takes longer. */
function withinTime<T>(work: Promise<T>, ms: number): Promise<T | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), ms);
    void work.then((value) => {
      clearTimeout(timer);
      resolve(value);
    });
  });
}
