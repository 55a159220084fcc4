import { commands as declared } from '../../kit/commands/declared.ts';
import { useStores } from '../../kit/index.ts';
import { useResource } from '../../kit/useResource.ts';
import { type Entry, markSize } from './entry.ts';

/** The prompt library: picking a prompt inserts it. */
export function usePromptEntries(): Entry[] {
  const { commands } = useStores();
  const { value: prompts } = useResource('prompts', undefined);
  const Icon = declared['insert-prompt'].icon;
  return (prompts ?? []).map(({ id, name, folder }) => ({
    id: `prompt:${id}`,
    label: name,
    ...(folder === '' ? {} : { note: folder }),
    mark: <Icon size={markSize} />,
    run: () => void commands.ask('insert-prompt', id),
  }));
}
