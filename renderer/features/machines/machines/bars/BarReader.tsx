import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useState,
} from 'react';
import { cx, rowButtonOf, Tooltip } from '../../../../ui/index.ts';

interface BarReaderProps {
  readonly label: string;
  /** Where each part begins, in percent. */
  readonly edges: readonly number[];
  readonly textOf: (at: number) => string;
  /** New data is loading. */
  readonly old?: boolean;
  /** It is reached from its row's button, with the arrow keys, and is no tab stop of its own. */
  readonly ofRow?: boolean;
  readonly style?: CSSProperties | undefined;
  /** Draws the bar. */
  readonly children: ReactNode;
}

/** Reads the parts of a bar by pointer and arrow keys; Escape goes back to the row. */
export function BarReader(props: BarReaderProps) {
  const { label, edges, textOf, old = false, ofRow = false, style, children } = props;
  const [place, setPlace] = useState<number | null>(null);
  const last = edges.length - 1;
  const at = Math.min(place ?? last, last);
  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const share = (100 * (event.clientX - left)) / width;
    setPlace(
      Math.max(
        0,
        edges.findLastIndex((edge) => edge <= share),
      ),
    );
  };
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const row = ofRow && event.key === 'Escape' ? rowButtonOf(event.currentTarget) : null;
    const steps: Record<string, number> = {
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      Home: 0,
      End: last,
    };
    const to = steps[event.key];
    if (row === null && to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (row !== null) row.focus();
    else if (to !== undefined) setPlace(Math.max(0, Math.min(last, to)));
  };
  const [from, to] = [edges[at] ?? 0, edges[at + 1] ?? 100];
  return (
    <span
      role="slider"
      tabIndex={ofRow ? -1 : 0}
      data-row-reader={ofRow || undefined}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={at}
      aria-valuetext={textOf(at)}
      onPointerMove={point}
      onPointerLeave={() => setPlace(null)}
      onFocus={() => setPlace(at)}
      onBlur={() => setPlace(null)}
      onKeyDown={move}
      style={style}
      className={cx(
        'relative block h-5 w-full bg-bottom bg-no-repeat bg-[length:100%_2px] forced-color-adjust-none print:[print-color-adjust:exact]',
        old && 'opacity-40',
      )}
    >
      {children}
      {place !== null && (
        // the note of a bar comes at once, and only for the part that is read
        <Tooltip text={textOf(at)} side="top" open>
          <span
            aria-hidden
            className="pointer-events-none absolute top-0 h-4 min-w-[3px] rounded-[2px] outline-2 outline-text"
            style={{ left: `${from}%`, width: `${to - from}%` }}
          />
        </Tooltip>
      )}
    </span>
  );
}
