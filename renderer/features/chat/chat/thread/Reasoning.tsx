import { ChevronRight } from 'lucide-react';
import type { Message } from '../../../../../preload/contract/chat/conversation.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { cx, LongText, Spinner } from '../../../../ui/index.ts';
import { useUnfolded } from './useUnfolded.ts';

/** The reasoning before an answer, folded to one line with its duration. */
export function Reasoning({ message }: { readonly message: Message }) {
  const t = useT();
  const format = useFormat();
  const { open, setOpen, jumpedTo } = useUnfolded(
    (target) => target.in === 'reasoning' && target.messageId === message.id,
  );
  const { reasoning, firstByteAt, contentAt, endedAt, state } = message;
  const end = contentAt ?? endedAt;
  const thinking = state === 'streaming' && message.quiet !== true && contentAt === null;
  const duration =
    firstByteAt === null || end === null ? null : Date.parse(end) - Date.parse(firstByteAt);
  return (
    <div className="mb-2" data-jumped={jumpedTo}>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="-ml-1 flex h-6 items-center gap-1 rounded-small px-1 text-small text-text-soft hover:bg-hover hover:text-text"
      >
        <ChevronRight size={13} aria-hidden className={cx(open && 'rotate-90')} />
        {thinking && <Spinner size={12} />}
        {thinking
          ? t('chat.reasoning.running')
          : duration === null || duration < 500
            ? t('chat.reasoning.title')
            : t('chat.reasoning.lasted', { duration: format.duration(duration) })}
      </button>
      {open && (
        <LongText
          text={reasoning.trim()}
          className="mt-1 border-line border-l-2 pl-3 text-body text-text-soft"
        />
      )}
    </div>
  );
}
