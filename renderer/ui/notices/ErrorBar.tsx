import { use } from 'react';
import type { AppErrorData } from '../../../preload/contract/errors.ts';
import { useLanguage, useT } from '../../i18n/index.ts';
import { oneLine } from '../data/longText.ts';
import { Bar, type BarProps } from './Bar.tsx';
import { ErrorFacts } from './ErrorFacts.tsx';
import { type ErrorText, errorText } from './errorText.ts';
import { ExplainContext } from './explain.ts';

interface ErrorBarProps extends Pick<BarProps, 'action' | 'onDismiss' | 'className'> {
  readonly error: AppErrorData;
  /** More specific sentences than those of the error's code. */
  readonly text?: ErrorText;
  /** Offers a retry if there is no other `action`. */
  readonly onRetry?: () => void;
}

/** States that the user chose: no trouble. */
const chosen: ReadonlySet<AppErrorData['code']> = new Set(['vault-locked']);

/** What a server said of its refusal, without a page for browsers. */
function wordsOf({ code, details: { server } }: AppErrorData): string {
  const isShown = code.startsWith('http-') && typeof server === 'string' && !/^\s*</.test(server);
  return isShown ? oneLine(server, 400) : '';
}

/** An error: what happened, what it means, what to do; code and the server's message on request. */
export function ErrorBar(props: ErrorBarProps) {
  const { error, text, action, onRetry, onDismiss, className } = props;
  const t = useT();
  const language = useLanguage();
  const explain = use(ExplainContext)(error);
  const { what, meaning, next } = text ?? errorText(error, t);
  // Sentences of a screen's own have them already, where they matter.
  const words = text === undefined ? wordsOf(error) : '';
  return (
    <Bar
      tone={chosen.has(error.code) ? 'note' : 'trouble'}
      className={className}
      action={action ?? (onRetry && { label: t('common.tryAgain'), onAction: onRetry })}
      explain={explain}
      onDismiss={onDismiss}
      details={<ErrorFacts error={error} />}
    >
      <p className="font-medium">{what}</p>
      {words !== '' && <p className="line-clamp-3 font-mono text-mono wrap-anywhere">{words}</p>}
      <p className="text-text-soft">
        {meaning}
        {language === 'ja' ? '' : ' '}
        {next}
      </p>
    </Bar>
  );
}
