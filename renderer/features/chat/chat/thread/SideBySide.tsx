import { Columns2, Columns3, Rows3 } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { parseJson } from '../../../../../common/texts/json.ts';
import type { Message } from '../../../../../preload/contract/chat/conversation.ts';
import { useT } from '../../../../i18n/index.ts';
import { Button, cx, longestTitle, oneLine } from '../../../../ui/index.ts';
import type { ConversationStore } from '../conversation/store.ts';
import { Collapsed, Column } from './Column.tsx';
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
