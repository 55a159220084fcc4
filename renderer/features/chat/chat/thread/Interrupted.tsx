import type { Message } from '../../../../../preload/contract/chat/conversation.ts';
import type { AppErrorData } from '../../../../../preload/contract/errors.ts';
import { type Translate, useLanguage, useT } from '../../../../i18n/index.ts';
import { Bar, ErrorFacts, errorText } from '../../../../ui/index.ts';

interface InterruptedProps {
  readonly message: Message;
  /** The available action, if any. */
  readonly action: { readonly label: string; readonly onAction: () => void } | undefined;
}

/** Says that an answer was interrupted, why, and what to do. */
export function Interrupted({ message, action }: InterruptedProps) {
  const { problem } = message;
  const t = useT();
  const language = useLanguage();
  const words = problem === null ? [] : wordsOf(problem, hasSomething(message), t);
  return (
    <Bar
      tone="warning"
      className="mt-3"
      action={action}
      details={problem === null ? undefined : <ErrorFacts error={problem} />}
    >
      <p>{t(hasSomething(message) ? 'chat.interrupted' : 'chat.nothingArrived')}</p>
      {words.length > 0 && (
        <p className="text-text-soft">{words.join(language === 'ja' ? '' : ' ')}</p>
      )}
    </Bar>
  );
}

/** Reasons of an interruption, as main reports them. */
const reasons = ['request-limit', 'silent', 'ended', 'broken', 'closed', 'app-ended'] as const;

/** Whether any part of an answer had arrived. */
function hasSomething({ content, reasoning, toolCalls, attachments }: Message): boolean {
  return content + reasoning !== '' || toolCalls.length + attachments.length > 0;
}

function wordsOf(problem: AppErrorData, hasArrived: boolean, t: Translate): string[] {
  const { code, details } = problem;
  const reason = reasons.find((one) => one === details.reason);
  if (code !== 'stream-interrupted' || reason === undefined) {
    const { what, next } = errorText(problem, t);
    return [what, next];
  }
  const seconds = details.seconds ?? t('common.error.several');
  return [
    t(`chat.interruptedBy.${reason}`, { seconds }),
    t(hasArrived ? 'chat.interruptedBy.next' : 'chat.interruptedBy.again'),
    ...(reason === 'request-limit' ? [t('chat.interruptedBy.raise')] : []),
  ];
}
