import { RefreshCw } from 'lucide-react';
import { lazy, memo, Suspense } from 'react';
import type { Message } from '../../preload/contract/chat.ts';
import { useT } from '../i18n/index.ts';
import { useFormat } from '../i18n/useFormat.ts';
import { Bar, CopyButton, ErrorBar, IconButton, Spinner } from '../ui/index.ts';
import { Reasoning } from './Reasoning.tsx';

const Markdown = lazy(() => import('./markdown/index.tsx'));

interface AnswerProps {
  readonly message: Message;
  readonly last: boolean;
  readonly onRegenerate: (messageId: string) => void;
}

/** An answer: plain text on the page, with its reasoning folded above and its facts below. */
export const Answer = memo(function Answer({ message, last, onRegenerate }: AnswerProps) {
  const t = useT();
  const { id, content, reasoning, state, problem, model } = message;
  const running = state === 'streaming';
  const regenerate = { label: t('chat.regenerate'), onAction: () => onRegenerate(id) };
  return (
    <article aria-label={t('chat.answerOf', { model: model ?? '' })} className="group">
      {reasoning !== '' && <Reasoning message={message} />}
      {running && content === '' && reasoning === '' && (
        <p className="flex items-center gap-2 py-1 text-text-soft">
          <Spinner size={14} />
          {t('chat.waiting')}
        </p>
      )}
      {content !== '' && (
        <div className="text-chat">
          <Suspense fallback={<div className="whitespace-pre-wrap">{content}</div>}>
            <Markdown text={content} streaming={running} />
          </Suspense>
        </div>
      )}
      {state === 'stopped' && <p className="mt-2 text-small text-text-soft">{t('chat.stopped')}</p>}
      {state === 'interrupted' && (
        <Bar tone="warning" className="mt-3" action={last ? regenerate : undefined}>
          {t('chat.interrupted')}
        </Bar>
      )}
      {state === 'failed' && problem !== null && (
        <ErrorBar error={problem} className="mt-3" action={last ? regenerate : undefined} />
      )}
      {message.finishReason === 'length' && (
        <p className="mt-2 text-small text-text-soft">{t('chat.cutByLength')}</p>
      )}
      {!running && (
        <footer className="mt-1.5 flex min-h-6 items-center gap-1 text-small text-text-soft">
          <CopyButton name={t('chat.theAnswer')} text={content} />
          {last && (
            <IconButton
              size="small"
              icon={RefreshCw}
              label={t('chat.regenerate')}
              onClick={() => onRegenerate(id)}
            />
          )}
          <AnswerFacts message={message} />
        </footer>
      )}
    </article>
  );
});

/** Model, time, tokens and speed. */
function AnswerFacts({ message }: { readonly message: Message }) {
  const t = useT();
  const format = useFormat();
  const { model, usage, firstByteAt, endedAt } = message;
  const ms =
    firstByteAt === null || endedAt === null ? 0 : Date.parse(endedAt) - Date.parse(firstByteAt);
  const facts = [
    model,
    ms > 0 && format.duration(ms),
    usage !== null && t('chat.tokens', { tokens: format.number(usage.outputTokens) }),
    usage !== null &&
      ms > 1000 &&
      t('chat.speed', { tokens: format.number(Math.round(usage.outputTokens / (ms / 1000))) }),
  ].filter((fact) => fact !== null && fact !== false);
  return <span className="tabular truncate pl-1">{facts.join(' · ')}</span>;
}
