import { ChevronDown, ChevronRight, Pencil } from 'lucide-react';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { Virtualizer } from 'virtua';
import type { Operation } from '../../../../../preload/contract/work/console-descriptions.ts';
import { useT } from '../../../../i18n/index.ts';
import { cx } from '../../../../ui/index.ts';
import {
  findOperations,
  groupOperations,
  nameOf,
  repeatedSummaries,
  shortMethod,
} from './lines.ts';

interface OperationListProps {
  readonly operations: readonly Operation[] | null;
  readonly search: string;
  readonly openKey: string | null;
  readonly onOpen: (key: string) => void;
}

/** Longer lists are virtualized. */
const shortList = 120;
const none: ReadonlySet<string> = new Set();

/** The operations by tag. */
export function OperationList({ operations, search, openKey, onOpen }: OperationListProps) {
  const t = useT();
  const scroller = useRef<HTMLDivElement>(null);
  const [closed, setClosed] = useState(none);
  const lines = useMemo(
    () =>
      groupOperations(
        findOperations(operations ?? [], search),
        search.trim() === '' ? closed : none,
      ),
    [operations, search, closed],
  );
  const repeated = useMemo(() => repeatedSummaries(operations ?? []), [operations]);
  const fold = (tag: string) =>
    setClosed((before) => {
      const next = new Set(before);
      if (!next.delete(tag)) next.add(tag);
      return next;
    });
  const drawn = lines.map((line) =>
    line.kind === 'group' ? (
      <button
        key={`group ${line.tag}`}
        type="button"
        data-row-button
        aria-expanded={line.open}
        onClick={() => fold(line.tag)}
        className="flex h-7 w-full items-center gap-1.5 rounded-small px-1.5 text-left text-small font-semibold hover:bg-hover"
      >
        {line.open ? <ChevronDown size={13} aria-hidden /> : <ChevronRight size={13} aria-hidden />}
        <bdi className="min-w-0 truncate">
          {line.tag === '' ? t('console.list.untagged') : line.tag}
        </bdi>
        <span className="tabular font-normal text-text-faint">{line.count}</span>
      </button>
    ) : (
      <OperationRow
        key={line.operation.key}
        operation={line.operation}
        name={repeated.has(line.operation.summary) ? line.operation.path : nameOf(line.operation)}
        open={line.operation.key === openKey}
        onOpen={onOpen}
      />
    ),
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the rows in it
    <div ref={scroller} onKeyDown={moveRow} className="min-h-0 flex-1 overflow-y-auto px-2 pb-3">
      {lines.length <= shortList ? (
        drawn
      ) : (
        <Virtualizer scrollRef={scroller} itemSize={28} bufferSize={600}>
          {drawn}
        </Virtualizer>
      )}
      {operations !== null && lines.length === 0 && (
        <p className="px-2.5 py-2 text-small text-text-soft">{t('console.list.nothing')}</p>
      )}
    </div>
  );
}

function OperationRow(props: {
  readonly operation: Operation;
  readonly name: string;
  readonly open: boolean;
  readonly onOpen: (key: string) => void;
}) {
  const { operation, name, open, onOpen } = props;
  const t = useT();
  const { key, method, deprecated, effect } = operation;
  const changes = effect === 'changes';
  return (
    <button
      type="button"
      data-row-button
      title={key}
      aria-current={open || undefined}
      onClick={() => onOpen(key)}
      className={cx(
        'flex h-7 w-full items-center gap-2 rounded-small px-1.5 text-left text-body',
        open ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <span
        className={cx(
          'w-9.5 shrink-0 font-mono text-tiny',
          changes ? 'text-degraded-text' : 'text-text-soft',
        )}
      >
        {shortMethod(method)}
      </span>
      <bdi className={cx('min-w-0 flex-1 truncate', deprecated && 'text-text-faint line-through')}>
        {name}
      </bdi>
      {changes && (
        <Pencil
          size={12}
          role="img"
          aria-label={t('console.effect.changes')}
          className="shrink-0 text-degraded-text"
        />
      )}
    </button>
  );
}

/** Up and Down move between rows, Home and End to the ends of the drawn ones. */
export function moveRow(event: KeyboardEvent<HTMLElement>): void {
  const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-button]')];
  const here = event.target instanceof HTMLElement ? all.indexOf(event.target) : -1;
  const step = steps[event.key];
  const to = event.key === 'Home' ? 0 : event.key === 'End' ? all.length - 1 : step && here + step;
  if (here === -1 || to === undefined) return;
  event.preventDefault();
  all[to]?.focus();
}
