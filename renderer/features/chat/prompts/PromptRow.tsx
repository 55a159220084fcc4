import { Pencil, Trash2 } from 'lucide-react';
import type { Prompt } from '../../../../preload/contract/chat/prompts.ts';
import { useT } from '../../../i18n/index.ts';
import { Badge, Button, IconButton } from '../../../ui/index.ts';

interface PromptRowProps {
  readonly prompt: Prompt;
  readonly onInsert: () => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

/** One prompt of the library. */
export function PromptRow({ prompt, onInsert, onEdit, onRemove }: PromptRowProps) {
  const t = useT();
  const { name, text, tags } = prompt;
  return (
    <li className="flex items-center gap-2 py-1.5">
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-center gap-2">
          <span dir="auto" className="truncate font-medium">
            {name}
          </span>
          {tags.slice(0, 4).map((tag) => (
            <Badge key={tag}>{`#${tag}`}</Badge>
          ))}
        </p>
        <p dir="auto" className="truncate text-small text-text-soft">
          {text.replaceAll(/\s+/g, ' ')}
        </p>
      </div>
      <IconButton
        size="small"
        icon={Pencil}
        label={t('prompts.editNamed', { name })}
        onClick={onEdit}
      />
      <IconButton
        size="small"
        icon={Trash2}
        label={t('prompts.removeNamed', { name })}
        onClick={onRemove}
      />
      <Button size="small" aria-label={t('prompts.insertNamed', { name })} onClick={onInsert}>
        {t('prompts.insert')}
      </Button>
    </li>
  );
}
