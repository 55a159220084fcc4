import { Pin } from 'lucide-react';
import { memo, type RefObject, useMemo } from 'react';
import type { HistorySpan } from '../../../../preload/contract/machines/history-spans.ts';
import { severity } from '../../../../preload/contract/machines/machine-states.ts';
import type { Machine } from '../../../../preload/contract/machines/machines.ts';
import { useT } from '../../../i18n/index.ts';
import { useMedia, useNarrow } from '../../../kit/useNarrow.ts';
import { Button, type Column, cx, StateMark, Table, VisuallyHidden } from '../../../ui/index.ts';
import { columnsOf } from './columns.tsx';
import { keyOf, type ListedMachine } from './filter.ts';
import type { Times } from './useTimes.ts';

interface MachinesTableProps {
  readonly systemId: string;
  readonly machines: readonly ListedMachine[];
  readonly span: HistorySpan;
  readonly times: Times;
  /** Ids of the optional columns. */
  readonly columns: readonly string[];
  /** They are from before the last check. */
  readonly old: boolean;
  readonly openName: string | null;
  readonly onOpen: (machine: ListedMachine) => void;
  /** Shows all machines again. */
  readonly onClear: () => void;
  readonly scroller: RefObject<HTMLElement | null>;
}

export function MachinesTable(props: MachinesTableProps) {
  const { systemId, machines, span, times, columns, old, openName, onOpen, onClear, scroller } =
    props;
  const t = useT();
  const [narrow, veryNarrow] = [useMedia('(max-width: 70rem)'), useNarrow()];
  const beside = openName !== null;
  const lean = veryNarrow || (beside && narrow);
  const fewer = narrow || beside;
  const all = useMemo((): Column<ListedMachine>[] => {
    const name: Column<ListedMachine> = {
      id: 'name',
      title: t('machines.columns.name'),
      width: lean ? '9.25rem' : beside ? '9.5rem' : '10.25rem',
      sortBy: ({ name, ownName }) => (ownName === '' ? name : ownName),
      cell: (machine) => <MachineName machine={machine} withState={lean} />,
    };
    const state: Column<ListedMachine> = {
      id: 'state',
      title: t('machines.columns.state'),
      width: beside ? '7rem' : '7.5rem',
      sortBy: ({ state }) => severity[state],
      cell: ({ state }) => <span className={stateText[state]}>{t(`common.state.${state}`)}</span>,
    };
    const others = columnsOf(t, { systemId, span, times, columns, beside, lean, fewer });
    return lean ? [name, ...others] : [name, state, ...others];
  }, [t, beside, lean, fewer, columns, systemId, span, times]);
  return (
    <div className={cx(old && 'opacity-85 grayscale')}>
      <Table
        label={t('frame.screens.machines')}
        empty={<NoMatch onClear={onClear} />}
        columns={all}
        rows={machines}
        rowKey={keyOf}
        scroller={scroller}
        openKey={openName}
        onOpen={onOpen}
      />
    </div>
  );
}

/** In place of the machines where none is like what was asked for. */
export function NoMatch({ onClear }: { readonly onClear: () => void }) {
  const t = useT();
  return (
    <>
      <p className="pb-2">{t('machines.filter.none')}</p>
      <Button size="small" onClick={onClear}>
        {t('machines.filter.clear')}
      </Button>
    </>
  );
}

interface MachineNameProps {
  readonly machine: ListedMachine;
  /** The state's word stands below. */
  readonly withState?: boolean;
}

/** Its mark, and the user's own name for it, if any. */
export const MachineName = memo(function MachineName({ machine, withState }: MachineNameProps) {
  const t = useT();
  const { name, ownName, state, pinned } = machine;
  return (
    <span className="flex max-w-full items-center gap-2.5">
      <StateMark state={state} silent />
      <span className="flex min-w-0 flex-col">
        <span className="flex min-w-0 items-center gap-2.5">
          <span className="truncate font-medium">{ownName === '' ? name : ownName}</span>
          {ownName !== '' && <span className="truncate text-small text-text-soft">{name}</span>}
          {pinned && (
            <>
              <Pin size={12} aria-hidden className="shrink-0 text-text-soft" />
              <VisuallyHidden>{t('machines.own.pinned')}</VisuallyHidden>
            </>
          )}
        </span>
        {withState && (
          <span className={cx('text-tiny', stateText[state])}>{t(`common.state.${state}`)}</span>
        )}
      </span>
    </span>
  );
});

export const stateText: Record<Machine['state'], string> = {
  up: 'text-up-text',
  degraded: 'font-medium text-degraded-text',
  down: 'font-medium text-down-text',
  maintenance: 'font-medium text-maintenance-text',
  unknown: 'font-medium text-unknown-text',
};
