import { ArrowDown, ArrowUp, ChevronDown, ChevronRight } from 'lucide-react';
import type { KeyboardEvent, RefObject } from 'react';
import type { JobRow } from '../../../../../preload/contract/work/jobs.ts';
import { useT } from '../../../../i18n/index.ts';
import { Button, cx, useRowWindow } from '../../../../ui/index.ts';
import type { ColumnId } from './columns.ts';
import { JobLine } from './JobLine.tsx';
import type { GroupId, JobSort, Line } from './rows.ts';

export interface JobsTableProps {
  readonly lines: readonly Line[];
  readonly columns: readonly ColumnId[];
  /** The id stands below the name. */
  readonly stacked: boolean;
  readonly openKey: string | null;
  readonly selected: ReadonlySet<string>;
  readonly sort: JobSort | null;
  readonly onSort: (sort: JobSort | null) => void;
  readonly onOpen: (job: JobRow) => void;
  readonly onSelect: (key: string, on: boolean) => void;
  readonly onDelete: (job: JobRow) => void;
  readonly onFold: (group: GroupId) => void;
  readonly onSeen: () => void;
  readonly scroller: RefObject<HTMLElement | null>;
}

const widths: Readonly<Record<ColumnId, string>> = {
  state: '6rem',
  time: 'clamp(9.25rem, 14vw, 11.25rem)',
  queue: '7.75rem',
  machine: 'clamp(6.5rem, 10vw, 8rem)',
  project: '7rem',
  user: '6rem',
  nodes: '4.5rem',
  submitted: '7rem',
};

/** Up and Down move between the jobs, with Shift they select; Space selects, Delete cancels. */
function pressKey(
  event: KeyboardEvent<HTMLTableSectionElement>,
  { onSelect, onDelete, selected }: Pick<JobsTableProps, 'onSelect' | 'onDelete' | 'selected'>,
  jobOf: (key: string) => JobRow | undefined,
): void {
  const button = event.target instanceof Element ? event.target.closest('[data-row-button]') : null;
  if (!(button instanceof HTMLElement)) return;
  const key = button.dataset.key ?? '';
  const job = jobOf(key);
  if (event.key === ' ') {
    event.preventDefault();
    onSelect(key, !selected.has(key));
    return;
  }
  if (event.key === 'Delete' && job !== undefined) onDelete(job);
  const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
  const step = steps[event.key];
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-button]')];
  const here = all.indexOf(button);
  const to = event.key === 'Home' ? 0 : event.key === 'End' ? all.length - 1 : step && here + step;
  const next = to === undefined ? undefined : all[to];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
  if (event.shiftKey && step !== undefined) {
    onSelect(key, true);
    onSelect(next.dataset.key ?? '', true);
  }
}

/** The jobs by group; long lists draw only the rows in view. */
export function JobsTable(props: JobsTableProps) {
  const { lines, columns, stacked, openKey, selected, onOpen, onSelect, onFold, onSeen, scroller } =
    props;
  const t = useT();
  const view = useRowWindow(lines.length, scroller);
  const lean = !columns.includes('state');
  const jobOf = (key: string) =>
    lines.flatMap((line) => ('job' in line && line.job.key === key ? [line.job] : []))[0];
  return (
    <table
      aria-label={t('frame.screens.jobs')}
      aria-rowcount={lines.length + 1}
      className="w-full table-fixed border-separate border-spacing-0 text-body"
    >
      <thead className="text-small">
        <tr>
          <th scope="col" className={cx(head, 'w-9')}>
            <span className="sr-only">{t('jobs.select.column')}</span>
          </th>
          <Title {...props} id="job" />
          {columns.map((id) => (
            <Title key={id} {...props} id={id} />
          ))}
        </tr>
      </thead>
      <tbody onKeyDown={(event) => pressKey(event, props, jobOf)}>
        <Space height={view.above} />
        {lines
          .slice(view.from, view.to)
          .map((line, index) =>
            'job' in line ? (
              <JobLine
                key={line.job.key}
                job={line.job}
                columns={columns}
                lean={lean}
                stacked={lean || stacked}
                place={view.from + index + 2}
                open={openKey === line.job.key}
                selected={selected.has(line.job.key)}
                onOpen={onOpen}
                onSelect={onSelect}
              />
            ) : (
              <GroupRow
                key={line.group}
                line={line}
                span={columns.length + 2}
                place={view.from + index + 2}
                onFold={onFold}
                onSeen={onSeen}
              />
            ),
          )}
        <Space height={view.below} />
      </tbody>
    </table>
  );
}

const head =
  'sticky top-0 z-10 border-line border-b bg-page px-1 py-1 text-left font-medium text-text-soft';

function Title(props: Pick<JobsTableProps, 'sort' | 'onSort'> & { readonly id: ColumnId | 'job' }) {
  const { id, sort, onSort } = props;
  const t = useT();
  const own = sort?.column === id ? sort : null;
  const Arrow = own?.ascending === false ? ArrowDown : ArrowUp;
  const next = (): JobSort | null => {
    if (own === null) return { column: id, ascending: true };
    return own.ascending ? { column: id, ascending: false } : null;
  };
  return (
    <th
      scope="col"
      style={id === 'job' ? undefined : { width: widths[id] }}
      aria-sort={own === null ? 'none' : own.ascending ? 'ascending' : 'descending'}
      className={head}
    >
      <button
        type="button"
        onClick={() => onSort(next())}
        className={cx(
          'inline-flex h-6 max-w-full items-center gap-1 rounded-small px-2 font-medium hover:bg-hover hover:text-text',
          own !== null && 'text-text',
        )}
      >
        <span className="truncate">{t(`jobs.columns.${id}`)}</span>
        <Arrow size={12} aria-hidden className={cx('shrink-0', own === null && 'opacity-0')} />
      </button>
    </th>
  );
}

function Space({ height }: { readonly height: number }) {
  if (height === 0) return null;
  return (
    <tr aria-hidden>
      <td style={{ height }} className="p-0" />
    </tr>
  );
}

function GroupRow(props: {
  readonly line: Extract<Line, { readonly group: GroupId }>;
  readonly span: number;
  readonly place: number;
  readonly onFold: (group: GroupId) => void;
  readonly onSeen: () => void;
}) {
  const { line, span, place, onFold, onSeen } = props;
  const t = useT();
  const { group, count, open } = line;
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <tr aria-rowindex={place}>
      <th colSpan={span} scope="colgroup" className="h-10 border-line border-b px-1 pt-2 text-left">
        <span className="flex items-center justify-between gap-2">
          <button
            type="button"
            aria-expanded={open}
            onClick={() => onFold(group)}
            className="flex h-6 min-w-0 items-center gap-1.5 rounded-small px-1 text-small font-semibold hover:bg-hover"
          >
            <Chevron size={13} aria-hidden />
            <span className="truncate">{t(`jobs.groups.${group}`)}</span>
            <span className="tabular font-normal text-text-soft">{count}</span>
          </button>
          {group === 'unseen' && (
            <Button variant="quiet" size="small" onClick={onSeen}>
              {t('jobs.seen.mark')}
            </Button>
          )}
        </span>
      </th>
    </tr>
  );
}
