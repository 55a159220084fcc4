import { usePrompts } from '../../features/prompts/index.ts';
import { commands as declared } from '../../kit/commands/declared.ts';
import { useStores } from '../../kit/index.ts';
import { type Entry, markSize } from './entry.ts';

/** The prompt library: picking a prompt inserts it. */
export function usePromptEntries(): Entry[] {
  const { commands } = useStores();
  const { prompts } = usePrompts();
  const Icon = declared['insert-prompt'].icon;
  return (prompts ?? []).map(({ id, name, folder }) => ({
    id: `prompt:${id}`,
    label: name,
    ...(folder === '' ? {} : { note: folder }),
    mark: <Icon size={markSize} />,
    run: () => void commands.ask('insert-prompt', id),
  }));
}
