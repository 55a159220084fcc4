import { Check, EyeOff, MoreHorizontal } from 'lucide-react';
import type { KeyboardEvent, MouseEvent } from 'react';
import type { ConversationSummary } from '../../../../../preload/contract/chat/conversation.ts';
import { useT } from '../../../../i18n/index.ts';
import { isComposing, isModHeld } from '../../../../kit/commands/keys.ts';
import { useStores } from '../../../../kit/index.ts';
import { useResource } from '../../../../kit/useResource.ts';
import {
  Badge,
  cx,
  IconButton,
  longestTitle,
  Menu,
  type MenuItem,
  oneLine,
  Spinner,
  VisuallyHidden,
} from '../../../../ui/index.ts';
import { setDraggedIds } from './dragging.ts';
import type { Selection } from './selection.ts';

interface ConversationRowProps {
  readonly conversation: ConversationSummary;
  readonly open: boolean;
  readonly inset: boolean;
  readonly items: readonly MenuItem[];
  readonly selection: Selection;
  readonly onRename: () => void;
  readonly onDelete: () => void;
}

/** A row of the list: opens the conversation, or selects it in selection mode. */
export function ConversationRow(props: ConversationRowProps) {
  const { conversation, open, inset, items, selection, onRename, onDelete } = props;
  const t = useT();
  const { route } = useStores();
  const { id, title, streaming, temporary } = conversation;
  const shown = oneLine(title, longestTitle) || t('chat.untitled');
  const chosen = selection.ids.has(id);
  const press = (event: MouseEvent) => {
    if (event.shiftKey) selection.extend(id);
    else if (isModHeld(event) || selection.active) selection.toggle(id);
    else route.go({ screen: 'chat', conversationId: id });
  };
  const key = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'F2') onRename();
    else if (event.key === 'Delete' && !event.repeat) onDelete();
    else return;
    event.preventDefault();
  };
  return (
    <div
      className={cx(
        'group relative mb-0.5 flex items-center rounded-control hover:bg-hover',
        (chosen || (open && !selection.active)) && 'bg-accent-soft hover:bg-accent-soft',
      )}
    >
      <button
        type="button"
        data-row={id}
        draggable
        {...(selection.active
          ? { role: 'checkbox', 'aria-checked': chosen }
          : { 'aria-current': open || undefined })}
        onClick={press}
        onKeyDown={key}
        onDragStart={(event) => setDraggedIds(event, chosen ? [...selection.ids] : [id])}
        className={cx(
          'flex h-8 min-w-0 flex-1 items-center gap-2 rounded-control pr-1 text-left',
          inset ? 'pl-7.5' : 'pl-2.5',
        )}
      >
        {selection.active && (
          <span
            aria-hidden
            className={cx(
              'flex size-4 shrink-0 items-center justify-center rounded-small border',
              chosen ? 'border-accent bg-accent text-on-accent' : 'border-line-control bg-surface',
            )}
          >
            {chosen && <Check size={12} strokeWidth={3} />}
          </span>
        )}
        {temporary && (
          <span className="shrink-0 text-text-soft">
            <EyeOff size={13} aria-hidden />
            <VisuallyHidden>{t('conversations.list.temporary')} </VisuallyHidden>
          </span>
        )}
        <span dir="auto" className={cx('min-w-0 flex-1 truncate', temporary && 'italic')}>
          {shown}
        </span>
        {streaming && <Running id={id} />}
      </button>
      {!selection.active && (
        <span
          className={cx(
            'mr-0.5 opacity-0 focus-within:opacity-100 [.group:hover_&]:opacity-100',
            open && 'opacity-100',
          )}
        >
          <Menu
            align="end"
            trigger={
              <IconButton
                size="small"
                icon={MoreHorizontal}
                label={t('chat.actionsOf', { title: shown })}
              />
            }
            items={items}
          />
        </span>
      )}
    </div>
  );
}

/** A turn runs; in words if one of its tools waits for the user. */
function Running({ id }: { readonly id: string }) {
  const t = useT();
  const { value: requests } = useResource('toolRequests', undefined);
  const { value: forms } = useResource('toolForms', undefined);
  if ([...(requests ?? []), ...(forms ?? [])].some((one) => one.conversationId === id)) {
    return <Badge tone="warning">{t('conversations.list.asks')}</Badge>;
  }
  return <Spinner size={12} className="shrink-0 text-accent-text" />;
}
