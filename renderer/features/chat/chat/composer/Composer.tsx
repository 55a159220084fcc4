import { type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { Attachment } from '../../../../../preload/contract/chat/attachments.ts';
import {
  AttachButton,
  type Attaching,
  BasketView,
  isTaking,
} from '../../../../attachments/index.ts';
import { useT } from '../../../../i18n/index.ts';
import { commands } from '../../../../kit/commands/declared.ts';
import { isComposing, isPressedInField } from '../../../../kit/commands/keys.ts';
import { useOffer } from '../../../../kit/useCommand.ts';
import { cx } from '../../../../ui/index.ts';
import { usePromptMenu } from '../../prompts/index.ts';
import { useServerFiles } from '../../tools/index.ts';
import type { LatestDraft } from '../conversation/latestDraft.ts';
import { Field } from './field/Field.tsx';
import type { WritingField } from './field/writingField.ts';
import { StopOrSend } from './StopOrSend.tsx';
import { useSendKey } from './sendKey.ts';
import { type ComposerHandle, useComposerHandle } from './useComposerHandle.ts';
import { usePasting } from './usePasting.tsx';
import { useSharedDraft } from './useSharedDraft.ts';

interface ComposerProps {
  readonly ref?: Ref<ComposerHandle>;
  /** Called for every change, including the initial draft. */
  readonly onWrite?: (text: string) => void;
  readonly streaming: boolean;
  readonly disabled: boolean;
  /** The stored draft of this place, and whether other windows share it. */
  readonly heard: Pick<StoreApi<LatestDraft>, 'getState' | 'subscribe'>;
  readonly conversationId: string | null;
  readonly shared: boolean;
  /** Stores the draft; false on failure. */
  readonly onDraft: (draft: string, over: string, writer: string) => Promise<boolean>;
  /** Sends, or queues while an answer streams. False: it was refused, and the text comes back. */
  readonly onSend: (text: string, attachments: Attachment[], anyway: boolean) => Promise<boolean>;
  readonly attaching: Attaching;
  readonly onStop: () => void;
  /** Alt+Up: edits the last message. */
  readonly onEditLast: () => void;
}

/** Milliseconds in which a second Escape stops the answer. */
const armedFor = 3_000;

/**
 * The message editor. While an answer streams, the button stops it, typing continues, and sent messages are queued.
 * Escape asks first: the button says so, and a second one stops.
 */
export function Composer(props: ComposerProps) {
  const { streaming, disabled, attaching, onDraft, onSend, onStop, onEditLast } = props;
  const { ref, onWrite, conversationId, heard, shared } = props;
  const { basket } = attaching;
  const files = useStore(basket, ({ items }) => items);
  const t = useT();
  const { sendWith, isSend } = useSendKey();
  const [sending, setSending] = useState(false);
  const [armed, setArmed] = useArmed(streaming);
  const field = useRef<WritingField>(null);
  const written = useSharedDraft({ conversationId, heard, shared, save: onDraft, field });
  const { text, write } = written;
  const hasWords = text.trim() !== '' || files.some(({ attachment }) => attachment !== null);
  const ready = hasWords && !isTaking(files) && !disabled && !sending;

  const served = useServerFiles(basket);
  const pasted = usePasting({ field, attaching, text, write });
  useEffect(() => onWrite?.(text), [text, onWrite]);
  const { takeBack } = useComposerHandle(ref, {
    text,
    write,
    field,
    basket,
    send: () => void send(true),
    flush: written.flush,
  });
  useOffer('focus-composer', () => field.current?.focus());
  const prompts = usePromptMenu({ text, field, write });
  const send = async (anyway = false) => {
    if (!ready) return;
    setSending(true);
    // at once: by the time that main has the message, the user may be elsewhere
    field.current?.focus();
    // The draft stays until main has the message: the app may be closed at any moment.
    const release = written.hold();
    write('');
    const attachments = basket.empty();
    const sent = await onSend(text, attachments, anyway);
    setSending(false);
    // An unsent message comes back, before any text typed meanwhile.
    if (!sent) takeBack([{ text, attachments }]);
    else if (attachments.length > 0) basket.keep();
    release();
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (prompts.press(event)) return;
    if (isSend(event)) {
      event.preventDefault();
      void send();
    } else if (isComposing(event)) {
      return;
    } else if (event.key === 'Escape' && streaming) {
      event.preventDefault();
      if (armed) onStop();
      setArmed(!armed);
    } else if (isPressedInField(commands['edit-last'].keys, event)) {
      event.preventDefault();
      onEditLast();
    }
  };

  return (
    <form
      className={cx(
        'control-edge relative flex flex-col rounded-card bg-surface',
        'focus-within:outline-2 focus-within:outline-focus',
      )}
      onSubmit={(event) => {
        // React's events bubble here from forms of dialogs that stand in this one
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        void send();
      }}
    >
      {prompts.menu}
      <BasketView basket={basket} />
      {pasted.offer}
      <span className="absolute bottom-1.5 left-1.5">
        <AttachButton
          disabled={disabled}
          onFiles={attaching.addFiles}
          onFolder={attaching.addFolder}
          more={served.more}
        />
      </span>
      {served.dialog}
      <Field
        text={text}
        field={field}
        label={t('chat.composer.label')}
        placeholder={
          streaming
            ? t('chat.composer.placeholderQueue')
            : sendWith === 'enter'
              ? t('chat.composer.placeholder')
              : t('chat.composer.placeholderModifier')
        }
        disabled={disabled}
        aria={prompts.fieldProps}
        onText={(next) => {
          write(next);
          prompts.look();
        }}
        onLook={prompts.look}
        {...written.compositionProps}
        onKeyDown={press}
        onPaste={pasted.paste}
      />
      <span className="absolute right-1.5 bottom-1.5 flex items-center gap-2">
        <StopOrSend streaming={streaming} armed={armed} ready={ready} onStop={onStop} />
      </span>
    </form>
  );
}

/** Whether the next Escape stops the answer; only for a short time. */
function useArmed(streaming: boolean) {
  const [armed, setArmed] = useState(false);
  useEffect(() => {
    if (!streaming) setArmed(false);
    if (!armed) return;
    const timer = setTimeout(() => setArmed(false), armedFor);
    return () => clearTimeout(timer);
  }, [armed, streaming]);
  return [armed, setArmed] as const;
}
