import type { Machine } from '../../../preload/contract/machines.ts';
import { useT } from '../../i18n/index.ts';
import { useNarrow } from '../../kit/useNarrow.ts';
import { type Column, cx, Mono, StateMark, Table, Time } from '../../ui/index.ts';
import { noteOf } from './record.ts';

interface MachinesTableProps {
  readonly machines: readonly Machine[];
  /** They are from an earlier check than the last. */
  readonly old: boolean;
  readonly openName: string | null;
  readonly onOpen: (machine: Machine) => void;
}

export function MachinesTable({ machines, old, openName, onOpen }: MachinesTableProps) {
  const t = useT();
  const narrow = useNarrow();
  const all: Column<Machine>[] = [
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
      width: '7.5rem',
      sortBy: ({ state }) => t(`common.state.${state}`),
      cell: ({ state }) => <span className={stateText[state]}>{t(`common.state.${state}`)}</span>,
    },
    {
      id: 'status',
      title: t('machines.columns.status'),
      width: '9.5rem',
      sortBy: ({ status }) => status,
      cell: ({ status }) => <Mono className="text-text-soft">{status}</Mono>,
    },
    {
      id: 'since',
      title: t('machines.columns.since'),
      width: '10.5rem',
      sortBy: ({ since }) => Date.parse(since),
      cell: ({ since }) => <Time at={Date.parse(since)} className="text-text-soft" />,
    },
    {
      id: 'note',
      title: t('machines.columns.note'),
      width: '32%',
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
        columns={columns}
        rows={machines}
        rowKey={({ name }) => name}
        openKey={openName}
        onOpen={onOpen}
      />
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
