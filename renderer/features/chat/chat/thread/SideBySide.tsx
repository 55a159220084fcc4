import {
  Check,
  ChevronsLeftRight,
  ChevronsRightLeft,
  Columns2,
  Columns3,
  Rows3,
} from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { parseJson } from '../../../../../common/texts/json.ts';
import type { Message } from '../../../../../preload/contract/chat/conversation.ts';
import { useT } from '../../../../i18n/index.ts';
import { Button, cx, IconButton, longestTitle, oneLine, Spinner } from '../../../../ui/index.ts';
import type { ConversationStore } from '../conversation/store.ts';
import { useThreadActions } from '../conversation/threadActions.ts';
import { Answer } from './Answer.tsx';
import {
  type Arrangement,
  collapse,
  divide,
  expand,
  expandedOf,
  leastWidth,
  shareOf,
} from './columnLayout.ts';
import type { Columns } from './columns.ts';
import { MessageBoundary } from './MessageBoundary.tsx';
import { Splitter } from './Splitter.tsx';

interface SideBySideProps {
  readonly store: ConversationStore;
  /** The answer on the branch. */
  readonly message: Message;
  /** All answers requested with it. */
  readonly ids: readonly string[];
  /** For regenerated ones: all of their column. */
  readonly again: Readonly<Record<string, readonly string[]>>;
  readonly last: boolean;
  /** The message in whose place the editor stands. */
  readonly editingId: string | null;
  readonly busy: boolean;
  readonly columns: Columns;
  /** Highlighted after a jump to it. */
  readonly shownId: string | null;
}

/** The answers of several models to one question, in columns wider than the thread. */
export function SideBySide(props: SideBySideProps) {
  const { store, message, ids, again, last, editingId, busy, columns, shownId } = props;
  const t = useT();
  const { depth } = message;
  useEffect(() => store.fetchBeside(ids, depth), [store, ids, depth]);
  const { box, width } = useWidth();
  const chosen = ids.indexOf(message.id);
  const names = useModels(store, message, ids);
  const arrangement = columns.arrangementOf(message);
  const open = expandedOf(ids.length, chosen, arrangement, width);
  const arrange = (change: (before: Arrangement) => Arrangement) =>
    columns.arrange(message, change);
  const left = ids.length - open.size;
  const heading = t('conversations.several.heading', { count: ids.length });
  // the nearest expanded column before each: a splitter stands between the two
  const before = ids.map((_, at) =>
    [...open]
      .filter((one) => one < at)
      .sort(byNumber)
      .at(-1),
  );
  return (
    <section
      aria-label={heading}
      data-comparing
      className="ml-[calc(50%-50cqi+1rem)] w-[calc(100cqi-2rem)]"
    >
      <div className="mb-1 flex min-h-6 items-center gap-1 text-small text-text-soft">
        <span className="mr-auto">
          {left === 0
            ? heading
            : t('conversations.several.collapsed', { answers: ids.length, count: left })}
        </span>
        {Object.keys(arrangement.shares).length > 0 && (
          <Button
            size="small"
            variant="quiet"
            icon={Columns2}
            onClick={() => arrange((one) => ({ ...one, shares: {} }))}
          >
            {t('conversations.several.equal')}
          </Button>
        )}
        <Button
          size="small"
          variant="quiet"
          icon={Rows3}
          onClick={() => columns.show(message, false)}
        >
          {t('conversations.several.one')}
        </Button>
      </div>
      {/* only where not even one has room: what scrolls sideways keeps headers from staying in view */}
      <div ref={box} className={cx('pb-2', width > 0 && width < leastWidth && 'overflow-x-auto')}>
        <ul className="flex items-stretch">
          {ids.map((id, at) => {
            const previous = before[at];
            return open.has(at) ? (
              <Column
                key={id}
                id={id}
                versions={again[id]}
                shownId={shownId}
                store={store}
                chosen={message}
                last={last}
                editing={id === editingId}
                busy={busy}
                share={arrangement.shares[at] ?? 1}
                onCollapse={() => arrange((one) => collapse(one, at))}
                splitter={
                  previous === undefined ? null : (
                    <Splitter
                      left={names[previous] ?? ''}
                      right={names[at] ?? ''}
                      share={shareOf(arrangement, previous, at)}
                      onShare={(share, pair) =>
                        arrange((one) => divide(one, { left: previous, right: at }, share, pair))
                      }
                      onEqual={() =>
                        arrange((one) => divide(one, { left: previous, right: at }, 0.5, 0))
                      }
                      onCollapseLeft={() => arrange((one) => collapse(one, previous))}
                      onCollapseRight={() => arrange((one) => collapse(one, at))}
                    />
                  )
                }
              />
            ) : (
              <Collapsed
                key={id}
                id={id}
                name={names[at] ?? ''}
                isChosen={at === chosen}
                onExpand={() => arrange((one) => expand(one, at))}
              />
            );
          })}
        </ul>
      </div>
    </section>
  );
}

const byNumber = (one: number, other: number) => one - other;

/** Follows an element's width, CSS px; 0 until it is measured. */
function useWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { box, width };
}

/** The model of each column; empty until its answer is fetched. */
function useModels(store: ConversationStore, message: Message, ids: readonly string[]): string[] {
  const names = useStore(store, ({ live, beside }) =>
    JSON.stringify(
      ids.map((id) => (id === message.id ? message : (live[id] ?? beside[id]))?.model ?? ''),
    ),
  );
  return (parseJson(names) as string[]).map((name) => oneLine(name, longestTitle));
}

interface CollapsedProps {
  readonly id: string;
  readonly name: string;
  readonly isChosen: boolean;
  readonly onExpand: () => void;
}

/** A column that has no room, or is not to be seen: its name, from top to bottom. */
function Collapsed({ id, name, isChosen, onExpand }: CollapsedProps) {
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

function Column(props: ColumnProps) {
  const { id, versions, store, chosen, last, editing, busy, shownId } = props;
  const { share, onCollapse, splitter } = props;
  const t = useT();
  const { goOnWith } = useThreadActions();
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
        <IconButton
          size="small"
          icon={ChevronsRightLeft}
          label={t('conversations.several.collapse', { model: name })}
          onClick={onCollapse}
        />
      </header>
      <div className="flex min-w-0 flex-1 flex-col px-3 py-2">
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
