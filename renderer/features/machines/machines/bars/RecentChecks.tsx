import type { BarCell } from '../../../../../preload/contract/machines/machine-history.ts';
import {
  type MachineState,
  machineStates,
  severity,
} from '../../../../../preload/contract/machines/machine-states.ts';
import { useT } from '../../../../i18n/index.ts';
import { BarReader } from './BarReader.tsx';
import { useCells, useDescription } from './HistoryBar.tsx';
import { barImage, type Segment, underline } from './segments.ts';

interface RecentChecksProps {
  readonly systemId: string;
  readonly name: string;
  readonly nth: number;
  /** As of the last check. */
  readonly state: MachineState;
  /** In a narrow place. */
  readonly fewer: boolean;
}

/** The last minutes of a machine, one slot each, the last check at the right: for a system without a history yet. */
export default function RecentChecks(props: RecentChecksProps) {
  const { systemId, name, nth, state, fewer } = props;
  const t = useT();
  const { cells: known } = useCells({ systemId, span: 'recent', name, nth });
  const describe = useDescription(false);
  const slots = fewer ? 12 : 20;
  const last = slots - 1;
  const cellOf = (at: number) => known?.[known.length - slots + at];
  const edges = Array.from({ length: slots }, (_, at) => (100 * at) / slots);
  const segments = edges.map((from, at): Segment => {
    const to = (100 * (at + 1)) / slots;
    return { state: at === last ? state : worstOf(cellOf(at)), from, to };
  });
  const textOf = (at: number) =>
    at === last
      ? t('machines.recent.now', { state: t(`common.state.${state}`) })
      : describe(cellOf(at)) || t('machines.history.nothing');
  const under = underline(segments);
  const period = `calc((100% + 4px) / ${slots})`;
  const gaps = `repeating-linear-gradient(90deg, #000 0 calc((100% + 4px) / ${slots} - 4px), transparent 0 ${period})`;
  return (
    <span className="ml-auto block" style={{ maxWidth: `${slots * 20 - 4}px` }}>
      <BarReader
        label={t('machines.history.of', { name })}
        edges={edges}
        textOf={textOf}
        style={under === null ? undefined : { backgroundImage: under }}
        ofRow
      >
        <span
          aria-hidden
          className="block h-4 bg-line"
          style={{ backgroundImage: barImage(segments), maskImage: gaps }}
        />
      </BarReader>
    </span>
  );
}

function worstOf(cell: BarCell | undefined): MachineState | null {
  const seen = machineStates.filter((state) => (cell?.time[state] ?? 0) > 0);
  return seen.toSorted((a, b) => severity[a] - severity[b])[0] ?? null;
}
