import type { Prompt } from '../../../../preload/contract/chat/prompts.ts';
import { useT } from '../../../i18n/index.ts';
import { TextField } from '../../../ui/index.ts';
import { PromptRow } from './PromptRow.tsx';
import { findPrompts } from './search.ts';

interface PromptListProps {
  /** Null until loaded. */
  readonly prompts: readonly Prompt[] | null;
  readonly folders: readonly string[];
  /** The search text. */
  readonly wanted: string;
  readonly onWanted: (wanted: string) => void;
  readonly onInsert: (prompt: Prompt) => void;
  readonly onEdit: (prompt: Prompt) => void;
  readonly onRemove: (prompt: Prompt) => void;
}

/** The prompts by folder, with a search. */
export function PromptList(props: PromptListProps) {
  const { prompts, folders, wanted, onWanted, onInsert, onEdit, onRemove } = props;
  const t = useT();
  const all = prompts ?? [];
  const found = findPrompts(all, wanted);
  return (
    <div className="space-y-3">
      {all.length > 0 && (
        <TextField
          type="search"
          label={t('prompts.search')}
          labelHidden
          placeholder={t('prompts.search')}
          value={wanted}
          onValueChange={onWanted}
        />
      )}
      {prompts !== null && found.length === 0 && (
        <p className="phrases py-10 text-center text-text-soft">
          {all.length === 0 ? t('prompts.empty') : t('prompts.nothing', { text: wanted })}
        </p>
      )}
      {folders
        .filter((folder) => found.some((one) => one.folder === folder))
        .map((folder) => (
          <section key={folder} aria-label={folder || t('prompts.noFolder')}>
            {folders.length > 1 && (
              <h3 dir="auto" className="pb-1 text-small font-medium text-text-soft">
                {folder || t('prompts.noFolder')}
              </h3>
            )}
            <ul className="divide-y divide-line border-line border-y">
              {found
                .filter((one) => one.folder === folder)
                .map((prompt) => (
                  <PromptRow
                    key={prompt.id}
                    prompt={prompt}
                    onInsert={() => onInsert(prompt)}
                    onEdit={() => onEdit(prompt)}
                    onRemove={() => onRemove(prompt)}
                  />
                ))}
            </ul>
          </section>
        ))}
    </div>
  );
}
