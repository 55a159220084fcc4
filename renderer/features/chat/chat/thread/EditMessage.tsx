import { Pencil } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { EditedMessage, Message } from '../../../../../preload/contract/chat/conversation.ts';
import {
  AttachButton,
  BasketView,
  isTaking,
  pastedFiles,
  useAttaching,
} from '../../../../attachments/index.ts';
import { useT } from '../../../../i18n/index.ts';
import { isComposing } from '../../../../kit/commands/keys.ts';
import { Button, cx, useContentHeight, useDiscard } from '../../../../ui/index.ts';
import { useServerFiles } from '../../tools/index.ts';
import { useSendKey } from '../composer/sendKey.ts';
import type { ConversationStore } from '../conversation/store.ts';
import { useThreadActions } from '../conversation/threadActions.ts';
import { useEditing } from './useEditing.ts';

/** The editor in place of a message: another branch with its text is sent, or saved if it is an answer. */
export function EditMessage({
  message,
  begun,
  store,
  busy,
}: {
  readonly message: Message;
  /** The stored state of the edit. */
  readonly begun: EditedMessage | undefined;
  readonly store: ConversationStore;
  readonly busy: boolean;
}) {
  const t = useT();
  const { edit, editAnswer, startEditing } = useThreadActions();
  const { isSend } = useSendKey();
  const [sending, setSending] = useState(false);
  const editing = useEditing(message, begun, store);
  const { text, basket } = editing;
  const field = useRef<HTMLTextAreaElement>(null);
  useContentHeight(field, text);
  useFocusOnce(field, begun === undefined);
  const isAnswer = message.role === 'assistant';
  const attaching = useAttaching(basket, {
    model: undefined,
    enabled: !isAnswer,
    dropsHere: !isAnswer,
  });
  const served = useServerFiles(basket);
  const files = useStore(basket, ({ items }) => items);
  const says = text.trim() !== '';
  const written = isAnswer
    ? says && text !== message.content
    : says || files.some(({ attachment }) => attachment !== null);
  const ready = written && !isTaking(files) && !busy && !sending;
  const send = async () => {
    if (!ready) return;
    setSending(true);
    const over = await editing.over();
    const saved = isAnswer
      ? await editAnswer(message.id, { text, over })
      : await edit(message.id, { text, attachments: editing.files(), over });
    if (saved) close();
    else setSending(false);
  };
  const close = () => {
    editing.giveUp();
    startEditing(null);
  };
  const discard = useDiscard(editing.isChanged());
  const leave = () => discard.leave(close);
  return (
    <form
      className="control-edge rounded-card bg-surface focus-within:outline-2 focus-within:outline-focus"
      onSubmit={(event) => {
        // as in the composer: not for the forms of dialogs that stand in it
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        void send();
      }}
    >
      {!isAnswer && <BasketView basket={basket} />}
      <textarea
        aria-label={t(isAnswer ? 'chat.editAnswerLabel' : 'chat.editLabel')}
        ref={field}
        dir="auto"
        value={text}
        onChange={(event) => editing.write(event.target.value)}
        onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !isComposing(event)) {
            event.stopPropagation();
            leave();
          } else if (isSend(event)) {
            event.preventDefault();
            void send();
          }
        }}
        onPaste={(event) => {
          if (isAnswer) return;
          const pasted = pastedFiles(event.clipboardData);
          if (pasted.length === 0) return;
          event.preventDefault();
          attaching.addFiles(pasted);
        }}
        className="field-sizing-content max-h-[40dvh] min-h-11 w-full resize-none bg-transparent px-3.5 py-2.5 text-chat outline-0"
      />
      <div className="flex items-center gap-2 px-2 pb-2">
        {!isAnswer && (
          <AttachButton
            onFiles={attaching.addFiles}
            onFolder={attaching.addFolder}
            more={served.more}
          />
        )}
        <span className="min-w-0 flex-1 truncate pl-1.5 text-small text-text-soft">
          {t('chat.editNote')}
        </span>
        <Button size="small" onClick={leave}>
          {t('common.cancel')}
        </Button>
        <Button size="small" variant="primary" type="submit" busy={sending} disabled={!ready}>
          {t(isAnswer ? 'common.save' : 'chat.composer.send')}
        </Button>
      </div>
      {attaching.overlays}
      {served.dialog}
      {discard.question}
    </form>
  );
}

interface UnsentEditNoteProps {
  readonly messageId: string;
  readonly busy: boolean;
  readonly className?: string;
}

/** Says below a message that an edit of it was begun and not sent. */
export function UnsentEditNote({ messageId, busy, className }: UnsentEditNoteProps) {
  const t = useT();
  const { startEditing } = useThreadActions();
  return (
    <p
      className={cx(
        'mt-1 flex min-h-6 flex-wrap items-center gap-x-2 gap-y-1 text-small text-text-soft',
        className,
      )}
    >
      <span className="phrases">{t('chat.editBegun')}</span>
      <Button size="small" icon={Pencil} disabled={busy} onClick={() => startEditing(messageId)}>
        {t('chat.editGoOn')}
      </Button>
    </p>
  );
}

/** Elements in which somebody types, or scrolls with keys. */
const busyElsewhere = 'textarea, input, [contenteditable=true], [role=log]';

/**
 * Focuses the field if the user started the edit here; a restored editor takes the focus from no other field, nor from
 * a reader who scrolls past, for whom nothing moves.
 */
function useFocusOnce(field: RefObject<HTMLTextAreaElement | null>, asked: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it comes
  useEffect(() => {
    if (asked) field.current?.focus();
    else if (document.activeElement?.matches(busyElsewhere) !== true) {
      field.current?.focus({ preventScroll: true });
    }
  }, []);
}
