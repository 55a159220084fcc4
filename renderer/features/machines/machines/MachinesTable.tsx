import { Pin } from 'lucide-react';
import { memo, type RefObject, useDeferredValue, useMemo } from 'react';
import type { HistorySpan } from '../../../../preload/contract/machines/history-spans.ts';
import type { Machine } from '../../../../preload/contract/machines/machines.ts';
import { type Translate, useT } from '../../../i18n/index.ts';
import { useNarrow } from '../../../kit/useNarrow.ts';
import { useResource } from '../../../kit/useResource.ts';
import {
  type Column,
  cx,
  Mono,
  StateMark,
  Table,
  Time,
  VisuallyHidden,
} from '../../../ui/index.ts';
import { Availability, type Told, toldOf } from './Availability.tsx';
import { chosenFields, fieldColumn, isShown, type UsualColumn, usualColumns } from './columns.ts';
import { keyOf, type Listed } from './filter.ts';
import { HistoryBar } from './HistoryBar.tsx';
import { fieldOf, noteOf } from './record.ts';

interface MachinesTableProps {
  readonly systemId: string;
  readonly machines: readonly Listed[];
  readonly span: HistorySpan;
  /** Optional columns; null for the default ones. */
  readonly columns: readonly string[] | null;
  /** They are from before the last check. */
  readonly old: boolean;
  readonly openName: string | null;
  readonly onOpen: (machine: Listed) => void;
  readonly scroller: RefObject<HTMLElement | null>;
}

export function MachinesTable(props: MachinesTableProps) {
  const { systemId, machines, span, columns, old, openName, onOpen, scroller } = props;
  const t = useT();
  const narrow = useNarrow();
  const told = useDeferredValue(
    useResource('machineHistory.availability', { systemId, span }).value,
  );
  const times = useMemo(() => toldOf(told, keyOf), [told]);
  // beside an open detail, or in a narrow window, there is only room for the name and the state
  const chosen = openName === null && !narrow;
  const all = useMemo(() => {
    const always = alwaysOf(t);
    if (!chosen) return always;
    const byId = usualOf(t, { systemId, span, times });
    const usual = usualColumns.filter((id) => isShown(columns, id)).map((id) => byId[id]);
    return [...always, ...usual, ...chosenFields(columns).map(ofField)];
  }, [t, chosen, columns, systemId, span, times]);
  return (
    <div className={cx(old && 'opacity-85 grayscale')}>
      <Table
        label={t('frame.screens.machines')}
        empty={t('machines.filter.none')}
        columns={all}
        rows={machines}
        rowKey={keyOf}
        scroller={scroller}
        openKey={openName}
        onOpen={onOpen}
      />
      <Generated until={told?.generatedUntil ?? null} />
    </div>
  );
}

interface Shown {
  readonly systemId: string;
  readonly span: HistorySpan;
  readonly times: ReadonlyMap<string, Told>;
}

function usualOf(
  t: Translate,
  { systemId, span, times }: Shown,
): Record<UsualColumn, Column<Listed>> {
  return {
    status: {
      id: 'status',
      title: t('machines.columns.status'),
      width: '9.5rem',
      wideOnly: true,
      sortBy: ({ status }) => status,
      cell: ({ status }) => <Mono className="text-text-soft">{status}</Mono>,
    },
    availability: {
      id: 'availability',
      title: t('machines.columns.availability'),
      width: '9.5rem',
      align: 'end',
      sortBy: (machine) => times.get(keyOf(machine))?.available,
      cell: (machine) => <Availability told={times.get(keyOf(machine))} />,
    },
    history: {
      id: 'history',
      title: t('machines.columns.history'),
      width: 'clamp(12.5rem, 40vw - 17.5rem, 14.5rem)',
      control: true,
      cell: ({ name, nth }) => <HistoryBar systemId={systemId} span={span} name={name} nth={nth} />,
    },
    since: {
      id: 'since',
      title: t('machines.columns.since'),
      width: '7rem',
      sortBy: ({ since }) => Date.parse(since),
      cell: ({ since }) => <Time at={Date.parse(since)} className="text-text-soft" />,
    },
    note: {
      id: 'note',
      title: t('machines.columns.note'),
      width: 'clamp(5.5rem, 26vw - 14rem, 16rem)',
      wideOnly: true,
      cell: ({ note, record }) => (
        <span className="text-text-soft">{note === '' ? noteOf(record) : note}</span>
      ),
    },
  };
}

function alwaysOf(t: Translate): Column<Listed>[] {
  return [
    {
      id: 'name',
      title: t('machines.columns.name'),
      sortBy: ({ name, ownName }) => (ownName === '' ? name : ownName),
      cell: (machine) => <MachineName machine={machine} />,
    },
    {
      id: 'state',
      title: t('machines.columns.state'),
      width: '6.75rem',
      sortBy: ({ state }) => t(`common.state.${state}`),
      cell: ({ state }) => <span className={stateText[state]}>{t(`common.state.${state}`)}</span>,
    },
  ];
}

function ofField(field: string): Column<Listed> {
  return {
    id: fieldColumn(field),
    title: field,
    width: '8rem',
    sortBy: ({ record }) => fieldOf(record, field),
    cell: ({ record }) => <span className="text-text-soft">{fieldOf(record, field)}</span>,
  };
}

/** Its mark, and the user's own name for it, if any. */
export const MachineName = memo(function MachineName(props: { readonly machine: Listed }) {
  const { machine } = props;
  const t = useT();
  const { name, ownName, state, pinned } = machine;
  return (
    <span className="flex max-w-full items-center gap-2.5">
      <StateMark state={state} silent />
      <span className="truncate font-medium">{ownName === '' ? name : ownName}</span>
      {ownName !== '' && <span className="truncate text-small text-text-soft">{name}</span>}
      {pinned && (
        <>
          <Pin size={12} aria-hidden className="shrink-0 text-text-soft" />
          <VisuallyHidden>{t('machines.own.pinned')}</VisuallyHidden>
        </>
      )}
    </span>
  );
});

/** Says until when the history is fictional, if it is. */
export function Generated({ until }: { readonly until: number | null }) {
  const t = useT();
  if (until === null) return null;
  return (
    <p className="px-3 pt-3 text-small text-text-soft">
      {t('machines.history.generated')} <Time at={until} absolute />
    </p>
  );
}

export const stateText: Record<Machine['state'], string> = {
  up: 'text-up-text',
  degraded: 'font-medium text-degraded-text',
  down: 'font-medium text-down-text',
  maintenance: 'font-medium text-maintenance-text',
  unknown: 'font-medium text-unknown-text',
};
