import {
  Check,
  Columns3,
  Copy,
  FileJson,
  FileText,
  GitFork,
  MoreHorizontal,
  Pencil,
  RefreshCw,
  Trash2,
} from 'lucide-react';
import type { RefObject } from 'react';
import type { Message } from '../../../../../preload/contract/chat/conversation.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { plainText } from '../../../../markdown/index.ts';
import {
  cx,
  IconButton,
  longestTitle,
  Menu,
  oneLine,
  Time,
  useCopy,
} from '../../../../ui/index.ts';
import { useThreadActions } from '../conversation/threadActions.ts';
import { BranchArrows } from './BranchArrows.tsx';

interface AnswerFooterProps {
  readonly message: Message;
  readonly siblings: readonly string[] | undefined;
  readonly last: boolean;
  readonly busy: boolean;
  /** There is no question above it to be asked again. */
  readonly unasked: boolean;
  readonly column: boolean;
  readonly askAgain: () => void;
  /** The answer's element on the page. */
  readonly body: RefObject<HTMLElement | null>;
}

/** Actions and facts of an answer. Only those of the last one are always visible. */
export function AnswerFooter(props: AnswerFooterProps) {
  const { message, siblings, last, busy, unasked, column, body, askAgain } = props;
  const t = useT();
  const { regenerateSeveral, startEditing, remove, fork, showSent } = useThreadActions();
  const { copied, copy } = useCopy();
  const { id, content } = message;
  const quiet = 'opacity-0 [article:focus-within_&]:opacity-100 [article:hover_&]:opacity-100';
  return (
    <footer
      className={cx(
        'mt-1 -ml-1 flex min-h-6 flex-wrap items-center text-small text-text-soft',
        column && 'mt-auto pt-1',
      )}
    >
      <span className={cx('flex items-center', !last && quiet)}>
        {content !== '' && (
          <IconButton
            size="small"
            icon={copied ? Check : Copy}
            label={copied ? t('common.copied') : t('chat.copyMarkdown')}
            onClick={() => void copy(content)}
          />
        )}
        <IconButton
          size="small"
          icon={RefreshCw}
          label={t('chat.regenerate')}
          disabled={busy || unasked}
          onClick={askAgain}
        />
        <Menu
          trigger={
            <IconButton size="small" icon={MoreHorizontal} label={t('chat.moreForAnswer')} />
          }
          items={[
            {
              id: 'text',
              label: t('chat.copyText'),
              icon: FileText,
              disabled: content === '',
              onSelect: () => {
                // a tree contains words of the app
                const drawn = message.format === undefined ? body.current : null;
                void copy(drawn === null ? content : plainText(drawn));
              },
            },
            {
              id: 'edit',
              label: t('chat.edit'),
              icon: Pencil,
              disabled: busy,
              onSelect: () => startEditing(id),
            },
            {
              id: 'several',
              label: t('conversations.several.again'),
              icon: Columns3,
              disabled: busy || unasked,
              onSelect: () => regenerateSeveral(id),
            },
            { id: 'fork', label: t('chat.fork'), icon: GitFork, onSelect: () => fork(id) },
            {
              id: 'sent',
              label: t('chat.sent.title'),
              icon: FileJson,
              disabled: message.edited === true,
              onSelect: () => showSent(id),
            },
            {
              id: 'delete',
              label: t('chat.deleteAnswer'),
              icon: Trash2,
              disabled: busy,
              danger: true,
              onSelect: () => remove(message),
            },
          ]}
        />
      </span>
      <span className={quiet}>
        <BranchArrows messageId={id} siblings={siblings} />
      </span>
      {message.edited === true && (
        <span className="flex items-center gap-1 px-1 text-text-soft">
          <Pencil size={12} aria-hidden />
          {t('chat.editedByYou')}
        </span>
      )}
      <AnswerFacts message={message} column={column} className={cx(!last && !column && quiet)} />
    </footer>
  );
}

interface AnswerFactsProps {
  readonly message: Message;
  /** The model's name is above it. */
  readonly column: boolean;
  readonly className: string;
}

/** Model, time, duration, tokens and speed. */
function AnswerFacts({ message, column, className }: AnswerFactsProps) {
  const t = useT();
  const format = useFormat();
  const { model, answeredBy, usage, firstByteAt, endedAt } = message;
  const asked = oneLine(model ?? '', longestTitle);
  const name =
    answeredBy === undefined || model === null
      ? asked
      : t('chat.answeredBy', { answered: oneLine(answeredBy, longestTitle), model: asked });
  const ms =
    firstByteAt === null || endedAt === null ? 0 : Date.parse(endedAt) - Date.parse(firstByteAt);
  const speed = ms > 1000 && usage !== null && Math.round(usage.outputTokens / (ms / 1000));
  const facts = [
    // it would read as 0 s
    ms >= 500 && format.duration(ms),
    usage !== null &&
      t('chat.tokens', { count: usage.outputTokens, tokens: format.number(usage.outputTokens) }),
    !column &&
      usage?.reasoningTokens !== undefined &&
      t('chat.reasoningTokens', { tokens: format.number(usage.reasoningTokens) }),
    !column &&
      usage?.cachedTokens !== undefined &&
      t('chat.cachedTokens', { tokens: format.number(usage.cachedTokens) }),
    !column && speed !== false && t('chat.speed', { tokens: format.number(speed) }),
  ].filter((fact) => fact !== false);
  return (
    <span className={cx('tabular ml-auto min-w-0 truncate pl-3', className)}>
      {name !== '' && (!column || name !== asked) && `${name} · `}
      {!column && endedAt !== null && (
        <>
          <Time calm at={Date.parse(endedAt)} />
          {facts.length > 0 && ' · '}
        </>
      )}
      {facts.join(' · ')}
    </span>
  );
}
