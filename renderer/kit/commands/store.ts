import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Screen } from '../screens.ts';
import { type CommandId, commandOf } from './declared.ts';

/** @param item its argument, if its declaration says that it takes one */
export type Run = (item: string) => void;

interface Able {
  readonly able: ReadonlyMap<CommandId, Run>;
}

export interface Commands extends StoreApi<Able> {
  /** Whether it is available now, or after going to its screen. */
  offers(id: CommandId): boolean;
  /** Runs it; false if it is unavailable now. */
  ask(id: CommandId, item?: string): boolean;
  /** @returns withdraws it */
  offer(id: CommandId, run: Run): () => void;
}

/** @param open goes to a screen, whose parts then offer the requested command */
export function createCommands(options: {
  /** Whether the selected system, or none, leaves it any sense. */
  readonly makesSense: (id: CommandId) => boolean;
  readonly open: (screen: Screen) => void;
}): Commands {
  const { makesSense, open } = options;
  const store = createStore<Able>(() => ({ able: new Map() }));
  let pending: { readonly id: CommandId; readonly item: string } | null = null;

  return Object.assign(store, {
    offers: (id: CommandId) =>
      makesSense(id) && (store.getState().able.has(id) || commandOf(id).opens === true),
    ask(id: CommandId, item = '') {
      pending = null;
      if (!makesSense(id)) return false;
      const { on, opens } = commandOf(id);
      const run = store.getState().able.get(id);
      if (run !== undefined) run(item);
      else if (opens === true && on !== 'window') {
        pending = { id, item };
        open(on);
      } else return false;
      return true;
    },
    offer(id: CommandId, run: Run) {
      store.setState(({ able }) => ({ able: new Map(able).set(id, run) }));
      if (pending?.id === id) {
        const { item } = pending;
        pending = null;
        run(item);
      }
      return () =>
        store.setState(({ able }) => {
          if (able.get(id) !== run) return { able };
          const rest = new Map(able);
          rest.delete(id);
          return { able: rest };
        });
    },
  });
}
