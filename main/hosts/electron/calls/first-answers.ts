import { ignoring } from '../../../../common/ignoring.ts';
import type { CallResult } from '../../../../preload/contract/bridge.ts';
import type { CallName, CallOutput } from '../../../../preload/contract/index.ts';
import { withResolvers } from '../../../base/async/with-resolvers.ts';
import type { Log } from '../../../base/host.ts';
import type { CallFunction } from './index.ts';

/** Read-only calls that stored data can answer, by name. */
type Kept = { readonly [N in CallName]?: () => CallOutput<N> | Promise<CallOutput<N>> };

export interface FirstAnswers {
  readonly call: CallFunction;
  /** Resolves once each of them was answered: the page has what it shows first. */
  readonly given: Promise<unknown>;
}

/**
 * Answers a page's first calls from stored data while the core is still loading. All other calls wait for the core, and
 * so do those that fail on stored data: the core reports why.
 * @param core the way into it; pending while it loads
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
      // the core may have changed something meanwhile
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
