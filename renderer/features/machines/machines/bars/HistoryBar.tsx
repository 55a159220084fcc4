import { memo, useMemo, useState } from 'react';
import type {
  BarSpan,
  HistorySpan,
} from '../../../../../preload/contract/machines/history-spans.ts';
import type { BarCell } from '../../../../../preload/contract/machines/machine-history.ts';
import { machineStates } from '../../../../../preload/contract/machines/machine-states.ts';
import { useLanguage, useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { useResource } from '../../../../kit/useResource.ts';
import { BarReader } from './BarReader.tsx';
import { barImage, edgesOf, endOf, plannedImage, segmentsOf, underline } from './segments.ts';

interface HistoryBarProps {
  readonly systemId: string;
  readonly span: HistorySpan;
  readonly name: string;
  readonly nth: number;
}

/** Returns a machine's cells, those of another span until the new ones are here. */
export function useCells(key: {
  readonly systemId: string;
  readonly span: BarSpan;
  readonly name: string;
  readonly nth: number;
}) {
  const { systemId, span } = key;
  const { value } = useResource('machineHistory.bar', key);
  const [last, setLast] = useState({ of: systemId, span, cells: value });
  if (value !== null && value !== last.cells) setLast({ of: systemId, span, cells: value });
  return value === null && last.of === systemId ? last : { span, cells: value };
}

/**
 * A machine's states over a span; nothing for a machine never observed. Data of the previous span is dimmed until it is
 * replaced.
 */
export default memo(function HistoryBar({ systemId, span, name, nth }: HistoryBarProps) {
  const t = useT();
  const shown = useCells({ systemId, span, name, nth });
  const { cells } = shown;
  if (cells === null || cells.length === 0) return <span className="block h-5" aria-hidden />;
  const byDay = shown.span === '30d' || shown.span === '90d';
  return (
    <CellsBar
      cells={cells}
      byDay={byDay}
      label={t('machines.history.of', { name })}
      old={shown.span !== span}
      ofRow
    />
  );
});

interface CellsBarProps {
  /** At least one, oldest first. */
  readonly cells: readonly BarCell[];
  /** Each is a day of the calendar. */
  readonly byDay: boolean;
  readonly label: string;
  /** New ones are loading. */
  readonly old?: boolean;
  /** It is reached from its row's button, with the arrow keys. */
  readonly ofRow?: boolean;
}

/** A bar of one height: unobserved time is hatched, trouble underlined. */
export function CellsBar({ cells, byDay, label, old = false, ofRow = false }: CellsBarProps) {
  const describe = useDescription(byDay);
  const drawn = useMemo(() => drawing(cells), [cells]);
  return (
    <BarReader
      label={label}
      edges={drawn.edges}
      textOf={(at) => describe(cells[at])}
      old={old}
      ofRow={ofRow}
      style={drawn.line}
    >
      <span aria-hidden className="block h-4 rounded-[3px] bg-(image:--hatch)" style={drawn.bar} />
    </BarReader>
  );
}

function drawing(cells: readonly BarCell[]) {
  const end = endOf(cells, Date.now());
  const segments = segmentsOf(cells, end);
  const under = underline(segments);
  const planned = plannedImage(
    cells,
    end,
    'color-mix(in oklch, var(--maintenance) 45%, transparent)',
  );
  const above = planned === null ? [] : [planned];
  const images = [...above, barImage(segments), 'var(--hatch)'];
  return {
    edges: edgesOf(cells, end),
    bar: { backgroundImage: images.join(', ') },
    line: under === null ? undefined : { backgroundImage: under },
  };
}

/** Describes a part: when, how long in which state, how long not observed and why. */
export function useDescription(byDay: boolean): (cell: BarCell | undefined) => string {
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
