import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useT } from '../../../../i18n/index.ts';
import { isComposing } from '../../../../kit/commands/keys.ts';
import { cx, legible, longestTitle, oneLine, Time } from '../../../../ui/index.ts';
import { asLine } from './asLine.ts';
import { Lines } from './Lines.tsx';
import { rowHeight, type TreeLayout, type TreeRow } from './layout.ts';

interface TreeViewProps {
  readonly layout: TreeLayout;
  readonly leafId: string | null;
  readonly onPick: (messageId: string) => Promise<void>;
}

/** Overscan rows on each side. */
const beyond = 12;

/**
 * The messages in rows with their lines. One stop of the Tab key: arrow keys move within it, up and down by rows, left
 * to the parent, right to the next message.
 */
export function TreeView({ layout, leafId, onPick }: TreeViewProps) {
  const t = useT();
  const prefix = useId();
  const { rows, lanes } = layout;
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 480 });
  const [activeId, setActiveId] = useState(leafId);
  const places = useMemo(() => new Map(rows.map(({ node }, index) => [node.id, index])), [rows]);
  const active = (activeId === null ? undefined : places.get(activeId)) ?? rows.length - 1;

  const look = () => {
    const box = scroller.current;
    if (box !== null) setView({ top: box.scrollTop, height: box.clientHeight });
  };
  const bring = (index: number) => {
    const box = scroller.current;
    if (box === null) return;
    const top = index * rowHeight;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + rowHeight > box.scrollTop + box.clientHeight) {
      box.scrollTop = top + rowHeight - box.clientHeight;
    }
    look();
  };
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    scroller.current?.focus();
    bring(active);
  });
  const go = (index: number | undefined): boolean => {
    if (index === undefined) return false;
    const to = Math.max(0, Math.min(rows.length - 1, index));
    setActiveId(rows[to]?.node.id ?? null);
    bring(to);
    return true;
  };
  const press = (event: KeyboardEvent) => {
    const row = rows[active];
    if (row === undefined || isComposing(event)) return;
    const page = Math.max(1, Math.floor(view.height / rowHeight) - 1);
    const { id, parentId } = row.node;
    const step = (): boolean => {
      switch (event.key) {
        case 'ArrowDown':
          return go(active + 1);
        case 'ArrowUp':
          return go(active - 1);
        case 'PageDown':
          return go(active + page);
        case 'PageUp':
          return go(active - page);
        case 'Home':
          return go(0);
        case 'End':
          return go(rows.length - 1);
        case 'ArrowLeft':
          return parentId !== null && go(places.get(parentId));
        case 'ArrowRight':
          return row.goesOn && go(rows.findLastIndex(({ node }) => node.parentId === id));
        case 'Enter':
        case ' ':
          void onPick(id);
          return true;
        default:
          return false;
      }
    };
    if (step()) event.preventDefault();
  };
  const first = Math.max(0, Math.floor(view.top / rowHeight) - beyond);
  const last = Math.min(rows.length, Math.ceil((view.top + view.height) / rowHeight) + beyond);
  return (
    <div
      ref={scroller}
      role="tree"
      aria-label={t('conversations.tree.label')}
      aria-activedescendant={`${prefix}-${active}`}
      tabIndex={0}
      onScroll={look}
      onKeyDown={press}
      className="relative max-h-[min(60dvh,34rem)] overflow-auto rounded-control border border-line outline-offset-1"
    >
      <div style={{ height: rows.length * rowHeight }} className="relative">
        {rows.slice(first, last).map((row, offset) => (
          <Row
            key={row.node.id}
            id={`${prefix}-${first + offset}`}
            row={row}
            index={first + offset}
            count={rows.length}
            lanes={lanes}
            active={first + offset === active}
            onPick={() => {
              setActiveId(row.node.id);
              void onPick(row.node.id);
            }}
          />
        ))}
      </div>
    </div>
  );
}

interface RowProps {
  readonly id: string;
  readonly row: TreeRow;
  readonly index: number;
  readonly count: number;
  readonly lanes: number;
  readonly active: boolean;
  readonly onPick: () => void;
}

function Row({ id, row, index, count, lanes, active, onPick }: RowProps) {
  const t = useT();
  const { node, current } = row;
  const isUser = node.role === 'user';
  const who = isUser ? t('conversations.tree.you') : oneLine(node.model ?? '', longestTitle);
  const beginning = legible(asLine(node.beginning));
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it has the keys
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      aria-level={node.depth + 1}
      aria-selected={active}
      aria-setsize={count}
      aria-posinset={index + 1}
      onClick={onPick}
      style={{ top: index * rowHeight, height: rowHeight }}
      className={cx(
        'absolute inset-x-0 flex items-center gap-2 pr-3 hover:bg-hover',
        active && 'bg-accent-soft hover:bg-accent-soft',
      )}
    >
      <Lines row={row} lanes={lanes} isFirst={index === 0} />
      <span
        className={cx(
          'w-24 shrink-0 truncate text-small',
          current ? 'font-medium text-text' : 'text-text-soft',
        )}
      >
        {who}
      </span>
      <span dir="auto" className={cx('min-w-0 flex-1 truncate', !current && 'text-text-soft')}>
        {beginning === '' ? (
          <i className="text-text-soft">{t('conversations.tree.empty')}</i>
        ) : (
          beginning
        )}
      </span>
      {current && <span className="sr-only">, {t('conversations.tree.current')}</span>}
      <Time at={Date.parse(node.createdAt)} className="shrink-0 text-small text-text-soft" />
    </div>
  );
}
