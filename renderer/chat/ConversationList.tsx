import { MoreHorizontal, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ConversationSummary } from '../../preload/contract/chat.ts';
import type { AppErrorData } from '../../preload/contract/errors.ts';
import { useT } from '../i18n/index.ts';
import { asProblem, useFollowed, useStores } from '../stores/index.ts';
import { cx, ErrorBar, IconButton, Menu, Spinner, useToasts } from '../ui/index.ts';
import { RenameDialog } from './RenameDialog.tsx';

interface ConversationListProps {
  readonly openId: string | null;
  readonly onNew: () => void;
}

/** The conversations of the system, last changed first. */
export function ConversationList({ openId, onNew }: ConversationListProps) {
  const t = useT();
  const { client, route } = useStores();
  const toasts = useToasts();
  const { value, problem } = useFollowed((stores) => stores.conversations);
  const [renaming, setRenaming] = useState<ConversationSummary | null>(null);
  const [failed, setFailed] = useState<AppErrorData | null>(null);
  const trouble = failed ?? problem;

  const perform = (work: () => Promise<unknown>) => {
    setFailed(null);
    work().catch((error: unknown) => setFailed(asProblem(error)));
  };
  const remove = ({ id, title }: ConversationSummary) =>
    perform(async () => {
      await client.call('chat.remove', { id });
      toasts.show({
        text: t('chat.removed', { title }),
        undo: () => perform(() => client.call('chat.restore', { id })),
      });
    });

  return (
    <section
      aria-label={t('chat.conversations')}
      className="flex w-60 shrink-0 flex-col border-line border-r max-[62rem]:w-50"
    >
      <header className="flex h-14 items-center justify-between pr-3 pl-4">
        <h1 className="font-semibold text-title">{t('frame.screens.chat')}</h1>
        <IconButton icon={Plus} label={t('chat.new')} onClick={onNew} />
      </header>
      {trouble && (
        <ErrorBar error={trouble} className="mx-3 mb-2" onDismiss={() => setFailed(null)} />
      )}
      <ul className="min-h-0 flex-1 space-y-0.5 overflow-y-auto px-2 pb-3">
        {value?.map((conversation) => {
          const open = conversation.id === openId;
          return (
            <li
              key={conversation.id}
              className={cx(
                'group relative flex items-center rounded-control hover:bg-hover',
                open && 'bg-accent-soft hover:bg-accent-soft',
              )}
            >
              <button
                type="button"
                aria-current={open || undefined}
                onClick={() => route.go({ screen: 'chat', conversationId: conversation.id })}
                className="flex h-8 min-w-0 flex-1 items-center gap-2 rounded-control px-2.5 text-left"
              >
                <span className="min-w-0 flex-1 truncate">
                  {conversation.title || t('chat.untitled')}
                </span>
                {conversation.streaming && (
                  <Spinner size={12} className="shrink-0 text-accent-text" />
                )}
              </button>
              <span
                className={cx(
                  'mr-0.5 opacity-0 focus-within:opacity-100 group-hover:opacity-100',
                  open && 'opacity-100',
                )}
              >
                <Menu
                  align="end"
                  trigger={
                    <IconButton
                      size="small"
                      icon={MoreHorizontal}
                      label={t('chat.actionsOf', { title: conversation.title })}
                    />
                  }
                  items={[
                    {
                      id: 'rename',
                      label: t('chat.rename'),
                      icon: Pencil,
                      onSelect: () => setRenaming(conversation),
                    },
                    'separator',
                    {
                      id: 'delete',
                      label: t('common.delete'),
                      icon: Trash2,
                      danger: true,
                      onSelect: () => remove(conversation),
                    },
                  ]}
                />
              </span>
            </li>
          );
        })}
        {value?.length === 0 && (
          <li className="px-2.5 py-2 text-small text-text-soft">{t('chat.noConversations')}</li>
        )}
      </ul>
      {renaming && <RenameDialog conversation={renaming} onClose={() => setRenaming(null)} />}
    </section>
  );
}
