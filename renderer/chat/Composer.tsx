import { ArrowUp, Square } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useT } from '../i18n/index.ts';
import { cx, IconButton } from '../ui/index.ts';

interface ComposerProps {
  readonly streaming: boolean;
  readonly disabled: boolean;
  /** False: it was not sent, and the text stays. */
  readonly onSend: (text: string) => Promise<boolean>;
  readonly onStop: () => void;
}

/**
 * Where messages are written. Enter sends, Shift+Enter breaks the line; Enter that ends a Japanese
 * composition does neither. While an answer streams the button stops it, and writing goes on.
 */
export function Composer({ streaming, disabled, onSend, onStop }: ComposerProps) {
  const t = useT();
  const [text, setText] = useState('');
  const [sending, setSending] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const ready = text.trim() !== '' && !disabled && !streaming && !sending;

  const send = async () => {
    if (!ready) return;
    setSending(true);
    setText('');
    const sent = await onSend(text);
    setSending(false);
    // What could not be sent comes back, before whatever was typed meanwhile.
    if (!sent) setText((typed) => (typed === '' ? text : `${text}\n${typed}`));
    field.current?.focus();
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Safari ends a composition before the key that ended it; that key's code is 229.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      void send();
    }
  };

  return (
    <form
      className={cx(
        'control-edge relative flex items-end rounded-card bg-surface',
        'focus-within:outline-2 focus-within:outline-focus',
      )}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <textarea
        ref={field}
        aria-label={t('chat.composer.label')}
        placeholder={t('chat.composer.placeholder')}
        value={text}
        rows={1}
        disabled={disabled}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
        className="field-sizing-content max-h-[40dvh] min-h-11 w-full resize-none bg-transparent py-2.5 pr-12 pl-3.5 text-chat outline-none placeholder:text-text-faint"
      />
      <span className="absolute right-1.5 bottom-1.5">
        {streaming ? (
          <IconButton
            variant="plain"
            icon={Square}
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
