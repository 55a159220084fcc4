import { EyeOff, GitBranch, MoreHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { useCommand, useOffer } from '../../../kit/useCommand.ts';
import { Switch } from '../../../ui/fields/Switch.tsx';
import { Badge, IconButton, longestTitle, Menu, oneLine } from '../../../ui/index.ts';
import {
  type ActionId,
  TreeDialog,
  useConversationActions,
  useFolders,
} from '../conversations/index.ts';
import type { Head } from './conversation/store.ts';

interface ConversationHeaderProps {
  readonly head: Head;
  readonly perform: (work: () => Promise<unknown>) => void;
}

/** Title, tags and actions of the conversation. */
export function ConversationHeader({ head, perform }: ConversationHeaderProps) {
  const t = useT();
  const folders = useFolders(head.systemId);
  const branches = useCommand('tree');
  const { itemsFor, run, savesPdf, dialog } = useConversationActions(folders, perform);
  const [tree, setTree] = useState(false);
  const empty = head.leafId === null;
  const can = (able: boolean, id: ActionId) => (able ? () => run(id, head) : null);
  useOffer('rename', can(true, 'rename'));
  useOffer('suggest-title', can(!empty && !head.streaming, 'suggest'));
  useOffer('pin', can(true, 'pin'));
  useOffer('organise', can(!head.temporary, 'organise'));
  useOffer('archive', can(true, 'archive'));
  useOffer('duplicate', can(!head.streaming, 'duplicate'));
  useOffer('delete', can(true, 'delete'));
  useOffer('export', can(!head.temporary && !head.streaming, 'export'));
  const printable = !empty && !head.temporary && !head.streaming;
  useOffer('print', can(printable, 'print'));
  useOffer('save-pdf', can(printable && savesPdf, 'save-pdf'));
  useOffer('copy-conversation', can(!empty, 'copy'));
  useOffer('tree', empty ? null : () => setTree(true));
  const title = oneLine(head.title, longestTitle) || t('chat.untitled');
  const folder = folders.find(({ id }) => id === head.folderId);
  return (
    <header className="flex h-14 shrink-0 items-center gap-2 border-line border-b px-4">
      <h2 dir="auto" className="min-w-0 truncate text-heading font-semibold">
        {folder && <bdi className="font-normal text-text-soft">{`${folder.name} / `}</bdi>}
        {title}
      </h2>
      {head.temporary && <Badge icon={EyeOff}>{t('chat.temporary.on')}</Badge>}
      {head.tags.slice(0, 4).map((tag) => (
        <Badge key={tag}>{`#${tag}`}</Badge>
      ))}
      <span className="ml-auto flex items-center">
        <IconButton
          icon={GitBranch}
          keys={branches.keys}
          label={t('conversations.tree.action')}
          disabled={empty}
          onClick={branches.run}
        />
        <Menu
          align="end"
          trigger={<IconButton icon={MoreHorizontal} label={t('chat.actionsOf', { title })} />}
          items={itemsFor(head)}
        />
      </span>
      {dialog}
      {tree && <TreeDialog conversation={head} onClose={() => setTree(false)} />}
    </header>
  );
}

interface NewHeaderProps {
  readonly temporary: boolean;
  readonly onTemporary: (temporary: boolean) => void;
}

/** The header of a new conversation, with the switch for a temporary one. */
export function NewHeader({ temporary, onTemporary }: NewHeaderProps) {
  const t = useT();
  return (
    <header className="flex h-14 shrink-0 items-center justify-between gap-2 border-line border-b px-4">
      <h2 className="min-w-0 truncate text-heading font-semibold">{t('chat.newConversation')}</h2>
      <Switch label={t('chat.temporary.label')} checked={temporary} onCheckedChange={onTemporary} />
    </header>
  );
}

/** A note at the message field of a temporary conversation. */
export function TemporaryNote() {
  const t = useT();
  return (
    <p className="phrases mb-1 flex items-center gap-1.5 rounded-control border border-line-control border-dashed px-2.5 py-1 text-small text-text-soft">
      <EyeOff size={13} aria-hidden className="shrink-0" />
      {t('conversations.temporary.note')}
    </p>
  );
}
