import { ArrowDown } from 'lucide-react';
import { type ReactElement, type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { useStore } from 'zustand';
import type { Message } from '../../../../../preload/contract/chat/conversation.ts';
import { useT } from '../../../../i18n/index.ts';
import { Badge, cx, IconButton } from '../../../../ui/index.ts';
import type { Branch } from '../conversation/branch.ts';
import type { ConversationStore } from '../conversation/store.ts';
import { FindBar } from '../find/FindBar.tsx';
import { useFindBar } from '../find/useFindBar.ts';
import { LeftOutQuestion } from '../limits/LeftOutQuestion.tsx';
import { Answer } from './Answer.tsx';
import { useColumns } from './columns.ts';
import { MessageBoundary } from './MessageBoundary.tsx';
import { OpenColumns, SideBySide } from './SideBySide.tsx';
import { useScrolling } from './scrolling/useScrolling.ts';
import { UserMessage } from './UserMessage.tsx';
import { useFocusStays } from './useFocusStays.ts';
import { useThreadPlace } from './useThreadPlace.ts';

/** The thread's functions for the screen around it. */
export interface ThreadHandle {
  /** Scrolls to its end, and stays there: something is being sent. */
  toEnd(): void;
  /** The element clicked last stays in place. */
  stay(): void;
}

interface ThreadProps {
  readonly ref?: Ref<ThreadHandle>;
  readonly conversationId: string | null;
  readonly store: ConversationStore;
  readonly demo: boolean;
  readonly branch: Branch;
  readonly streaming: boolean;
  /** The message replaced by the editor. */
  readonly editingId: string | null;
  /** The first message that is still sent, and its mark; null if all are. */
  readonly start?: { readonly id: string; readonly mark: ReactElement } | null;
  /** Content of a thread without messages. */
  readonly beginning: ReactElement | null;
  /** Called when answers come to stand side by side at the end, and when they no longer do. */
  readonly onComparing: (comparing: boolean) => void;
}

/** Longer branches are virtualized. */
const shortBranch = 40;
/** Estimated height of a message not fetched yet, px. */
const guessedHeight = 120;

interface MissingProps {
  readonly index: number;
  readonly store: ConversationStore;
  readonly slots: Branch['slots'];
}

/** Milliseconds that a row must stay visible to be fetched: rows that fly past are not. */
const passingBy = 50;

/** Placeholder of a message not fetched yet: drawing it fetches it. */
function Missing({ index, store, slots }: MissingProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was asked of another branch does not count
  useEffect(() => {
    const timer = setTimeout(() => store.fetch(index, index + 1), passingBy);
    return () => clearTimeout(timer);
  }, [index, store, slots]);
  return <div data-index={index} style={{ height: guessedHeight }} aria-hidden />;
}

/** Tells whether the newest answers stand side by side. */
function useComparing(
  { slots, together }: ThreadProps['branch'],
  columns: ReturnType<typeof useColumns>,
  onComparing: ThreadProps['onComparing'],
): void {
  const end = slots.at(-1);
  const comparing =
    end !== undefined && together[end.id] !== undefined && columns.isOpen(end, true);
  useEffect(() => onComparing(comparing), [comparing, onComparing]);
}

function ToEnd({ onClick }: { readonly onClick: () => void }) {
  const t = useT();
  return (
    <IconButton
      variant="plain"
      icon={ArrowDown}
      label={t('chat.toEnd')}
      onClick={onClick}
      className="!absolute bottom-2 left-1/2 -translate-x-1/2 rounded-full"
    />
  );
}

/** The messages of the branch on screen. It follows the end only while the reader is there. */
export function Thread(props: ThreadProps) {
  const { ref, conversationId, store, demo, branch, streaming, editingId } = props;
  const { beginning, start, onComparing } = props;
  const t = useT();
  const { scroller, content, away, inView, onScroll, toEnd, stay, hold, isAtEnd } = useScrolling();
  useImperativeHandle(ref, () => ({ toEnd, stay }), [toEnd, stay]);
  const virtual = useRef<VirtualizerHandle>(null);
  const { slots, siblings, together, again } = branch;
  const place = { conversationId, store, branch, scroller, virtual, hold, isAtEnd };
  const shownId = useThreadPlace(place);
  const find = useFindBar({ ...place, streaming });
  const columns = useColumns();
  const edits = useStore(store, ({ head }) => head?.edits);
  useComparing(branch, columns, onComparing);
  useFocusStays(content, slots);

  const rowOf = (message: Message | undefined, index: number): ReactElement => {
    if (message === undefined) {
      return <Missing key={index} index={index} store={store} slots={slots} />;
    }
    const { id } = message;
    const editing = id === editingId;
    const shared = { message, siblings: siblings[id], busy: streaming, store, editing };
    const last = index === slots.length - 1;
    const ids = together[id];
    const inColumns = ids !== undefined && columns.isOpen(message, last);
    return (
      <div
        // answers requested together are one row, whichever of them is on the branch
        key={ids?.[0] ?? id}
        data-index={index}
        data-message={inColumns ? undefined : id}
        tabIndex={-1}
        className={cx('mb-2.5 rounded-card', id === shownId && !inColumns && 'stands-out')}
      >
        {start?.id === id && start.mark}
        <MessageBoundary text={message.content}>
          {message.role === 'user' ? (
            <>
              <UserMessage {...shared} begun={edits?.find(({ messageId }) => messageId === id)} />
              <LeftOutQuestion question={message} answer={slots[index + 1]} />
            </>
          ) : inColumns ? (
            <SideBySide
              {...shared}
              ids={ids}
              again={again}
              last={last}
              editingId={editingId}
              columns={columns}
              shownId={shownId}
            />
          ) : (
            <>
              {ids !== undefined && <OpenColumns message={message} ids={ids} columns={columns} />}
              <Answer
                {...shared}
                last={last}
                unasked={slots.slice(0, index).every((one) => one?.role === 'assistant')}
              />
            </>
          )}
        </MessageBoundary>
      </div>
    );
  };

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        role="log"
        aria-label={t('chat.thread')}
        aria-busy={streaming}
        onScroll={onScroll}
        className="peer h-full overflow-y-auto outline-offset-[-2px] [container-type:inline-size] [overflow-anchor:none]"
      >
        <div ref={content} className="mx-auto max-w-[46rem] px-4 pt-4 pb-3">
          {demo && (
            <div className="flex h-8 justify-center">
              <Badge>{t('chat.demoNote')}</Badge>
            </div>
          )}
          {slots.length === 0 && beginning}
          {slots.length <= shortBranch ? (
            slots.map(rowOf)
          ) : (
            <Virtualizer
              ref={virtual}
              data={slots}
              scrollRef={scroller}
              startMargin={demo ? 48 : 16}
              itemSize={guessedHeight}
              bufferSize={600}
              // It takes rows out by its own sum of heights, which is behind while what is above grows. A row that is
              // read would come back with a guessed height.
              keepMounted={inView.current}
            >
              {rowOf}
            </Virtualizer>
          )}
        </div>
      </div>
      {/* shows that an answer is streaming below */}
      <div
        aria-hidden
        className="pointer-events-none absolute right-4 [.peer:focus-visible~&]:hidden bottom-0 left-0.5 h-4 bg-linear-to-t from-page to-transparent"
      />
      {find.open && <FindBar {...find} />}
      {away && !find.low && <ToEnd onClick={toEnd} />}
    </div>
  );
}
