import { ignoring } from '../../../../common/ignoring.ts';
import type { CallResult } from '../../../../preload/contract/bridge.ts';
import type { CallName, CallOutput } from '../../../../preload/contract/index.ts';
import { withResolvers } from '../../../base/async/with-resolvers.ts';
import type { Log } from '../../../base/host.ts';
import type { CallFunction } from './index.ts';

/** Calls that change nothing and that what is kept answers, by their names. */
type Kept = { readonly [N in CallName]?: () => CallOutput<N> | Promise<CallOutput<N>> };

export interface FirstAnswers {
  readonly call: CallFunction;
  /** Ends when each of them was answered once: the page has what it shows first. */
  readonly given: Promise<unknown>;
}

/**
 * Answers from what is kept what a page asks first, while the core is still being read; everything else waits for the
 * core, and so does one of these that what is kept does not answer: the core says why.
 * @param core the way into it; pending while it is read
 */
export function createFirstAnswers(
  kept: Kept,
  core: Promise<CallFunction>,
  log: Pick<Log, 'error'>,
): FirstAnswers {
  let isThere = false;
  const noted = core.then(() => {
    isThere = true;
  });
  void ignoring('each call is told', noted);
  const waiting = new Map(Object.keys(kept).map((name) => [name, withResolvers<void>()] as const));

  async function early(name: string): Promise<CallResult | null> {
    const read = Object.hasOwn(kept, name) ? kept[name as CallName] : undefined;
    if (read === undefined || isThere) return null;
    try {
      const value = await read();
      // it may have changed something meanwhile
      return isThere ? null : { ok: true, value };
    } catch (cause) {
      log.error('first-answer', cause, { name });
      return null;
    }
  }

  return {
    async call(name, input, sender) {
      const answer = input === undefined ? await early(name) : null;
      waiting.get(name)?.resolve();
      return answer ?? (await core)(name, input, sender);
    },
    given: Promise.all([...waiting.values()].map(({ promise }) => promise)),
  };
}
