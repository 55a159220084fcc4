import { EyeOff, MoreHorizontal } from 'lucide-react';
import { useT } from '../i18n/index.ts';
import { Badge, IconButton, Menu, Switch } from '../ui/index.ts';
import type { Head } from './conversation.ts';
import { useConversationActions } from './useConversationActions.tsx';
import { useFolders } from './useFolders.ts';

interface ConversationHeaderProps {
  readonly head: Head;
  readonly perform: (work: () => Promise<unknown>) => void;
}

/** Title, tags and what can be done with the conversation. */
export function ConversationHeader({ head, perform }: ConversationHeaderProps) {
  const t = useT();
  const folders = useFolders(head.systemId);
  const { itemsFor, dialog } = useConversationActions(folders, perform);
  const title = head.title || t('chat.untitled');
  const folder = folders.find(({ id }) => id === head.folderId);
  return (
    <header className="flex h-14 shrink-0 items-center gap-2 border-line border-b px-4">
      <h2 className="min-w-0 truncate text-heading font-semibold">
        {folder && <span className="font-normal text-text-soft">{`${folder.name} / `}</span>}
        {title}
      </h2>
      {head.temporary && <Badge icon={EyeOff}>{t('chat.temporary.on')}</Badge>}
      {head.tags.slice(0, 4).map((tag) => (
        <Badge key={tag}>{`#${tag}`}</Badge>
      ))}
      <span className="ml-auto">
        <Menu
          align="end"
          trigger={<IconButton icon={MoreHorizontal} label={t('chat.actionsOf', { title })} />}
          items={itemsFor(head)}
        />
      </span>
      {dialog}
    </header>
  );
}

interface NewHeaderProps {
  readonly temporary: boolean;
  readonly onTemporary: (temporary: boolean) => void;
}

/** The header of a conversation that has not begun: whether it is to leave nothing behind. */
export function NewHeader({ temporary, onTemporary }: NewHeaderProps) {
  const t = useT();
  return (
    <header className="flex h-14 shrink-0 items-center justify-between gap-2 border-line border-b px-4">
      <h2 className="min-w-0 truncate text-heading font-semibold">{t('chat.newConversation')}</h2>
      <Switch label={t('chat.temporary.label')} checked={temporary} onCheckedChange={onTemporary} />
    </header>
  );
}
