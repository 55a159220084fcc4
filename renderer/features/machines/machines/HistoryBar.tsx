import { type KeyboardEvent, memo, type PointerEvent, useMemo, useState } from 'react';
import type { HistorySpan } from '../../../../preload/contract/machines/history-spans.ts';
import type { BarCell } from '../../../../preload/contract/machines/machine-history.ts';
import { machineStates } from '../../../../preload/contract/machines/machine-states.ts';
import { useLanguage, useT } from '../../../i18n/index.ts';
import { useFormat } from '../../../i18n/useFormat.ts';
import { useResource } from '../../../kit/useResource.ts';
import { cx, Tooltip } from '../../../ui/index.ts';
import { barPaths, height, type Layer, step } from './barPaths.ts';

interface HistoryBarProps {
  readonly systemId: string;
  readonly span: HistorySpan;
  readonly name: string;
  readonly nth: number;
  /** As wide as its container. */
  readonly wide?: boolean;
}

const colours: Record<Layer, string> = {
  ground: 'fill-hover',
  line: 'fill-line-strong',
  up: 'fill-up',
  degraded: 'fill-degraded',
  down: 'fill-down',
  maintenance: 'fill-maintenance',
  unknown: 'fill-unknown',
  trouble: 'fill-text',
  shade: 'fill-maintenance opacity-35',
  planned: 'fill-maintenance',
};
const layers = Object.keys(colours) as Layer[];

/**
 * A machine's states over a span; nothing for a machine never observed. Data of the previous span is dimmed until it is
 * replaced.
 */
export const HistoryBar = memo(function HistoryBar(props: HistoryBarProps) {
  const { systemId, span, name, nth, wide = false } = props;
  const t = useT();
  const { value } = useResource('machineHistory.bar', { systemId, span, name, nth });
  const [last, setLast] = useState({ of: systemId, span, cells: value });
  if (value !== null && value !== last.cells) setLast({ of: systemId, span, cells: value });
  const shown = value === null && last.of === systemId ? last : { span, cells: value };
  const { cells } = shown;
  if (cells === null || cells.length === 0) {
    return <span className="inline-block h-6 w-44 align-middle min-[80rem]:w-52" aria-hidden />;
  }
  const byDay = shown.span === '30d' || shown.span === '90d';
  const label = t('machines.history.of', { name });
  return (
    <CellsBar cells={cells} byDay={byDay} wide={wide} label={label} old={shown.span !== span} />
  );
});

interface CellsBarProps {
  /** At least one, oldest first. */
  readonly cells: readonly BarCell[];
  /** Each is a day of the calendar. */
  readonly byDay: boolean;
  readonly label: string;
  /** As wide as its container. */
  readonly wide?: boolean;
  /** New ones are loading. */
  readonly old?: boolean;
}

/** One rectangle for each part of a time, unobserved time left empty; parts are read by hover and arrow keys. */
export function CellsBar({ cells, byDay, label, wide = false, old = false }: CellsBarProps) {
  const describe = useDescription(byDay);
  const [place, setPlace] = useState<number | null>(null);
  const last = cells.length - 1;
  const at = Math.min(place ?? last, last);
  const text = describe(cells[at]);
  // many parts have no gaps, because gaps of less than a pixel flicker
  const width = cells.length > 40 ? 10 : 9;
  const paths = useMemo(() => barPaths(cells, width), [cells, width]);

  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const to = Math.floor(((event.clientX - left) / width) * cells.length);
    setPlace(Math.max(0, Math.min(last, to)));
  };
  const move = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      Home: 0,
      End: last,
    };
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setPlace(Math.max(0, Math.min(last, to)));
  };

  return (
    <Tooltip text={text} side="top">
      <span
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at}
        aria-valuetext={text}
        onPointerMove={point}
        onPointerLeave={() => setPlace(null)}
        onKeyDown={move}
        className={cx(
          'inline-flex h-6 items-center rounded-small',
          old && 'opacity-40',
          wide ? 'w-full' : 'w-44 min-[80rem]:w-52',
        )}
      >
        <svg
          viewBox={`0 0 ${cells.length * step} ${height + 3}`}
          preserveAspectRatio="none"
          shapeRendering="crispEdges"
          className="h-full w-full"
          aria-hidden
        >
          {layers.map((layer) => (
            <path key={layer} d={paths.get(layer)} className={colours[layer]} />
          ))}
          {place !== null && (
            <rect x={at * step} width={width} height={height} className="fill-text opacity-40" />
          )}
        </svg>
      </span>
    </Tooltip>
  );
}

/** Describes a part: when, how long in which state, how long not observed and why. */
function useDescription(byDay: boolean): (cell: BarCell | undefined) => string {
  const t = useT();
  const format = useFormat();
  const language = useLanguage();
  return (cell) => {
    if (cell === undefined) return '';
    const { from, to, time, gap } = cell;
    const when = byDay
      ? format.date(from)
      : t('machines.history.stretch', { from: format.dateTime(from), to: format.dateTime(to) });
    const known = machineStates.filter((state) => (time[state] ?? 0) > 0);
    const parts = known.map((state) =>
      t('machines.history.lasted', {
        state: t(`common.state.${state}`),
        duration: format.duration(time[state] ?? 0),
      }),
    );
    const observed = known.reduce((sum, state) => sum + (time[state] ?? 0), 0);
    const lost = Math.min(to, Date.now()) - from - observed;
    if (gap !== null && lost >= 1000) {
      const reason = t(`machines.history.gap.${gap}`);
      parts.push(t('machines.history.lost', { duration: format.duration(lost), reason }));
    } else if (observed === 0) parts.push(t('machines.history.nothing'));
    const planned = (cell.planned ?? []).reduce((sum, one) => sum + one.to - one.from, 0);
    if (planned > 0)
      parts.push(t('machines.history.planned', { duration: format.duration(planned) }));
    return `${when}: ${parts.join(language === 'ja' ? '、' : ', ')}`;
  };
}
