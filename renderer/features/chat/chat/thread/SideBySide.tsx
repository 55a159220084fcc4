import { Check, Columns3, Rows3 } from 'lucide-react';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { Message } from '../../../../../preload/contract/chat/conversation.ts';
import { useT } from '../../../../i18n/index.ts';
import { Button, cx, longestTitle, oneLine, Spinner } from '../../../../ui/index.ts';
import type { ConversationStore } from '../conversation/store.ts';
import { useThreadActions } from '../conversation/threadActions.ts';
import { Answer } from './Answer.tsx';
import type { Columns } from './columns.ts';
import { MessageBoundary } from './MessageBoundary.tsx';

interface SideBySideProps {
  readonly store: ConversationStore;
  /** The answer on the branch. */
  readonly message: Message;
  /** All answers requested with it. */
  readonly ids: readonly string[];
  /** For regenerated ones: all of their column. */
  readonly again: Readonly<Record<string, readonly string[]>>;
  readonly last: boolean;
  readonly busy: boolean;
  readonly columns: Columns;
  /** Highlighted after a jump to it. */
  readonly shownId: string | null;
}

/** The answers of several models to one question, in columns wider than the thread. */
export function SideBySide(props: SideBySideProps) {
  const { store, message, ids, again, last, busy, columns, shownId } = props;
  const t = useT();
  const { depth } = message;
  useEffect(() => store.fetchBeside(ids, depth), [store, ids, depth]);
  const heading = t('conversations.several.heading', { count: ids.length });
  return (
    <section aria-label={heading} className="ml-[calc(50%-50cqi+1rem)] w-[calc(100cqi-2rem)]">
      <div className="mb-1 flex items-center justify-center gap-2 text-small text-text-soft">
        {heading}
        <Button
          size="small"
          variant="quiet"
          icon={Rows3}
          onClick={() => columns.show(message, false)}
        >
          {t('conversations.several.one')}
        </Button>
      </div>
      <div className="overflow-x-auto pb-2">
        <ul className="flex items-stretch gap-3 p-1.5">
          {ids.map((id) => (
            <Column
              key={id}
              id={id}
              versions={again[id]}
              shownId={shownId}
              store={store}
              chosen={message}
              last={last}
              busy={busy}
            />
          ))}
        </ul>
      </div>
    </section>
  );
}

interface ColumnProps {
  readonly id: string;
  readonly versions: readonly string[] | undefined;
  readonly shownId: string | null;
  readonly store: ConversationStore;
  readonly chosen: Message;
  readonly last: boolean;
  readonly busy: boolean;
}

function Column({ id, versions, store, chosen, last, busy, shownId }: ColumnProps) {
  const t = useT();
  const { goOnWith } = useThreadActions();
  const known = useStore(store, ({ live, beside }) => live[id] ?? beside[id]);
  const isChosen = id === chosen.id;
  const message = isChosen ? chosen : known;
  return (
    <li
      data-message={id}
      className={cx(
        'flex min-w-72 flex-1 basis-0 flex-col rounded-card border bg-surface [&_td:not(.md-right)]:min-w-32',
        isChosen ? 'border-accent' : 'border-line',
        id === shownId && 'stands-out',
      )}
    >
      <header className="flex min-h-9 items-center gap-2 border-line border-b py-1 pr-1.5 pl-3">
        <h3 className="min-w-0 flex-1 truncate font-semibold">
          {oneLine(message?.model ?? '', longestTitle)}
        </h3>
        {isChosen ? (
          <span className="flex h-6 items-center gap-1 pr-1.5 text-small text-accent-text">
            <Check size={13} aria-hidden />
            {t('conversations.several.chosenOne')}
          </span>
        ) : (
          <Button size="small" onClick={() => goOnWith(id)}>
            {t('conversations.several.goOn')}
          </Button>
        )}
      </header>
      <div className="min-w-0 px-3 py-2">
        {message === undefined ? (
          <p className="flex items-center gap-2 py-1 text-text-soft">
            <Spinner size={14} />
            {t('conversations.several.loading')}
          </p>
        ) : (
          <MessageBoundary text={message.content}>
            <Answer
              store={store}
              message={message}
              siblings={versions}
              last={last && isChosen}
              busy={busy}
              column
            />
          </MessageBoundary>
        )}
      </div>
    </li>
  );
}

interface OpenColumnsProps {
  readonly message: Message;
  readonly ids: readonly string[];
  readonly columns: Columns;
}

/** Says above one answer that others were requested with it. */
export function OpenColumns({ message, ids, columns }: OpenColumnsProps) {
  const t = useT();
  return (
    <Button
      size="small"
      variant="quiet"
      icon={Columns3}
      className="mb-1 -ml-2"
      onClick={() => columns.show(message, true)}
    >
      {t('conversations.several.all', { count: ids.length })}
    </Button>
  );
}
