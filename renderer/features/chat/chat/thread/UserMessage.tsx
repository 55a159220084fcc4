import { Check, Copy, GitFork, Pencil, Trash2 } from 'lucide-react';
import { memo } from 'react';
import type { EditedMessage, Message } from '../../../../../preload/contract/chat/conversation.ts';
import { MessageAttachments } from '../../../../attachments/index.ts';
import { useT } from '../../../../i18n/index.ts';
import { IconButton, LongText, Time, useCopy } from '../../../../ui/index.ts';
import type { ConversationStore } from '../conversation/store.ts';
import { useThreadActions } from '../conversation/threadActions.ts';
import { BranchArrows } from './BranchArrows.tsx';
import { EditMessage, UnsentEditNote } from './EditMessage.tsx';

interface UserMessageProps {
  readonly message: Message;
  readonly siblings: readonly string[] | undefined;
  readonly editing: boolean;
  /** The stored state of an unsent edit of it. */
  readonly begun: EditedMessage | undefined;
  readonly store: ConversationStore;
  readonly busy: boolean;
}

/** The user's message: a tinted block at the right, or the editor in its place. */
export const UserMessage = memo(function UserMessage(props: UserMessageProps) {
  const { message, siblings, editing, begun, store, busy } = props;
  const t = useT();
  const { startEditing, remove, fork } = useThreadActions();
  const { copied, copy } = useCopy();
  const { id, content, attachments, createdAt } = message;
  if (editing) {
    return (
      <article aria-label={t('chat.you')}>
        <EditMessage message={message} begun={begun} store={store} busy={busy} />
      </article>
    );
  }
  return (
    <article aria-label={t('chat.you')} className="flex flex-col items-end">
      <MessageAttachments attachments={attachments} />
      {content !== '' && (
        <div data-words className="contents">
          <LongText
            text={content}
            className="w-fit max-w-[85%] rounded-card bg-accent-soft px-3.5 py-2 text-chat"
          />
        </div>
      )}
      {begun !== undefined && <UnsentEditNote messageId={id} busy={busy} className="justify-end" />}
      <footer className="mt-0.5 flex h-6 items-center text-small text-text-soft opacity-0 focus-within:opacity-100 [article:hover_&]:opacity-100">
        <Time calm at={Date.parse(createdAt)} className="pr-2" />
        <BranchArrows messageId={id} siblings={siblings} />
        <IconButton
          size="small"
          icon={copied ? Check : Copy}
          label={copied ? t('common.copied') : t('chat.copyMessage')}
          onClick={() => void copy(content)}
        />
        <IconButton size="small" icon={GitFork} label={t('chat.fork')} onClick={() => fork(id)} />
        <IconButton
          size="small"
          icon={Pencil}
          label={t('chat.edit')}
          disabled={busy}
          onClick={() => startEditing(id)}
        />
        <IconButton
          size="small"
          icon={Trash2}
          label={t('chat.deleteMessage')}
          disabled={busy}
          onClick={() => remove(message)}
        />
      </footer>
    </article>
  );
});
