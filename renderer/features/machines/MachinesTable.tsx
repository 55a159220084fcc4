import type { RefObject } from 'react';
import type { HistorySpan } from '../../../preload/contract/machine-history.ts';
import type { Machine } from '../../../preload/contract/machines.ts';
import { useT } from '../../i18n/index.ts';
import { useNarrow } from '../../kit/useNarrow.ts';
import { useResource } from '../../kit/useResource.ts';
import { type Column, cx, Mono, StateMark, Table, Time } from '../../ui/index.ts';
import { Availability, type Told, toldOf } from './Availability.tsx';
import type { Listed } from './filter.ts';
import { HistoryBar } from './HistoryBar.tsx';
import { noteOf } from './record.ts';

interface MachinesTableProps {
  readonly systemId: string;
  readonly machines: readonly Listed[];
  readonly span: HistorySpan;
  /** They are from an earlier check than the last. */
  readonly old: boolean;
  readonly openName: string | null;
  readonly onOpen: (machine: Listed) => void;
  readonly scroller: RefObject<HTMLElement | null>;
}

/** What a row is named by: machines of one name have their place as well. */
const keyOf = ({ name, nth }: Pick<Listed, 'name' | 'nth'>) =>
  nth === 0 ? name : `${name}\n${nth}`;

export function MachinesTable(props: MachinesTableProps) {
  const { systemId, machines, span, old, openName, onOpen, scroller } = props;
  const t = useT();
  const narrow = useNarrow();
  const { value: told } = useResource('availability', { systemId, span });
  const times: ReadonlyMap<string, Told> = toldOf(told, keyOf);
  const all: Column<Listed>[] = [
    {
      id: 'name',
      title: t('machines.columns.name'),
      sortBy: ({ name }) => name,
      cell: ({ name, state }) => (
        <span className="flex max-w-full items-center gap-2.5">
          <StateMark state={state} silent />
          <span className="truncate font-medium">{name}</span>
        </span>
      ),
    },
    {
      id: 'state',
      title: t('machines.columns.state'),
      width: '7rem',
      sortBy: ({ state }) => t(`common.state.${state}`),
      cell: ({ state }) => <span className={stateText[state]}>{t(`common.state.${state}`)}</span>,
    },
    {
      id: 'status',
      title: t('machines.columns.status'),
      width: '8rem',
      wideOnly: true,
      sortBy: ({ status }) => status,
      cell: ({ status }) => <Mono className="text-text-soft">{status}</Mono>,
    },
    {
      id: 'availability',
      title: t('machines.columns.availability'),
      width: '8rem',
      align: 'end',
      sortBy: (machine) => times.get(keyOf(machine))?.available,
      cell: (machine) => <Availability told={times.get(keyOf(machine))} />,
    },
    {
      id: 'history',
      title: t('machines.columns.history'),
      width: '14.5rem',
      control: true,
      cell: ({ name, nth }) => <HistoryBar {...{ systemId, span, name, nth }} />,
    },
    {
      id: 'since',
      title: t('machines.columns.since'),
      width: '9rem',
      sortBy: ({ since }) => Date.parse(since),
      cell: ({ since }) => <Time at={Date.parse(since)} className="text-text-soft" />,
    },
    {
      id: 'note',
      title: t('machines.columns.note'),
      width: '16%',
      wideOnly: true,
      cell: ({ record }) => <span className="text-text-soft">{noteOf(record)}</span>,
    },
  ];
  // beside the detail of one machine, or in a narrow window, there is room for which and how it is
  const columns = openName === null && !narrow ? all : all.slice(0, 2);
  return (
    <div className={cx(old && 'opacity-85 grayscale')}>
      <Table
        label={t('frame.screens.machines')}
        empty={t('machines.filter.none')}
        columns={columns}
        rows={machines}
        rowKey={keyOf}
        scroller={scroller}
        openKey={openName}
        onOpen={onOpen}
      />
      {told?.generatedUntil != null && (
        <p className="px-3 pt-3 text-small text-text-soft">
          {t('machines.history.generated')} <Time at={told.generatedUntil} absolute />
        </p>
      )}
    </div>
  );
}

const stateText: Record<Machine['state'], string> = {
  up: 'text-up-text',
  degraded: 'font-medium text-degraded-text',
  down: 'font-medium text-down-text',
  maintenance: 'font-medium text-maintenance-text',
  unknown: 'font-medium text-unknown-text',
};
