import { ArrowUp, Clock, Pencil, Undo2 } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import type { QueuedMessage } from '../../../../../preload/contract/chat/conversation.ts';
import { useT } from '../../../../i18n/index.ts';
import { isComposing } from '../../../../kit/commands/keys.ts';
import {
  Button,
  IconButton,
  longestTitle,
  oneLine,
  useContentHeight,
  useDiscard,
  useErrorText,
} from '../../../../ui/index.ts';
import { type QueuedEditActions, useQueuedEdit } from './useQueuedEdit.ts';

/** Actions on queued messages. */
export interface QueueActions extends QueuedEditActions {
  /** Returns them to the composer: one, or all of them. */
  readonly takeBack: (queuedId: string) => void;
  readonly takeAllBack: () => void;
  readonly order: (queuedIds: string[]) => void;
  /** Sends the first now. */
  readonly send: () => void;
}

interface QueueProps {
  readonly queued: readonly QueuedMessage[];
  readonly streaming: boolean;
  readonly actions: QueueActions;
}

/** The messages queued until the running answer ends. */
export function Queue({ queued, streaming, actions }: QueueProps) {
  const t = useT();
  if (queued.length === 0) return null;
  const earlier = (at: number) => {
    const ids = queued.map(({ id }) => id);
    const [moved = ''] = ids.splice(at, 1);
    actions.order(ids.toSpliced(at - 1, 0, moved));
  };
  return (
    <section
      aria-label={t('chat.queue.title')}
      className="mb-1.5 rounded-card border border-line bg-sunken text-small"
    >
      <ul className="max-h-40 overflow-y-auto py-0.5">
        {queued.map((one, at) => (
          <Queued key={one.id} queued={one} actions={actions}>
            {at > 0 && (
              <IconButton
                size="small"
                icon={ArrowUp}
                label={t('chat.queue.earlier')}
                onClick={() => earlier(at)}
              />
            )}
          </Queued>
        ))}
      </ul>
      {(!streaming || queued.length > 1) && (
        <div className="flex items-center justify-end gap-2 border-line border-t py-1 pr-1 pl-3 text-text-soft">
          {!streaming && (
            <span className="phrases min-w-0 flex-1">
              {t(queued[0]?.edit === null ? 'chat.queue.waits' : 'chat.queue.waitsForEdit')}
            </span>
          )}
          {queued.length > 1 && (
            <Button size="small" variant="quiet" onClick={actions.takeAllBack}>
              {t('chat.queue.takeAllBack')}
            </Button>
          )}
          {!streaming && (
            <Button size="small" onClick={actions.send}>
              {t('chat.queue.sendNow')}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

const named = (model: string): string => oneLine(model, longestTitle);

interface QueuedProps {
  readonly queued: QueuedMessage;
  readonly actions: QueueActions;
  readonly children: ReactNode;
}

function Queued({ queued, actions, children }: QueuedProps) {
  const t = useT();
  const why = useErrorText(queued.problem);
  const editing = useQueuedEdit(queued, actions);
  const { text } = editing;
  const field = useRef<HTMLTextAreaElement>(null);
  useContentHeight(field, text);
  const discard = useDiscard(text !== queued.text);
  const { id, models } = queued;
  if (text !== null) {
    const leave = () => discard.leave(editing.giveUp);
    return (
      <li className="flex items-end gap-2 py-0.5 pr-1 pl-3">
        <textarea
          ref={field}
          aria-label={t('chat.queue.editLabel')}
          // biome-ignore lint/a11y/noAutofocus: it stands where the user asked to write
          autoFocus={editing.asked}
          dir="auto"
          value={text}
          onChange={(event) => editing.write(event.target.value)}
          onBlur={editing.keep}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || isComposing(event)) return;
            event.stopPropagation();
            leave();
          }}
          className="control-edge field-sizing-content max-h-28 min-h-7 min-w-0 flex-1 resize-none rounded-small bg-surface px-2 py-1"
        />
        <Button size="small" onClick={leave}>
          {t('common.cancel')}
        </Button>
        <Button
          size="small"
          disabled={text.trim() === '' && queued.attachments.length === 0}
          onClick={() => void editing.save()}
        >
          {t('common.save')}
        </Button>
        {discard.question}
      </li>
    );
  }
  return (
    <li className="flex min-h-7 items-center gap-1 pr-1 pl-3">
      <Clock size={13} aria-hidden className="mr-1 shrink-0 text-text-soft" />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate">
          {[queued.text, ...queued.attachments.map(({ name }) => name)].filter(Boolean).join(' · ')}
        </span>
        {models !== undefined && (
          <span className="block truncate text-text-soft">
            {t('chat.queue.asks', { models: models.map(named).join(', ') })}
          </span>
        )}
        {why && (
          <span className="block text-down-text">
            {why.what} {why.next}
          </span>
        )}
      </span>
      {children}
      <IconButton size="small" icon={Pencil} label={t('chat.queue.edit')} onClick={editing.begin} />
      <IconButton
        size="small"
        icon={Undo2}
        label={t('chat.queue.cancel')}
        onClick={() => actions.takeBack(id)}
      />
    </li>
  );
}
