import { FileJson } from 'lucide-react';
import { memo, useRef } from 'react';
import { useStore } from 'zustand';
import type { Attachment } from '../../../../../preload/contract/chat/attachments.ts';
import type { Message } from '../../../../../preload/contract/chat/conversation.ts';
import { MessageAttachments } from '../../../../attachments/index.ts';
import { useT } from '../../../../i18n/index.ts';
import { useLineBreaks } from '../../../../kit/useLineBreaks.ts';
import { Markdown } from '../../../../markdown/index.ts';
import {
  Bar,
  Button,
  cx,
  errorText,
  IconButton,
  longestTitle,
  oneLine,
  Spinner,
  useNow,
} from '../../../../ui/index.ts';
import { StructuredAnswer } from '../../structured/index.ts';
import { useLive } from '../conversation/conversation.ts';
import type { ConversationStore, Retry } from '../conversation/store.ts';
import { useThreadActions } from '../conversation/threadActions.ts';
import { FailedAnswer } from '../limits/FailedAnswer.tsx';
import { AnswerFooter } from './AnswerFooter.tsx';
import { EditMessage, UnsentEditNote } from './EditMessage.tsx';
import { Interrupted } from './Interrupted.tsx';
import { Reasoning } from './Reasoning.tsx';
import { Sources } from './Sources.tsx';
import { ToolCalls } from './ToolCalls.tsx';

interface AnswerProps {
  readonly store: ConversationStore;
  readonly message: Message;
  readonly siblings: readonly string[] | undefined;
  /** It ends the branch. */
  readonly last: boolean;
  /** The editor stands in its place. */
  readonly editing: boolean;
  /** There is no question above it to be asked again. */
  readonly unasked?: boolean;
  /** No new request is possible while an answer streams. */
  readonly busy: boolean;
  /** It is in a column beside others, whose facts are to be compared. */
  readonly column?: boolean;
}

/** An answer: plain text on the page, with its reasoning folded above and its facts below. */
export const Answer = memo(function Answer(props: AnswerProps) {
  const { store, siblings, last, editing, busy, unasked = false, column = false } = props;
  const t = useT();
  const actions = useThreadActions();
  const breaks = useLineBreaks();
  const body = useRef<HTMLDivElement>(null);
  const message = useLive(store, props.message);
  const { id, content, reasoning, state, model, finishReason, toolCalls } = message;
  const running = state === 'streaming' && message.quiet !== true;
  // interrupted answers, and text before tool calls, are not structured
  const inForm = state === 'complete' && toolCalls.length === 0 ? message.format : undefined;
  const able = last && !busy && !unasked;
  const canRetry = able || (column && !busy && !unasked);
  // in a column an answer represents its model
  const askAgain = () => actions.regenerate(id, column ? (model ?? undefined) : undefined);
  const regenerate = { label: t('chat.regenerate'), onAction: askAgain };
  const resume = { label: t('chat.continue'), onAction: () => actions.resume(id) };
  const begun = useStore(store, ({ head }) => head?.edits.find((one) => one.messageId === id));
  const label = t('chat.answerOf', { model: oneLine(model ?? '', longestTitle) });
  if (editing) {
    return (
      <article aria-label={label}>
        <EditMessage message={message} begun={begun} store={store} busy={busy} />
      </article>
    );
  }
  return (
    <article aria-label={label} className={cx(column && 'flex min-w-0 flex-1 flex-col')}>
      {reasoning !== '' && <Reasoning message={message} />}
      {running && content === '' && reasoning === '' && (
        <div className="flex items-center gap-2 py-1 text-text-soft">
          <Spinner size={14} />
          <Waiting store={store} messageId={id} />
        </div>
      )}
      {content !== '' && (
        <div ref={body} data-words className="text-chat">
          {inForm === undefined ? (
            <Markdown text={content} streaming={running} breaks={breaks} />
          ) : (
            <StructuredAnswer text={content} format={inForm} />
          )}
        </div>
      )}
      <MessageAttachments attachments={message.attachments.filter(isShown)} side="start" />
      <Sources links={message.links} />
      <ToolCalls message={message} />
      {state === 'stopped' && (
        <Ended text={t('chat.stopped')} action={able && content !== '' ? resume : undefined} />
      )}
      {finishReason === 'length' && (
        <Ended text={t('chat.cutByLength')} action={able ? resume : undefined} />
      )}
      {finishReason !== null && !plainEnds.has(finishReason) && (
        <Ended
          text={t('chat.endedBy', { reason: oneLine(finishReason, longestTitle) })}
          action={undefined}
        />
      )}
      {state === 'interrupted' && (
        <Interrupted
          message={message}
          action={
            able ? (content === '' && toolCalls.length === 0 ? regenerate : resume) : undefined
          }
        />
      )}
      {state === 'failed' && (
        <FailedAnswer message={message} able={able} canRetry={canRetry} askAgain={askAgain} />
      )}
      {begun !== undefined && <UnsentEditNote messageId={id} busy={busy} />}
      <NotSaved store={store} messageId={id} last={last} />
      {running && (
        <div className="mt-1 -ml-1 flex min-h-6 items-center text-text-soft">
          <IconButton
            size="small"
            icon={FileJson}
            label={t('chat.sent.title')}
            onClick={() => actions.showSent(id)}
          />
        </div>
      )}
      {!running && (
        <AnswerFooter
          message={message}
          siblings={siblings}
          last={last}
          busy={busy}
          unasked={unasked}
          body={body}
          column={column}
          askAgain={askAgain}
        />
      )}
    </article>
  );
});

