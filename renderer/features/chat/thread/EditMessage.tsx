import { useState } from 'react';
import { useStore } from 'zustand';
import type { Message } from '../../../../preload/contract/conversation.ts';
import {
  AttachButton,
  BasketView,
  isTaking,
  pastedFiles,
  useAttaching,
  useEditBasket,
} from '../../../attachments/index.ts';
import { useT } from '../../../i18n/index.ts';
import { Button } from '../../../ui/index.ts';
import { useSendKey } from '../composer/sendKey.ts';
import { useThreadActions } from '../conversation/threadActions.ts';

/** The editor in place of a message: what it says is sent as another branch. */
export function EditMessage({
  message,
  busy,
}: {
  readonly message: Message;
  readonly busy: boolean;
}) {
  const t = useT();
  const { edit, startEditing } = useThreadActions();
  const { isSend } = useSendKey();
  const [text, setText] = useState(message.content);
  const [sending, setSending] = useState(false);
  const basket = useEditBasket(message.attachments);
  const attaching = useAttaching(basket, { model: undefined, enabled: true, dropsHere: true });
  const files = useStore(basket, ({ items }) => items);
  const written = text.trim() !== '' || files.some(({ attachment }) => attachment !== null);
  const ready = written && !isTaking(files) && !busy && !sending;
  const send = async () => {
    if (!ready) return;
    setSending(true);
    const changed = basket.isChanged() ? basket.ready() : undefined;
    if (await edit(message.id, text, changed)) startEditing(null);
    else setSending(false);
  };
  return (
    <form
      className="control-edge rounded-card bg-surface focus-within:outline-2 focus-within:outline-focus"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <BasketView basket={basket} />
      <textarea
        aria-label={t('chat.editLabel')}
        // biome-ignore lint/a11y/noAutofocus: it stands where the user asked to write
        autoFocus
        value={text}
        onChange={(event) => setText(event.target.value)}
        onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
            event.stopPropagation();
            startEditing(null);
          } else if (isSend(event)) {
            event.preventDefault();
            void send();
          }
        }}
        onPaste={(event) => {
          const pasted = pastedFiles(event.clipboardData);
          if (pasted.length === 0) return;
          event.preventDefault();
          attaching.addFiles(pasted);
        }}
        className="field-sizing-content max-h-[40dvh] min-h-11 w-full resize-none bg-transparent px-3.5 py-2.5 text-chat outline-none"
      />
      <div className="flex items-center gap-2 px-2 pb-2">
        <AttachButton onFiles={attaching.addFiles} onFolder={attaching.addFolder} />
        <span className="min-w-0 flex-1 truncate pl-1.5 text-small text-text-soft">
          {t('chat.editNote')}
        </span>
        <Button size="small" onClick={() => startEditing(null)}>
          {t('common.cancel')}
        </Button>
        <Button size="small" variant="primary" type="submit" busy={sending} disabled={!ready}>
          {t('chat.composer.send')}
        </Button>
      </div>
      {attaching.overlays}
    </form>
  );
}
