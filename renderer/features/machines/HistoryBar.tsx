import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import type { HistorySpan } from '../../../preload/contract/history-spans.ts';
import type { BarCell } from '../../../preload/contract/machine-history.ts';
import { machineStates } from '../../../preload/contract/machine-states.ts';
import { useLanguage, useT } from '../../i18n/index.ts';
import { useFormat } from '../../i18n/useFormat.ts';
import { useResource } from '../../kit/useResource.ts';
import { cx, Tooltip } from '../../ui/index.ts';

interface HistoryBarProps {
  readonly systemId: string;
  readonly span: HistorySpan;
  readonly name: string;
  readonly nth: number;
  /** As wide as its place. */
  readonly wide?: boolean;
}

type State = keyof BarCell['time'];

const height = 20;
/** What lasted a minute of a day is still to be seen. */
const least = 4;
const colours: Record<State, string> = {
  up: 'fill-up',
  degraded: 'fill-degraded',
  down: 'fill-down',
  maintenance: 'fill-maintenance',
  unknown: 'fill-unknown',
};

/** How a machine was over a span; nothing for one that was never seen. */
export function HistoryBar({ systemId, span, name, nth, wide = false }: HistoryBarProps) {
  const t = useT();
  const { value: cells } = useResource('bar', { systemId, span, name, nth });
  if (cells === null || cells.length === 0) {
    return <span className="inline-block h-6 w-44 align-middle min-[70rem]:w-52" aria-hidden />;
  }
  const byDay = span === '30d' || span === '90d';
  return <CellsBar {...{ cells, byDay, wide }} label={t('machines.history.of', { name })} />;
}

interface CellsBarProps {
  /** At least one, oldest first. */
  readonly cells: readonly BarCell[];
  /** Each is a day of the calendar. */
  readonly byDay: boolean;
  readonly label: string;
  /** As wide as its place. */
  readonly wide?: boolean;
}

/** One rectangle for each part of a time, what was not observed left empty; parts are read by hover and arrow keys. */
export function CellsBar({ cells, byDay, label, wide = false }: CellsBarProps) {
  const describe = useDescription(byDay);
  const [place, setPlace] = useState<number | null>(null);
  const last = cells.length - 1;
  const at = Math.min(place ?? last, last);
  const text = describe(cells[at]);
  // many parts stand close, as gaps of less than a pixel come and go
  const width = cells.length > 60 ? 10 : 9;

  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const to = Math.floor(((event.clientX - left) / width) * cells.length);
    setPlace(Math.max(0, Math.min(last, to)));
  };
  const step = (event: KeyboardEvent) => {
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
        onKeyDown={step}
        className={cx(
          'inline-flex h-6 items-center rounded-small',
          wide ? 'w-full' : 'w-44 min-[70rem]:w-52',
        )}
      >
        <svg
          viewBox={`0 0 ${cells.length * 10} ${height + 3}`}
          preserveAspectRatio="none"
          shapeRendering="crispEdges"
          className="h-full w-full"
          aria-hidden
        >
          {cells.map((cell, index) => (
            <Part key={cell.from} {...{ cell, width }} x={index * 10} chosen={place === index} />
          ))}
        </svg>
      </span>
    </Tooltip>
  );
}

/**
 * Its states are stacked by how long they lasted, up at the bottom; a line below tells trouble without colour.
 * What was planned is shaded where it was, with a line above.
 */
function Part(props: {
  readonly cell: BarCell;
  readonly x: number;
  readonly width: number;
  readonly chosen: boolean;
}) {
  const { cell, x, width, chosen } = props;
  const lasted = cell.to - cell.from;
  const present = machineStates.filter((state) => (cell.time[state] ?? 0) > 0);
  const sizes = present.map((state) => {
    const exact = (height * (cell.time[state] ?? 0)) / lasted;
    return { state, size: state === 'up' ? exact : Math.max(least, exact) };
  });
  const scale = Math.min(1, height / sizes.reduce((sum, { size }) => sum + size, 0));
  let y = height;
  const trouble = present.includes('down') || present.includes('degraded');
  return (
    <g>
      <rect x={x} y={0} width={width} height={height} className="fill-hover" />
      <rect x={x} y={height - 1} width={width} height={1} className="fill-line-strong" />
      {sizes.map(({ state, size }) => {
        y -= size * scale;
        return (
          <rect
            key={state}
            x={x}
            y={y}
            width={width}
            height={size * scale}
            className={cx(colours[state])}
          />
        );
      })}
      {trouble && <rect x={x} y={height + 1} width={width} height={2} className="fill-text" />}
      {cell.planned?.map(({ from, to }) => {
        const left = x + (width * (from - cell.from)) / lasted;
        const long = Math.max(1, (width * (to - from)) / lasted);
        return (
          <g key={from} className="fill-maintenance">
            <rect x={left} y={0} width={long} height={height} className="opacity-35" />
            <rect x={left} y={0} width={long} height={3} />
          </g>
        );
      })}
      {chosen && (
        <rect x={x} y={0} width={width} height={height} className="fill-text opacity-40" />
      )}
    </g>
  );
}

/** A part in words: when, how long in which state, how long not observed and why. */
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
    const said = known.map((state) =>
      t('machines.history.lasted', {
        state: t(`common.state.${state}`),
        duration: format.duration(time[state] ?? 0),
      }),
    );
    const observed = known.reduce((sum, state) => sum + (time[state] ?? 0), 0);
    const lost = Math.min(to, Date.now()) - from - observed;
    if (gap !== null && lost >= 1000) {
      const reason = t(`machines.history.gap.${gap}`);
      said.push(t('machines.history.lost', { duration: format.duration(lost), reason }));
    } else if (observed === 0) said.push(t('machines.history.nothing'));
    const planned = (cell.planned ?? []).reduce((sum, one) => sum + one.to - one.from, 0);
    if (planned > 0)
      said.push(t('machines.history.planned', { duration: format.duration(planned) }));
    return `${when}: ${said.join(language === 'ja' ? '、' : ', ')}`;
  };
}
