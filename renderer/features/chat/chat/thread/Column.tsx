import { Check, ChevronsLeftRight, ChevronsRightLeft, Square } from 'lucide-react';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import type { Message } from '../../../../../preload/contract/chat/conversation.ts';
import { useT } from '../../../../i18n/index.ts';
import { Button, cx, IconButton, longestTitle, oneLine, Spinner } from '../../../../ui/index.ts';
import type { ConversationStore } from '../conversation/store.ts';
import { useThreadActions } from '../conversation/threadActions.ts';
import { Answer } from './Answer.tsx';
import { MessageBoundary } from './MessageBoundary.tsx';

interface CollapsedProps {
  readonly id: string;
  readonly name: string;
  readonly isChosen: boolean;
  readonly onExpand: () => void;
}

/** A column that has no room, or is not to be seen: its name, from top to bottom. */
export function Collapsed({ id, name, isChosen, onExpand }: CollapsedProps) {
  const t = useT();
  return (
    <li
      data-message={id}
      data-collapsed
      className={cx(
        'ml-2 w-10 shrink-0 rounded-card border bg-surface first:ml-0',
        isChosen ? 'border-accent' : 'border-line',
      )}
    >
      <div className="sticky top-0 flex flex-col items-center gap-2 py-2" data-sticky>
        <IconButton
          size="small"
          icon={ChevronsLeftRight}
          label={t('conversations.several.expand', { model: name })}
          onClick={onExpand}
        />
        <span
          aria-hidden
          className="max-h-60 overflow-hidden text-small font-medium text-text-soft [writing-mode:vertical-rl]"
        >
          {name}
        </span>
      </div>
    </li>
  );
}

interface ColumnProps {
  readonly id: string;
  readonly versions: readonly string[] | undefined;
  readonly shownId: string | null;
  readonly store: ConversationStore;
  readonly chosen: Message;
  readonly last: boolean;
  readonly editing: boolean;
  readonly busy: boolean;
  /** Its width, in proportion to the others'. */
  readonly share: number;
  readonly onCollapse: () => void;
  readonly splitter: ReactNode;
}

/** One answer of several, under the name of its model, which stays in view. */
export function Column(props: ColumnProps) {
  const { id, versions, store, chosen, last, editing, busy, shownId } = props;
  const { share, onCollapse, splitter } = props;
  const t = useT();
  const { goOnWith, stopAnswer } = useThreadActions();
  const known = useStore(store, ({ live, beside }) => live[id] ?? beside[id]);
  const isChosen = id === chosen.id;
  const message = isChosen ? chosen : known;
  const name = oneLine(message?.model ?? '', longestTitle);
  return (
    <li
      data-message={id}
      style={{ flexGrow: share }}
      className={cx(
        'relative ml-4 flex min-w-70 flex-1 basis-0 flex-col rounded-card border bg-surface first:ml-0',
        '[&_.md_th]:whitespace-normal [&_.md_:is(td,th)]:px-1.5',
        isChosen ? 'border-accent' : 'border-line',
        id === shownId && 'stands-out',
      )}
    >
      <header
        data-sticky
        className="sticky top-0 z-10 flex min-h-11 items-center gap-1 rounded-t-card border-line border-b bg-surface py-1 pr-1.5 pl-3"
      >
        <h3 className="min-w-0 flex-1 truncate font-semibold">{name}</h3>
        {isChosen ? (
          <span className="flex h-6 shrink-0 items-center gap-1 pr-1.5 text-small font-medium text-accent-text">
            <Check size={13} aria-hidden />
            {t('conversations.several.chosenOne')}
          </span>
        ) : (
          <Button size="small" onClick={() => goOnWith(id)}>
            {t('conversations.several.goOn')}
          </Button>
        )}
        {message?.state === 'streaming' && (
          <IconButton
            size="small"
            icon={Square}
            label={t('conversations.several.stop', { model: name })}
            onClick={() => stopAnswer(message)}
          />
        )}
        <IconButton
          size="small"
          icon={ChevronsRightLeft}
          label={t('conversations.several.collapse', { model: name })}
          onClick={onCollapse}
        />
      </header>
      <div className="@container/answer flex min-w-0 flex-1 flex-col px-3 py-2 @max-[22rem]/answer:[&_.md_table]:text-small">
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
              editing={editing}
              busy={busy}
              column
            />
          </MessageBoundary>
        )}
      </div>
      {splitter}
    </li>
  );
}
