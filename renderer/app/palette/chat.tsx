import { BookText, ChartColumn, KeyRound, Plug, SlidersHorizontal, Wrench } from 'lucide-react';
import { usePrompts } from '../../features/prompts/index.ts';
import { useT } from '../../i18n/index.ts';
import { type Intent, placeOf, type Stores, useStores } from '../../kit/index.ts';
import { type Entry, markSize } from './entry.ts';

const panels = [
  { intent: 'chat-prompts', title: 'prompts.title', Icon: BookText },
  { intent: 'chat-tools', title: 'tools.title', Icon: Wrench },
  { intent: 'chat-parameters', title: 'chat.parameters.title', Icon: SlidersHorizontal },
  { intent: 'chat-keys', title: 'chat.keys.title', Icon: KeyRound },
  { intent: 'chat-usage', title: 'usage.title', Icon: ChartColumn },
  { intent: 'chat-elsewhere', title: 'elsewhere.title', Icon: Plug },
] as const;

/** The panels of the conversation on screen, or of a new one. */
export function useChatPanels(): Entry[] {
  const t = useT();
  const stores = useStores();
  return panels.map(({ intent, title, Icon }) => ({
    id: `action:${intent}`,
    label: t(title),
    note: t('frame.screens.chat'),
    mark: <Icon size={markSize} />,
    run: toChat(stores, intent),
  }));
}

/** The prompt library: picking a prompt inserts it. */
export function usePromptEntries(): Entry[] {
  const stores = useStores();
  const { prompts } = usePrompts();
  return (prompts ?? []).map(({ id, name, folder }) => ({
    id: `prompt:${id}`,
    label: name,
    ...(folder === '' ? {} : { note: folder }),
    mark: <BookText size={markSize} />,
    run: toChat(stores, `prompt:${id}`),
  }));
}

function toChat({ route, intents }: Pick<Stores, 'route' | 'intents'>, pending: Intent) {
  return () => {
    if (route.getState().screen !== 'chat') route.go(placeOf('chat'));
    intents.setState({ pending });
  };
}
