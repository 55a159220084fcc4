import { MessageSquare } from 'lucide-react';
import { useStore } from 'zustand';
import { useT } from '../../i18n/index.ts';
import { type ChatCommand, chatCommands, useFollowed, useStores } from '../../kit/index.ts';
import { chatKeys } from '../chatShortcuts.ts';
import { type Entry, markSize } from './entry.ts';

/** What the chat screen can be asked to do now. */
export function useChatCommands(): Entry[] {
  const t = useT();
  const { commands } = useStores();
  // what can be done changes with the screen, which the palette lies over
  useStore(commands, ({ able }) => able);
  const hasSystem = useFollowed((stores) => stores.systems).value?.selectedId != null;
  if (!hasSystem) return [];
  return chatCommands
    .filter((command) => commands.offers(command))
    .map((command) => {
      const keys = (chatKeys as Partial<Record<ChatCommand, string>>)[command];
      return {
        id: `chat:${command}`,
        label: t(`conversations.commands.${command}`),
        ...(keys === undefined ? {} : { keys }),
        mark: <MessageSquare size={markSize} />,
        run: () => void commands.ask(command),
      };
    });
}
