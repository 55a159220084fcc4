import { inBackground } from '../../base/async/background.ts';
import type { Log } from '../../base/host.ts';
import type { LinkChange, Links } from '../../systems/links/index.ts';
import type { SystemsReader } from '../../systems/list/types.ts';
import type { KeyStore } from './keys.ts';
import type { ModelLists } from './model-lists.ts';

/** Refreshes the live lists: the selected system's every hour, others when their address changes. */
export interface ModelRefresh {
  /** Fetches in the background; the result is in the list. */
  soon(systemId: string): void;
  /** Does the same if the last fetch is an hour old. */
  ifStale(systemId: string): void;
  close(): void;
}

const hour = 3_600_000;

export function createModelRefresh(deps: {
  readonly systems: SystemsReader;
  readonly links: Pick<Links, 'to' | 'onChange'>;
  readonly keys: KeyStore;
  readonly lists: ModelLists;
  readonly announce: (systemId: string) => void;
  readonly log: Log;
  readonly now: () => Date;
}): ModelRefresh {
  const { systems, links, keys, lists, announce, log, now } = deps;
  const background = inBackground(log);
  let closed = false;

  /** When services were last asked without a key: if they require one, that leaves no list. */
  const askedWithout = new Map<string, number>();

  const soon = (systemId: string): void => {
    if (keys.selected(systemId) === null) askedWithout.set(systemId, now().getTime());
    background('genai-refresh', lists.refresh(systemId), { systemId });
  };
  const canAsk = (systemId: string): boolean => links.to(systemId, 'genai').address !== null;
  const since = (at: number): number => {
    const age = now().getTime() - at;
    return age < 0 ? hour : age;
  };
  const ifStale = (systemId: string): void => {
    if (closed || !canAsk(systemId)) return;
    const { fetching, fetchedAt } = lists.of(systemId);
    if (fetching || (fetchedAt !== null && since(Date.parse(fetchedAt)) < hour)) return;
    const asked = askedWithout.get(systemId) ?? 0;
    if (keys.selected(systemId) === null && since(asked) < hour) return;
    soon(systemId);
  };

  const followAddress = async ({ systemId, moved }: LinkChange): Promise<void> => {
    if (moved) await lists.forget(systemId);
    announce(systemId);
    if (canAsk(systemId)) soon(systemId);
  };
  const unfollow = links.onChange((change) => {
    if (change.service !== 'genai' || !change.address) return;
    background('genai-systems', followAddress(change));
  });
  const hourly = setInterval(() => {
    const { selectedId } = systems.state();
    if (selectedId !== null) ifStale(selectedId);
  }, hour);
  hourly.unref();

  return {
    soon,
    ifStale,
    close() {
      closed = true;
      clearInterval(hourly);
      unfollow();
    },
  };
}
