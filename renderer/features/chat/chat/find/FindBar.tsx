import { ChevronDown, ChevronUp, X } from 'lucide-react';
import type { KeyboardEvent, RefObject } from 'react';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { isComposing } from '../../../../kit/commands/keys.ts';
import { cx, ErrorBar, IconButton, TextField } from '../../../../ui/index.ts';
import type { Find } from './useFind.ts';

interface FindBarProps {
  readonly find: Find;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly bar: RefObject<HTMLElement | null>;
  /** At the bottom, because the match is at its usual place. */
  readonly low: boolean;
  readonly onClose: () => void;
}

/** The search text in the open conversation, the number of matches, and buttons to move between them. */
export function FindBar({ find, field, bar, low, onClose }: FindBarProps) {
  const t = useT();
  const format = useFormat();
  const { text, term, total, at, busy, problem } = find;
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && event.target === field.current)
      find.step(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const none = term !== '' && total === 0 && !busy;
  return (
    <search
      ref={bar}
      aria-label={t('chat.find.title')}
      onKeyDown={onKeyDown}
      className={cx(
        'absolute right-4 z-10 w-104 max-w-[calc(100%-1.5rem)] rounded-card border border-line bg-surface p-1.5 shadow-overlay',
        low ? 'bottom-2' : 'top-2',
        // a low window has no room for it beside the match: it covers the conversation's title
        '[@media(height<24rem)]:-top-13 [@media(height<24rem)]:bottom-auto',
      )}
    >
      <div className="flex flex-wrap items-center justify-end gap-1">
        <TextField
          ref={field}
          role="searchbox"
          label={t('chat.find.label')}
          labelHidden
          placeholder={t('chat.find.label')}
          value={text}
          maxLength={1000}
          onValueChange={find.write}
          className="w-24 grow"
        />
        <span
          role="status"
          className="tabular min-w-22 px-1.5 text-right text-small text-text-soft whitespace-nowrap"
        >
          {total > 0 &&
            t('chat.find.place', { number: format.number(at + 1), total: format.number(total) })}
          {none && t('chat.find.none')}
        </span>
        <IconButton
          size="small"
          icon={ChevronUp}
          label={t('chat.find.previous')}
          keys="shift+enter"
          disabled={total === 0}
          onClick={() => find.step(-1)}
        />
        <IconButton
          size="small"
          icon={ChevronDown}
          label={t('chat.find.next')}
          keys="enter"
          disabled={total === 0}
          onClick={() => find.step(1)}
        />
        <IconButton
          size="small"
          icon={X}
          label={t('common.close')}
          keys="escape"
          onClick={onClose}
        />
      </div>
      {problem && <ErrorBar error={problem} className="mt-1.5" onRetry={find.again} />}
    </search>
  );
}
