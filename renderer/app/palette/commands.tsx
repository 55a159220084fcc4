import { useStore } from 'zustand';
import { useT } from '../../i18n/index.ts';
import { commandIds, commandOf } from '../../kit/commands/declared.ts';
import { useStores, useSystem } from '../../kit/index.ts';
import { type Entry, markSize } from './entry.ts';
import type { Late } from './useLate.ts';

/** The window's available commands, except opening the palette. */
export function useCommandEntries(late: Late | null): {
  readonly chat: Entry[];
  readonly others: Entry[];
} {
  const t = useT();
  const { commands } = useStores();
  // available commands change with the screen below the palette
  useStore(commands, ({ able }) => able);
  const name = useSystem()?.name ?? '';
  const offered = commandIds.filter(
    (id) => id !== 'palette' && commandOf(id).takesItem !== true && commands.offers(id),
  );
  const entries = (isChat: boolean): Entry[] =>
    offered
      .filter((id) => (commandOf(id).on === 'chat') === isChat)
      .map((id) => {
        const { text, icon: Icon, keys, note } = commandOf(id);
        return {
          id: `command:${id}`,
          label: t(text, { name }),
          words: late?.english?.(text, { name }),
          ...(note === undefined ? {} : { note: t(note) }),
          ...(keys === undefined ? {} : { keys }),
          mark: <Icon size={markSize} />,
          run: () => void commands.ask(id),
        };
      });
  return { chat: entries(true), others: entries(false) };
}