/** Images of tools' results stay with their calls, and are drawn when the user asks for them. */
const isShown = ({ callId }: Attachment): boolean => callId === undefined;

/** Shows the reason for waiting: the model, or a retry with its seconds. */
function Waiting({
  store,
  messageId,
}: {
  readonly store: ConversationStore;
  readonly messageId: string;
}) {
  const t = useT();
  const retry = useStore(store, ({ retries }) => retries[messageId]);
  return retry === undefined ? <p>{t('chat.waiting')}</p> : <Countdown {...retry} />;
}

/** Statuses that only mean an overload. */
const busyStatuses: readonly unknown[] = [429, 503];

/** Not a live region: a timer's changes are not announced. */
function Countdown({ at, problem }: Retry) {
  const t = useT();
  useNow();
  const seconds = Math.max(1, Math.ceil((at - performance.now()) / 1000));
  const busy = busyStatuses.includes(problem.details.status);
  const why = busy ? t('chat.retry.busy') : errorText(problem, t).what;
  return <p role="timer">{t('chat.retry.in', { why, seconds })}</p>;
}

/** Says that main could not write it to the disk, or not all of it, and why; until it can. */
function NotSaved(props: {
  readonly store: ConversationStore;
  readonly messageId: string;
  /** It ends the branch: unsaved answers beside it are reported here. */
  readonly last: boolean;
}) {
  const { store, messageId, last } = props;
  const t = useT();
  const why = useStore(store, ({ head }) =>
    head?.unsaved.find((one) => one.messageId === messageId),
  );
  const beside = useStore(store, ({ head, branch }) =>
    head?.unsaved.find((one) => !branch.slots.some((slot) => slot?.id === one.messageId)),
  );
  const shown = why ?? (last ? beside : undefined);
  if (shown === undefined) return null;
  const { what, next } = errorText(shown.problem, t);
  return (
    <Bar tone="warning" className="mt-3">
      {t(shown === why ? 'chat.notSavedYet' : 'chat.besideNotSavedYet', { what, next })}
    </Bar>
  );
}

/** Finish reasons without a message: others are shown as sent by the service. */
const plainEnds: ReadonlySet<string> = new Set([
  'stop',
  'length',
  'tool_calls',
  'function_call',
  'eos',
  '',
]);

interface EndedProps {
  readonly text: string;
  readonly action: { readonly label: string; readonly onAction: () => void } | undefined;
}

/** Why an answer ended early, and an action. */
function Ended({ text, action }: EndedProps) {
  return (
    <p className="mt-2 flex min-h-6 items-center gap-2 text-small text-text-soft">
      {text}
      {action && (
        <Button size="small" onClick={action.onAction}>
          {action.label}
        </Button>
      )}
    </p>
  );
}
