import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useT } from '../../../../i18n/index.ts';
import { cx } from '../../../../ui/index.ts';

interface SplitterProps {
  readonly left: string;
  readonly right: string;
  /** The left column's share of the width of both, 0 to 1. */
  readonly share: number;
  readonly onShare: (share: number, pair: number) => void;
  readonly onEqual: () => void;
  readonly onCollapseLeft: () => void;
  readonly onCollapseRight: () => void;
}

/** By an arrow key. */
const step = 0.05;

/** Between two columns: dragged or moved by arrow keys; Enter makes them equal, Home and End collapse one. */
export function Splitter(props: SplitterProps) {
  const { left, right, share, onShare, onEqual, onCollapseLeft, onCollapseRight } = props;
  const t = useT();
  const [dragging, setDragging] = useState(false);
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const { start, end } = columnsBeside(event.currentTarget);
    const acts: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => onShare(share - step, end - start),
      ArrowRight: () => onShare(share + step, end - start),
      Enter: onEqual,
      Home: onCollapseLeft,
      End: onCollapseRight,
    };
    const act = acts[event.key];
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  };
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!dragging) return;
    const { start, end } = columnsBeside(event.currentTarget);
    onShare((event.clientX - start) / (end - start), end - start);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={t('conversations.several.width', { left, right })}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      tabIndex={0}
      onKeyDown={press}
      onDoubleClick={onEqual}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        event.currentTarget.focus({ preventScroll: true });
        setDragging(true);
      }}
      onPointerMove={drag}
      onPointerUp={() => setDragging(false)}
      onPointerCancel={() => setDragging(false)}
      className="absolute inset-y-0 -left-4 flex w-4 cursor-col-resize touch-none items-center justify-center rounded-small"
    >
      <span
        className={cx(
          'w-1 rounded-full forced-color-adjust-none',
          dragging ? 'h-12 bg-accent' : 'h-8 bg-line-strong',
        )}
      />
    </div>
  );
}

/** Returns where the columns on both sides of a splitter begin and end, CSS px; collapsed ones between them do not count. */
function columnsBeside(splitter: HTMLElement): { readonly start: number; readonly end: number } {
  const column = splitter.closest('li');
  let before = column?.previousElementSibling ?? null;
  while (before?.hasAttribute('data-collapsed')) before = before.previousElementSibling;
  return {
    start: before?.getBoundingClientRect().left ?? 0,
    end: column?.getBoundingClientRect().right ?? 0,
  };
}
