import type { HistorySpan } from '../../../../preload/contract/machines/history-spans.ts';
import type { Translate } from '../../../i18n/index.ts';
import { type Column, Mono, onDemand } from '../../../ui/index.ts';
import { Availability } from './Availability.tsx';
import { keyOf, type ListedMachine } from './filter.ts';
import { fieldOf, fieldText, noteOf } from './record.ts';
import { Since } from './Since.tsx';
import { differsFrom, startOf, type Times } from './useTimes.ts';

/** Loaded after the first screen, like the history that it draws. */
export const HistoryBar = onDemand(() => import('./bars/HistoryBar.tsx'));
/** Loaded on demand: a system is new once. */
export const RecentChecks = onDemand(() => import('./bars/RecentChecks.tsx'));

/** Optional columns of the table, in their order; the machine and its state are always shown. */
export const usualColumns = ['status', 'history', 'availability', 'since', 'note'] as const;
type UsualColumn = (typeof usualColumns)[number];

const prefix = 'field:';

/** Returns the column id of a record's field. */
export function fieldColumn(field: string): string {
  return `${prefix}${field}`;
}

/** Returns the columns that are shown without a choice: a message or nodes only if a record has them. */
export function defaultColumns(
  machines: readonly ListedMachine[],
  wide: boolean,
): readonly string[] {
  const hasNote = machines.some(({ note, record }) => note !== '' || noteOf(record) !== null);
  const hasNodes = wide && machines.some(({ record }) => fieldOf(record, 'nodes') !== null);
  return [
    'history',
    'availability',
    'since',
    ...(hasNodes ? [fieldColumn('nodes')] : []),
    ...(hasNote ? ['note'] : []),
  ];
}

/** Returns the columns with one added or removed. */
export function toggled(columns: readonly string[], id: string): string[] {
  return columns.includes(id) ? columns.filter((one) => one !== id) : [...columns, id];
}

interface Shown {
  readonly systemId: string;
  readonly span: HistorySpan;
  readonly times: Times;
  readonly columns: readonly string[];
  /** A machine's panel is open. */
  readonly beside: boolean;
  /** There is hardly any room. */
  readonly lean: boolean;
  /** The last checks take less room. */
  readonly fewer: boolean;
}

/** Beside a panel the columns stay that say how it is and has been. */
const stay: readonly string[] = ['history', 'availability', 'since'];

/** Returns the optional columns that are shown. */
export function columnsOf(t: Translate, shown: Shown): Column<ListedMachine>[] {
  const { columns, beside, lean } = shown;
  const wanted = beside || lean ? columns.filter((id) => stay.includes(id)) : columns;
  const byId = usualOf(t, shown);
  const fields = wanted
    .filter((id) => id.startsWith(prefix))
    .map((id) => ofField(t, id.slice(prefix.length)));
  const usual = usualColumns.filter((id) => wanted.includes(id)).map((id) => byId[id]);
  // messages are the longest, and come last
  return [
    ...usual.filter(({ id }) => id !== 'note'),
    ...fields,
    ...usual.filter(({ id }) => id === 'note'),
  ];
}

function usualOf(t: Translate, shown: Shown): Record<UsualColumn, Column<ListedMachine>> {
  const { systemId, span, times, beside, lean, fewer } = shown;
  const { of, most, isNew } = times;
  const brief = beside || lean;
  const narrow = brief || fewer;
  const uneven = [...of.values()].some((time) => differsFrom(most, time));
  return {
    status: {
      id: 'status',
      title: t('machines.columns.status'),
      width: '9.5rem',
      wideOnly: true,
      sortBy: ({ status }) => status,
      cell: ({ status }) => <Mono className="text-text-soft">{status}</Mono>,
    },
    history: {
      id: 'history',
      title: t('machines.columns.history'),
      // all columns need a width where they hardly fit
      ...(lean && { width: '4.75rem' }),
      head: (
        <span className="flex min-w-0 flex-1 justify-between gap-3">
          <span className="whitespace-nowrap">
            {t(
              !isNew
                ? 'machines.columns.history'
                : lean
                  ? 'machines.recent.short'
                  : 'machines.recent.title',
            )}
          </span>
          {!narrow && (
            <span className="truncate font-normal text-text-soft">
              {isNew
                ? t('machines.recent.each')
                : t('machines.history.until', { span: t(`machines.history.spans.${span}`) })}
            </span>
          )}
        </span>
      ),
      cell: ({ name, nth, state }) =>
        isNew ? (
          <RecentChecks systemId={systemId} name={name} nth={nth} state={state} fewer={fewer} />
        ) : (
          <HistoryBar systemId={systemId} span={span} name={name} nth={nth} />
        ),
    },
    availability: {
      id: 'availability',
      title: t(lean ? 'machines.columns.up' : 'machines.columns.availability'),
      width: lean ? '5.25rem' : brief ? '7rem' : uneven ? '13rem' : '9.75rem',
      sortBy: (machine) => of.get(keyOf(machine))?.available,
      cell: (machine) => {
        const time = of.get(keyOf(machine));
        return <Availability time={time} differs={differsFrom(most, time)} brief={brief} />;
      },
    },
    since: {
      id: 'since',
      title: t('machines.columns.since'),
      width: brief ? '6.75rem' : '8rem',
      sortBy: (machine) => startOf(machine, times).at,
      cell: (machine) => (
        <span className="text-text-soft">
          <Since start={startOf(machine, times)} />
        </span>
      ),
    },
    note: {
      id: 'note',
      title: t('machines.columns.note'),
      // messages are sentences: two lines of them leave the history its room
      width: 'clamp(11.75rem, 11vw, 18rem)',
      wideOnly: true,
      cell: ({ note, record }) => (
        <span className="line-clamp-2 whitespace-normal text-small leading-4 text-text-soft">
          {note === '' ? noteOf(record) : note}
        </span>
      ),
    },
  };
}

function ofField(t: Translate, field: string): Column<ListedMachine> {
  return {
    id: fieldColumn(field),
    // it is shown without a choice, and has the name that the panel gives it
    title: field === 'nodes' ? t('machines.nodes.title') : field,
    width: 'clamp(6rem, 5.5vw, 7rem)',
    sortBy: ({ record }) => fieldOf(record, field),
    cell: ({ record }) => <span className="text-text-soft">{fieldText(record, field)}</span>,
  };
}
