import { useEffect, useRef } from 'react';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** What the chat screen can be asked to do from the palette, by a key or by the host's menu. */
export const chatCommands = [
  'new',
  'temporary',
  'search',
  'next',
  'previous',
  'next-branch',
  'previous-branch',
  'tree',
  'edit-last',
  'regenerate',
  'stop',
  'copy-last',
  'copy-conversation',
  'focus-composer',
  'toggle-list',
  'model',
  'several-models',
  'parameters',
  'rename',
  'suggest-title',
  'pin',
  'organise',
  'archive',
  'duplicate',
  'delete',
  'export',
  'export-all',
  'import',
  'select',
  'archive-view',
] as const;
export type ChatCommand = (typeof chatCommands)[number];

/** These open the chat screen where it is not there yet; the others need what is on it. */
const opening: ReadonlySet<ChatCommand> = new Set([
  'new',
  'temporary',
  'search',
  'import',
  'export-all',
  'archive-view',
]);

export interface Commands
  extends StoreApi<{ readonly able: ReadonlyMap<ChatCommand, () => void> }> {
  /** Can be carried out now, or after going to the chat screen. */
  offers(command: ChatCommand): boolean;
  /** Carries it out; false where it makes no sense now. */
  ask(command: ChatCommand): boolean;
  /** @returns takes it back */
  offer(command: ChatCommand, run: () => void): () => void;
}

/** @param openChat goes to the chat screen, whose parts then offer what was asked for */
export function createCommands(openChat: () => void): Commands {
  const store = createStore<{ readonly able: ReadonlyMap<ChatCommand, () => void> }>(() => ({
    able: new Map(),
  }));
  let pending: ChatCommand | null = null;
  return Object.assign(store, {
    offers: (command: ChatCommand) => store.getState().able.has(command) || opening.has(command),
    ask(command: ChatCommand) {
      pending = null;
      const run = store.getState().able.get(command);
      if (run !== undefined) run();
      else if (opening.has(command)) {
        pending = command;
        openChat();
      } else return false;
      return true;
    },
    offer(command: ChatCommand, run: () => void) {
      store.setState(({ able }) => ({ able: new Map(able).set(command, run) }));
      if (pending === command) {
        pending = null;
        run();
      }
      return () =>
        store.setState(({ able }) => {
          if (able.get(command) !== run) return { able };
          const rest = new Map(able);
          rest.delete(command);
          return { able: rest };
        });
    },
  });
}

/** Offers a command for as long as the component is there and `run` is not null. */
export function useOffer(commands: Commands, command: ChatCommand, run: (() => void) | null): void {
  const latest = useRef(run);
  latest.current = run;
  const able = run !== null;
  useEffect(
    () => (able ? commands.offer(command, () => latest.current?.()) : undefined),
    [commands, command, able],
  );
}
