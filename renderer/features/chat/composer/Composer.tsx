import { ArrowUp, Square } from 'lucide-react';
import {
  type KeyboardEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { Attachment } from '../../../../preload/contract/chat/attachments.ts';
import { AttachButton, type Attaching, BasketView, isTaking } from '../../../attachments/index.ts';
import { useT } from '../../../i18n/index.ts';
import { commands } from '../../../kit/commands/declared.ts';
import { isComposing, isPressedInField } from '../../../kit/commands/keys.ts';
import { useOffer } from '../../../kit/useCommand.ts';
import { cx, IconButton } from '../../../ui/index.ts';
import { usePromptMenu } from '../../prompts/index.ts';
import type { Heard } from '../conversation/heard.ts';
import { Field } from './field/Field.tsx';
import type { WritingField } from './field/writingField.ts';
import { useSendKey } from './sendKey.ts';
import { usePasting } from './usePasting.tsx';
import { useSharedDraft } from './useSharedDraft.ts';

/** What was written before, and is to be written on. */
export interface Taken {
  readonly text: string;
  readonly attachments: Attachment[];
}

/** What others do with the message that is being written. */
export interface ComposerHandle {
  /** Puts texts and files before what is being written. */
  takeBack(taken: readonly Taken[]): void;
  /** Puts a text where the caret is. */
  insert(text: string): void;
  /** Sends what is written, whatever limit it is judged to break. */
  sendAnyway(): void;
  /** Keeps what is written and not kept yet. */
  flush(): Promise<void>;
}

interface ComposerProps {
  readonly ref?: Ref<ComposerHandle>;
  /** Told of every change, the draft that it begins with included. */
  readonly onWrite?: (text: string) => void;
  readonly streaming: boolean;
  readonly disabled: boolean;
  /** What is being written here, where it belongs to, and whether other windows have it too. */
  readonly heard: Pick<StoreApi<Heard>, 'getState' | 'subscribe'>;
  readonly conversationId: string | null;
  readonly shared: boolean;
  /** Keeps it; false: it could not be. */
  readonly onDraft: (draft: string, over: string, writer: string) => Promise<boolean>;
  /** Sends, or queues while an answer streams. False: it was not taken, and the text comes back. */
  readonly onSend: (text: string, attachments: Attachment[], anyway: boolean) => Promise<boolean>;
  readonly attaching: Attaching;
  readonly onStop: () => void;
  /** Alt+Up: the last message is to be edited. */
  readonly onEditLast: () => void;
}

/** Milliseconds in which a second Escape stops the answer. */
const armedFor = 3_000;

/**
 * Where messages are written. While an answer streams the button stops it, writing goes on, and what is
 * sent waits its turn. Escape asks first: the button says so, and a second one stops.
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

  const pasted = usePasting({ field, attaching, text, write });
  useEffect(() => onWrite?.(text), [text, onWrite]);
  const takeBack = (taken: readonly Taken[]) => {
    const files = taken.flatMap(({ attachments }) => attachments);
    if (files.length > 0) basket.put(files, { tell: true });
    const texts = [...taken.map((one) => one.text), field.current?.value ?? ''];
    write(texts.filter((one) => one !== '').join('\n'));
  };
  useImperativeHandle(ref, () => ({
    takeBack(taken) {
      takeBack(taken);
      field.current?.focus();
    },
    insert(added) {
      const at = field.current?.selectionStart ?? text.length;
      write(`${text.slice(0, at)}${added}${text.slice(field.current?.selectionEnd ?? at)}`);
      requestAnimationFrame(() => {
        field.current?.focus();
        field.current?.select(at + added.length, at + added.length);
      });
    },
    sendAnyway: () => void send(true),
    flush: written.flush,
  }));
  useOffer('focus-composer', () => field.current?.focus());
  const prompts = usePromptMenu({ text, field, write });
  const send = async (anyway = false) => {
    if (!ready) return;
    setSending(true);
    write('');
    const attachments = basket.empty();
    const sent = await onSend(text, attachments, anyway);
    setSending(false);
    // What could not be sent comes back, before whatever was typed meanwhile.
    if (!sent) takeBack([{ text, attachments }]);
    field.current?.focus();
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
        />
      </span>
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
        <span role="status" className="contents">
          {armed && (
            <span className="rounded-small bg-raised px-1.5 py-0.5 text-small text-text-soft shadow-overlay">
              {t('chat.composer.escapeAgain')}
            </span>
          )}
        </span>
        {streaming ? (
          <IconButton
            variant={armed ? 'danger' : 'plain'}
            icon={Square}
            keys="escape"
            label={t('chat.composer.stop')}
            onClick={onStop}
          />
        ) : (
          <IconButton
            variant="primary"
            icon={ArrowUp}
            type="submit"
            label={t('chat.composer.send')}
            disabled={!ready}
          />
        )}
      </span>
    </form>
  );
}

/** Whether the next Escape stops the answer; not for long. */
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
